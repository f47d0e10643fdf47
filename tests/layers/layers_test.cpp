#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
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

// Every source file of the library and the viewer, by its path from the top of the tree.
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

TEST(Layers, DependInOneDirectionOnly) {
  const auto files = sourceFiles();
  EXPECT_GT(files.size(), 100u) << "found too few files to have read the tree";
  for (const auto& [path, text] : files)
    for (const std::string& complaint : forbiddenIncludes(path, text)) ADD_FAILURE() << complaint;
}

TEST(Layers, HaveNoFolderCycles) { EXPECT_THAT(folderCircles(sourceFiles()), IsEmpty()); }

TEST(Layers, FindAFolderCycle) {
  EXPECT_THAT(folderCircles({{"app/ui/a.h", "#include \"app/ui/widgets/b.h\"\n"},
                             {"app/ui/widgets/b.h", "#include \"app/view/c.h\"\n"},
                             {"app/view/c.h", ""}}),
              IsEmpty());
  EXPECT_THAT(folderCircles({{"app/ui/a.h", "#include \"app/ui/widgets/b.h\"\n"},
                             {"app/ui/widgets/b.h", "#include \"app/ui/d.h\"\n"}}),
              ElementsAre("app/ui -> app/ui/widgets -> app/ui"));
  EXPECT_THAT(folderCircles({{"engine/crossfade/a/a.cpp", "#include \"crossfade/a/detail/b.h\"\n"},
                             {"engine/crossfade/a/detail/b.h", "#include \"crossfade/a/c.h\"\n"}}),
              IsEmpty())
      << "detail/ is part of its module";
  EXPECT_THAT(folderCircles({{"app/a/a.h", "#include \"app/b/b.h\"\n"},
                             {"app/b/b.h", "#include \"app/c/c.h\"\n"},
                             {"app/c/c.h", "#include \"app/a/a.h\"\n"}}),
              testing::Contains("app/a -> app/b -> app/c -> app/a"));
}

TEST(Layers, OfTheSessionKeepJsonAndSimdOutOfItsHeader) {
  const auto files = sourceFiles();
  ASSERT_TRUE(files.contains("app/session/session.h"));
  const std::set<std::string> headers = transitiveIncludes(files, "app/session/session.h");
  EXPECT_TRUE(headers.contains("app/model/model.h")) << "the walk reaches what is included";
  for (const std::string& header : headers) {
    EXPECT_NE(header, "nlohmann/json.hpp");
    EXPECT_FALSE(header.starts_with("hwy/")) << header;
    EXPECT_FALSE(header.starts_with("engine/crossfade/crowd/")) << header;
  }
}

// Of 102,814 preprocessed lines with g++ 12, 45,069 were left without these headers.
TEST(Layers, OfPlayersKeepLargeHeadersOut) {
  const auto files = sourceFiles();
  const std::set<std::string> large{"memory",  "algorithm", "functional", "iterator", "cmath", "map",  "unordered_map",
                                    "sstream", "iostream",  "ranges",     "chrono",   "regex", "tuple"};
  for (const char* const header :
       {"engine/crossfade/transition/transition_player.h", "engine/crossfade/transition/transition_mixer.h",
        "engine/crossfade/clip/clip_set.h"}) {
    const std::set<std::string> included = transitiveIncludes(files, header);
    EXPECT_TRUE(included.contains("engine/crossfade/clip/keyframe_track.h")) << "the walk reaches what is included";
    for (const std::string& each : included) {
      EXPECT_FALSE(large.contains(each)) << header << " includes <" << each << ">";
      const bool isSmall = each.starts_with("glm/ext/vector_") || each == "glm/vec2.hpp";
      EXPECT_TRUE(!each.starts_with("glm/") || isSmall) << header << " includes <" << each << ">";
    }
  }
}

// After their paths, so that no two are the same: whoever uses the library may reach a header by two paths.
std::string guardOf(std::string path) {
  path.erase(0, std::string_view("engine/").size());
  for (char& c : path) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? static_cast<char>(std::toupper(c)) : '_';
  return path;
}

TEST(Layers, OfHeadersAreReadOnce) {
  EXPECT_EQ(guardOf("engine/crossfade/clip/key_cursor.h"), "CROSSFADE_CLIP_KEY_CURSOR_H");
  for (const auto& [path, text] : sourceFiles()) {
    if (!path.ends_with(".h")) continue;
    if (!path.starts_with("engine/")) {
      EXPECT_THAT(text, HasSubstr("\n#pragma once\n")) << path;
      continue;
    }
    const std::string guard = guardOf(path);
    EXPECT_THAT(text, HasSubstr("\n#ifndef " + guard + "\n#define " + guard + "\n"));
    EXPECT_TRUE(text.ends_with("\n#endif  // " + guard + "\n")) << path;
  }
}

TEST(Layers, OfPublicHeadersCheckGlmSettings) {
  for (const auto& [path, text] : sourceFiles()) {
    const bool isPublic = path.starts_with("engine/") && path.ends_with(".h") && path.find("/detail/") == path.npos;
    if (!isPublic || path.ends_with("/glm_settings.h") || text.find("#include <glm/") == text.npos) continue;
    EXPECT_THAT(text, HasSubstr("#include \"crossfade/base/glm_settings.h\"\n")) << path;
  }
}

TEST(Layers, OfFormatsNameJsonOnlyInSources) {
  for (const auto& [path, text] : sourceFiles()) {
    const bool forSources = path == "app/format/json_text.h" || path == "app/format/field_json.h";
    if (!path.starts_with("app/format/") || !path.ends_with(".h") || forSources) continue;
    EXPECT_EQ(text.find("<nlohmann/json.hpp>"), std::string::npos) << path << " can include json_fwd.hpp";
  }
}

TEST(Layers, FindTransitiveIncludes) {
  EXPECT_THAT(transitiveIncludes({{"app/ui/a.h", "#include \"app/view/b.h\"\n"},
                                  {"app/view/b.h", "#include \"crossfade/clip/c.h\"\n#include <vector>\n"},
                                  {"engine/crossfade/clip/c.h", "#include <hwy/highway.h>\n"}},
                                 "app/ui/a.h"),
              ElementsAre("app/view/b.h", "engine/crossfade/clip/c.h", "hwy/highway.h", "vector"));
}

TEST(Layers, AllowDeclaredDependencies) {
  EXPECT_THAT(forbiddenIncludes("engine/crossfade/clip/key_cursor.cpp",
                                "#include \"crossfade/clip/key_cursor.h\"\n#include \"crossfade/math/hermite.h\"\n"
                                "#include <glm/glm.hpp>\n#include <vector>\n"),
              IsEmpty());
  const std::vector<std::pair<std::string, std::string>> allowed{
      {"engine/crossfade/quality/seam.cpp", "crossfade/pose/blend.h"},
      {"engine/crossfade/crowd/a.cpp", "crossfade/crowd/detail/kernels.h"},
      {"engine/crossfade/crowd/detail/a.h", "crossfade/crowd/detail/kernels.h"},
      {"app/session/session.h", "app/session/timing/timing_scene.h"},
      {"app/ui/panel.cpp", "app/session/session.h"},
      {"app/ui/panel.cpp", "app/ui/shapes/shape_panel.h"},
      {"app/ui/shapes/a.cpp", "app/ui/widgets/icons.h"},
      {"app/import/collada/a.cpp", "app/import/motion/file_motion.h"},
      {"app/cli/render.cpp", "app/render/renderer.h"},
      {"app/main.cpp", "app/cli/main.h"},
  };
  for (const auto& [path, header] : allowed)
    EXPECT_THAT(forbiddenIncludes(path, "#include \"" + header + "\"\n"), IsEmpty());

  const std::vector<std::pair<std::string, std::string>> libraries{
      {"app/import/assimp/a.cpp", "assimp/scene.h"},
      {"app/import/gltf/a.cpp", "nlohmann/json.hpp"},
      {"app/ui/panel.cpp", "imgui.h"},
      {"app/ui/widgets/a.cpp", "imgui.h"},
      {"app/render/program.cpp", "glad/gl.h"},
      {"app/cli/render.cpp", "CLI/CLI.hpp"},
  };
  for (const auto& [path, header] : libraries)
    EXPECT_THAT(forbiddenIncludes(path, "#include <" + header + ">\n"), IsEmpty());
  EXPECT_THAT(forbiddenIncludes("app/render/program.cpp", "#include \"embedded_shaders.h\"\n"), IsEmpty());
}

// Modules from the bottom up, as in docs/architecture.md: each is forbidden to include any of a later tier, or of its
// own.
using Tiers = std::vector<std::vector<std::string>>;

void expectNoArrowUpOrAcross(const Tiers& tiers) {
  const auto header = [](const std::string& folder) {
    return (folder.starts_with("engine/") ? folder.substr(7) : folder) + "/planted.h";
  };
  for (std::size_t below = 0; below < tiers.size(); ++below)
    for (const std::string& from : tiers[below])
      for (std::size_t above = below; above < tiers.size(); ++above)
        for (const std::string& to : tiers[above]) {
          if (to == from) continue;
          EXPECT_EQ(forbiddenIncludes(from + "/a.cpp", "#include \"" + header(to) + "\"\n").size(), 1u)
              << from << " includes " << to;
        }
}

TEST(Layers, RefuseIncludesUpOrAcrossInTheEngine) {
  const std::string engine = "engine/crossfade/";
  expectNoArrowUpOrAcross({{engine + "base"},
                           {engine + "math"},
                           {engine + "curve", engine + "clip", engine + "skeleton", engine + "shape", engine + "clock"},
                           {engine + "mixer"},
                           {engine + "pose"},
                           {engine + "transition"},
                           {engine + "crowd"},
                           {engine + "quality"},
                           {"app/input", "app/jobs", "app/profile", "app/model"}});
}

TEST(Layers, RefuseIncludesUpOrAcrossInTheViewer) {
  expectNoArrowUpOrAcross({{"app/input", "app/jobs", "app/profile", "app/model"},
                           {"app/view"},
                           {"app/session"},
                           {"app/format", "app/ui"},
                           {"app/host"},
                           {"app/cli"}});
  expectNoArrowUpOrAcross({{"app/import", "app/render", "app/record", "app/platform"},
                           {"app/session"},
                           {"app/format", "app/ui"},
                           {"app/host"},
                           {"app/cli"}});
}

TEST(Layers, RefuseIncludesUpOrAcrossBetweenSubfolders) {
  expectNoArrowUpOrAcross({{"app/import/file"}, {"app/import/gltf"}, {"app/import/assimp"}, {"app/session"}});
  expectNoArrowUpOrAcross(
      {{"app/session/checks"},
       {"app/session/character", "app/session/shapes", "app/session/timing", "app/session/crowd", "app/session/curves"},
       {"app/ui"}});
  expectNoArrowUpOrAcross({{"app/ui/widgets"},
                           {"app/ui/character", "app/ui/shapes", "app/ui/timing", "app/ui/crowd", "app/ui/curves"},
                           {"app/host"}});
}

TEST(Layers, KeepIndependentModulesIndependent) {
  EXPECT_THAT(forbiddenIncludes("engine/crossfade/clip/a.h", "// first\n#include \"crossfade/mixer/ramp.h\"\n"),
              ElementsAre(HasSubstr("engine/crossfade/clip/a.h:2: includes crossfade/mixer/ramp.h, but "
                                    "engine/crossfade/clip may include only engine/crossfade/base, ")));
  const std::vector<std::pair<std::string, std::string>> planted{
      {"engine/crossfade/mixer/a.h", "crossfade/shape/shape.h"},
      {"engine/crossfade/mixer/a.h", "crossfade/clock/clock.h"},
      {"app/input/a.h", "crossfade/math/transform.h"},
      {"app/profile/a.h", "crossfade/clock/clock.h"},
      {"app/platform/a.h", "crossfade/math/transform.h"},
      {"app/platform/a.h", "app/model/model.h"},
      {"app/import/a.h", "app/view/camera.h"},
      {"app/render/a.h", "app/session/session.h"},
      {"app/record/a.h", "app/view/camera.h"},
      {"app/ui/a.h", "app/import/import.h"},
      {"app/ui/a.h", "app/render/renderer.h"},
      {"app/ui/a.h", "app/platform/window.h"},
      {"app/ui/a.h", "app/record/film.h"},
      {"app/main.cpp", "app/host/film.h"},
  };
  for (const auto& [path, header] : planted)
    EXPECT_EQ(forbiddenIncludes(path, "#include \"" + header + "\"\n").size(), 1u) << path << " includes " << header;
}

TEST(Layers, RefuseTheDetailOfAnotherModuleAndInPublicHeaders) {
  EXPECT_THAT(forbiddenIncludes("app/host/a.cpp", "#include \"crossfade/crowd/detail/kernels.h\"\n"),
              ElementsAre(HasSubstr("it is private to engine/crossfade/crowd")));
  EXPECT_THAT(forbiddenIncludes("engine/crossfade/quality/a.cpp", "#include \"crossfade/crowd/detail/kernels.h\"\n"),
              ElementsAre(HasSubstr("it is private to engine/crossfade/crowd")));
  EXPECT_THAT(forbiddenIncludes("engine/crossfade/crowd/a.h", "#include \"crossfade/crowd/detail/kernels.h\"\n"),
              ElementsAre(HasSubstr("a public header is installed")));
}

TEST(Layers, RefuseALibraryInTheWrongModule) {
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
      {"app/import/gltf/a.h", "assimp/Importer.hpp"},
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

TEST(Layers, RefuseARelativePathAndAFileOutsideTheModules) {
  EXPECT_THAT(forbiddenIncludes("engine/crossfade/mixer/a.cpp", "#include \"ramp.h\"\n"),
              ElementsAre(HasSubstr("ramp.h")));
  EXPECT_THAT(forbiddenIncludes("app/model/a.cpp", "#include \"../view/camera.h\"\n"),
              ElementsAre(HasSubstr("start at the top")));
  EXPECT_THAT(forbiddenIncludes("engine/crossfade/attic/a.cpp", ""), ElementsAre(HasSubstr("is in no module")));
}

}  // namespace
}  // namespace test
