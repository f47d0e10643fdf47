#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/layers/include_rules.h"

namespace test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Layers, OfTheWholeTreeRunOneWay) {
  namespace fs = std::filesystem;
  const fs::path top = CROSSFADE_SOURCE_DIR;
  int files = 0;
  for (const char* folder : {"engine", "app"}) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(top / folder)) {
      const std::string extension = entry.path().extension().string();
      if (!entry.is_regular_file() || (extension != ".h" && extension != ".cpp" && extension != ".inl")) continue;
      std::ifstream file(entry.path());
      const std::string text{std::istreambuf_iterator<char>(file), {}};
      for (const std::string& complaint : forbiddenIncludes(fs::relative(entry.path(), top).generic_string(), text)) {
        ADD_FAILURE() << complaint;
      }
      ++files;
    }
  }
  EXPECT_GT(files, 0) << "nothing was read, so nothing was checked";
}

TEST(Layers, LetPassWhatTheArrowsAllow) {
  EXPECT_THAT(forbiddenIncludes("engine/clip/key_cursor.cpp",
                                "#include \"engine/clip/key_cursor.h\"\n#include \"engine/math/hermite.h\"\n"
                                "#include <glm/glm.hpp>\n#include <vector>\n"),
              IsEmpty());
  EXPECT_THAT(forbiddenIncludes("engine/measure/seam.cpp", "#include \"engine/sampling/sample.h\"\n"), IsEmpty());
  EXPECT_THAT(forbiddenIncludes("app/ui/panel.cpp", "#include <imgui.h>\n#include \"app/session/session.h\"\n"),
              IsEmpty());
  EXPECT_THAT(forbiddenIncludes("app/ui/input.cpp", "#include \"app/platform/input.h\"\n"), testing::Not(IsEmpty()));
  EXPECT_THAT(forbiddenIncludes("app/render/program.cpp", "#include \"embedded_shaders.h\"\n#include <glad/gl.h>\n"),
              IsEmpty());
  EXPECT_THAT(forbiddenIncludes("app/cli/render.cpp", "#include \"app/render/renderer.h\"\n#include <CLI/CLI.hpp>\n"),
              IsEmpty());
  EXPECT_THAT(forbiddenIncludes("app/main.cpp", "#include \"app/cli/main.h\"\n"), IsEmpty());
}

TEST(Layers, RefuseAnArrowThatRunsBack) {
  EXPECT_THAT(forbiddenIncludes("engine/clip/a.h", "// first\n#include \"engine/mixer/ramp.h\"\n"),
              ElementsAre(HasSubstr(
                  "engine/clip/a.h:2: includes engine/mixer/ramp.h, but engine/clip may know only engine/base, ")));
  const std::vector<std::pair<std::string, std::string>> planted{
      {"engine/base/a.h", "engine/math/transform.h"},
      {"engine/clip/a.h", "engine/skeleton/skeleton.h"},
      {"engine/curve/a.h", "engine/clip/clip.h"},
      {"engine/mixer/a.h", "engine/sampling/sample.h"},
      {"engine/sampling/a.h", "engine/measure/seam.h"},
      {"engine/mixer/a.h", "app/model/model.h"},
      {"app/model/a.h", "app/view/camera.h"},
      {"app/view/a.h", "app/session/session.h"},
      {"app/session/a.h", "app/ui/panel.h"},
      {"app/session/a.h", "app/import/import.h"},
      {"app/import/a.h", "app/session/session.h"},
      {"app/render/a.h", "app/session/session.h"},
      {"app/render/a.h", "app/platform/window.h"},
      {"app/ui/a.h", "app/render/renderer.h"},
      {"app/ui/a.h", "app/platform/window.h"},
      {"app/record/a.h", "app/view/camera.h"},
      {"app/platform/a.h", "engine/math/transform.h"},
  };
  for (const auto& [path, header] : planted) {
    EXPECT_EQ(forbiddenIncludes(path, "#include \"" + header + "\"\n").size(), 1u) << path << " includes " << header;
  }
}

TEST(Layers, RefuseALibraryInTheWrongRoom) {
  const std::vector<std::pair<std::string, std::string>> planted{
      {"engine/clip/a.h", "nlohmann/json.hpp"},
      {"engine/clip/a.h", "assimp/scene.h"},
      {"engine/clip/a.h", "fstream"},
      {"engine/clip/a.h", "thread"},
      {"engine/clip/a.h", "unistd.h"},
      {"app/session/a.h", "imgui.h"},
      {"app/cli/a.h", "imgui.h"},
      {"app/cli/a.h", "GLFW/glfw3.h"},
      {"app/ui/a.h", "glad/gl.h"},
      {"app/render/a.h", "EGL/egl.h"},
      {"app/cli/a.h", "assimp/Importer.hpp"},
      {"app/cli/a.h", "libavcodec/avcodec.h"},
      {"app/ui/a.h", "libswscale/swscale.h"},
      {"app/session/a.h", "spdlog/spdlog.h"},
      {"app/session/a.h", "embedded_shaders.h"},
      {"app/model/a.h", "gtest/gtest.h"},
  };
  for (const auto& [path, header] : planted) {
    EXPECT_EQ(forbiddenIncludes(path, "  #  include <" + header + "> // why\n").size(), 1u)
        << path << " includes " << header;
  }
}

TEST(Layers, RefuseARelativePathAndAFileOutsideTheRooms) {
  EXPECT_THAT(forbiddenIncludes("engine/mixer/a.cpp", "#include \"ramp.h\"\n"), ElementsAre(HasSubstr("ramp.h")));
  EXPECT_THAT(forbiddenIncludes("app/model/a.cpp", "#include \"../view/camera.h\"\n"),
              ElementsAre(HasSubstr("from the top")));
  EXPECT_THAT(forbiddenIncludes("engine/attic/a.cpp", ""), ElementsAre(HasSubstr("lies in no room")));
}

}  // namespace
}  // namespace test
