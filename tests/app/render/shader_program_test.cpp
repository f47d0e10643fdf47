#include "app/render/scene_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

#include "tests/app/render/render_fixture.h"

namespace app::test {
namespace {

using testing::HasSubstr;

class ShaderProgram : public RenderTest {
 protected:
  void SetUp() override {
    RenderTest::SetUp();
    folder_.path = std::filesystem::temp_directory_path() / ("crossfade_shaders_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_.path);
  }
  void TearDown() override {
    std::filesystem::remove_all(folder_.path);
    renderer_->takeMessages();  // the driver repeats what the error says
    RenderTest::TearDown();
  }
  void write(const char* name, const char* text) { std::ofstream(folder_.path / name) << text; }

  ShaderFolder folder_;
};

TEST_F(ShaderProgram, IsBuiltWithItsDefines) {
  write("a.vert", "void main() { gl_Position = vec4(WIDTH); }\n");
  write("a.frag", "out vec4 color;\nvoid main() { color = vec4(1); }\n");
  const auto program = buildProgram(folder_, {.vertex = "a.vert", .fragment = "a.frag", .defines = "WIDTH 2.0\n"});
  ASSERT_TRUE(program) << program.error().message;
  EXPECT_TRUE(*program);
}

TEST_F(ShaderProgram, ErrorNamesFileAndLineAndQuotesIt) {
  write("a.vert", "\nvoid main() { gl_Position = wrong; }\n");
  const auto program = buildProgram(folder_, {.vertex = "a.vert", .fragment = "a.frag"});
  ASSERT_FALSE(program);
  EXPECT_THAT(program.error().message, HasSubstr("shader 'a.vert' does not compile: "));
  EXPECT_THAT(program.error().message, HasSubstr("a.vert:2"));
  EXPECT_THAT(program.error().message, HasSubstr("> void main() { gl_Position = wrong; }"));
}

TEST_F(ShaderProgram, ErrorInAnIncludedFileNamesThatFile) {
  write("inner.glsl", "float one() { return 1.0; }\nfloat two() { return vec2(1.0); }\n");
  write("a.vert", "#include \"inner.glsl\"\nvoid main() { gl_Position = vec4(two()); }\n");
  const auto program = buildProgram(folder_, {.vertex = "a.vert", .fragment = "a.frag"});
  ASSERT_FALSE(program);
  EXPECT_THAT(program.error().message, HasSubstr("inner.glsl:2"));
  EXPECT_THAT(program.error().message, HasSubstr("> float two() { return vec2(1.0); }"));
}

TEST_F(ShaderProgram, ErrorAfterAnIncludeKeepsTheLineNumber) {
  write("inner.glsl", "float one() { return 1.0; }\n\n\n");
  write("a.vert", "#include \"inner.glsl\"\n\nvoid main() { gl_Position = wrong; }\n");
  const auto program = buildProgram(folder_, {.vertex = "a.vert", .fragment = "a.frag"});
  ASSERT_FALSE(program);
  EXPECT_THAT(program.error().message, HasSubstr("a.vert:3"));
}

TEST_F(ShaderProgram, ErrorSaysWhichStagesDoNotLink) {
  write("a.vert", "out vec2 position;\nvoid main() { position = vec2(0); gl_Position = vec4(0); }\n");
  write("a.frag", "in vec4 position;\nout vec4 color;\nvoid main() { color = position; }\n");
  const auto program = buildProgram(folder_, {.vertex = "a.vert", .fragment = "a.frag"});
  ASSERT_FALSE(program);
  EXPECT_THAT(program.error().message, HasSubstr("shaders 'a.vert' and 'a.frag' do not link: "));
}

TEST_F(ShaderProgram, OfAMissingFileSaysSo) {
  const auto missing = assembleShader(folder_, "missing.vert", "");
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message, HasSubstr("missing.vert' cannot be read or is empty"));
  const auto notBuiltIn = assembleShader({}, "missing.vert", "");
  ASSERT_FALSE(notBuiltIn);
  EXPECT_EQ(notBuiltIn.error().message, "no shader 'missing.vert' is built into this program");
}

TEST(ShaderText, IncludesEachFileOnce) {
  const auto text = assembleShader({}, "scene.frag", "");
  ASSERT_TRUE(text) << text.error().message;
  const std::string& all = text->text;
  EXPECT_NE(all.find("uniform Frame"), std::string::npos);
  EXPECT_EQ(all.find("uniform Frame"), all.rfind("uniform Frame"));
}

TEST(ShaderLog, OfEveryDriverGetsFileNames) {
  const ShaderText shader{.text = "", .files = {"a.vert", "b.glsl"}, .contents = {"first\nsecond\n", "other\n"}};
  EXPECT_EQ(explainShaderLog(shader, "0:2(5): error: no"), "a.vert:2(5): error: no\n  > second");
  EXPECT_EQ(explainShaderLog(shader, "1(1) : error C0000: no"), "b.glsl(1) : error C0000: no\n  > other");
  EXPECT_EQ(explainShaderLog(shader, "ERROR: 0:1: no"), "ERROR: a.vert:1: no\n  > first");
  EXPECT_EQ(explainShaderLog(shader, "something went wrong"), "something went wrong");
}

}  // namespace
}  // namespace app::test
