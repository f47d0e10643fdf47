#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/layers/include_rules.h"
#include "tests/support/source_folder.h"

namespace test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Every source file of the engine and the viewer by its path from the top of the tree.
std::map<std::string, std::string> sourceFiles() {
  namespace fs = std::filesystem;
  const fs::path top = app::test::sourceFolder();
  std::map<std::string, std::string> files;
  for (const char* folder : {"engine", "app"}) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(top / folder)) {
      const std::string extension = entry.path().extension().string();
      if (!entry.is_regular_file() || (extension != ".h" && extension != ".cpp" && extension != ".inl")) continue;
      std::ifstream file(entry.path());
      files[fs::relative(entry.path(), top).generic_string()] = {std::istreambuf_iterator<char>(file), {}};
    }
  }
  return files;
}

TEST(Layers, OfTheWholeTreeRunOneWay) {
  const auto files = sourceFiles();
  EXPECT_FALSE(files.empty()) << "nothing was read, so nothing was checked";
  for (const auto& [path, text] : files)
    for (const std::string& complaint : forbiddenIncludes(path, text)) ADD_FAILURE() << complaint;
}

TEST(Layers, OfTheWholeTreeHaveNoCircleOfFolders) { EXPECT_THAT(folderCircles(sourceFiles()), IsEmpty()); }

TEST(Layers, FindACircleOfFolders) {
  EXPECT_THAT(folderCircles({{"app/ui/a.h", "#include \"app/ui/widgets/b.h\"\n"},
                             {"app/ui/widgets/b.h", "#include \"app/view/c.h\"\n"},
                             {"app/view/c.h", ""}}),
              IsEmpty());
  EXPECT_THAT(folderCircles({{"app/ui/a.h", "#include \"app/ui/widgets/b.h\"\n"},
                             {"app/ui/widgets/b.h", "#include \"app/ui/d.h\"\n"}}),
              ElementsAre("app/ui -> app/ui/widgets -> app/ui"));
  EXPECT_THAT(folderCircles({{"app/a/a.h", "#include \"app/b/b.h\"\n"},
                             {"app/b/b.h", "#include \"app/c/c.h\"\n"},
                             {"app/c/c.h", "#include \"app/a/a.h\"\n"}}),
              testing::Contains("app/a -> app/b -> app/c -> app/a"));
}

TEST(Layers, LetPassWhatTheArrowsAllow) {
  EXPECT_THAT(forbiddenIncludes("engine/crossfade/clip/key_cursor.cpp",
                                "#include \"crossfade/clip/key_cursor.h\"\n#include \"crossfade/math/hermite.h\"\n"
                                "#include <glm/glm.hpp>\n#include <vector>\n"),
              IsEmpty());
  EXPECT_THAT(forbiddenIncludes("engine/crossfade/quality/seam.cpp", "#include \"crossfade/pose/sample.h\"\n"),
              IsEmpty());
  EXPECT_THAT(forbiddenIncludes("app/ui/panel.cpp", "#include <imgui.h>\n#include \"app/session/session.h\"\n"),
              IsEmpty());
  EXPECT_THAT(forbiddenIncludes("app/ui/input.cpp", "#include \"app/platform/window.h\"\n"), testing::Not(IsEmpty()));
  EXPECT_THAT(forbiddenIncludes("app/render/program.cpp", "#include \"embedded_shaders.h\"\n#include <glad/gl.h>\n"),
              IsEmpty());
  EXPECT_THAT(forbiddenIncludes("app/cli/render.cpp", "#include \"app/render/renderer.h\"\n#include <CLI/CLI.hpp>\n"),
              IsEmpty());
  EXPECT_THAT(forbiddenIncludes("app/main.cpp", "#include \"app/cli/main.h\"\n"), IsEmpty());
}

TEST(Layers, RefuseAnArrowThatRunsBack) {
  EXPECT_THAT(forbiddenIncludes("engine/crossfade/clip/a.h", "// first\n#include \"crossfade/mixer/ramp.h\"\n"),
              ElementsAre(HasSubstr("engine/crossfade/clip/a.h:2: includes crossfade/mixer/ramp.h, but "
                                    "engine/crossfade/clip may know only engine/crossfade/base, ")));
  const std::vector<std::pair<std::string, std::string>> planted{
      {"engine/crossfade/base/a.h", "crossfade/math/transform.h"},
      {"engine/crossfade/clip/a.h", "crossfade/skeleton/skeleton.h"},
      {"engine/crossfade/curve/a.h", "crossfade/clip/clip.h"},
      {"engine/crossfade/mixer/a.h", "crossfade/pose/sample.h"},
      {"engine/crossfade/pose/a.h", "crossfade/quality/seam.h"},
      {"engine/crossfade/mixer/a.h", "app/model/model.h"},
      {"engine/crossfade/pose/a.h", "crossfade/transition/transition.h"},
      {"engine/crossfade/transition/a.h", "crossfade/crowd/rig.h"},
      {"engine/crossfade/crowd/a.h", "crossfade/quality/seam.h"},
      {"engine/crossfade/shape/a.h", "crossfade/clock/clock.h"},
      {"engine/crossfade/mixer/a.h", "app/profile/frame_profiler.h"},
      {"app/profile/a.h", "crossfade/clock/clock.h"},
      {"app/jobs/a.h", "app/profile/frame_profiler.h"},
      {"app/input/a.h", "app/platform/window.h"},
      {"app/session/a.h", "app/format/script.h"},
      {"app/format/a.h", "app/ui/panel.h"},
      {"app/ui/a.h", "app/format/script.h"},
      {"app/ui/a.h", "app/host/film.h"},
      {"app/host/a.h", "app/cli/commands.h"},
      {"app/main.cpp", "app/host/film.h"},
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
      {"app/platform/a.h", "crossfade/math/transform.h"},
  };
  for (const auto& [path, header] : planted) {
    EXPECT_EQ(forbiddenIncludes(path, "#include \"" + header + "\"\n").size(), 1u) << path << " includes " << header;
  }
}

TEST(Layers, RefuseALibraryInTheWrongRoom) {
  const std::vector<std::pair<std::string, std::string>> planted{
      {"engine/crossfade/clip/a.h", "nlohmann/json.hpp"},
      {"app/session/a.h", "nlohmann/json.hpp"},
      {"engine/crossfade/clip/a.h", "assimp/scene.h"},
      {"engine/crossfade/clip/a.h", "fstream"},
      {"engine/crossfade/clip/a.h", "thread"},
      {"engine/crossfade/clip/a.h", "unistd.h"},
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
  EXPECT_THAT(forbiddenIncludes("engine/crossfade/mixer/a.cpp", "#include \"ramp.h\"\n"),
              ElementsAre(HasSubstr("ramp.h")));
  EXPECT_THAT(forbiddenIncludes("app/model/a.cpp", "#include \"../view/camera.h\"\n"),
              ElementsAre(HasSubstr("from the top")));
  EXPECT_THAT(forbiddenIncludes("engine/crossfade/attic/a.cpp", ""), ElementsAre(HasSubstr("is in no module")));
}

}  // namespace
}  // namespace test
