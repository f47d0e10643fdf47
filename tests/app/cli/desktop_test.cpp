// What a desktop and a shell know of the program.
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/model/file_formats.h"
#include "tests/support/program.h"
#include "tests/support/source_folder.h"
#include "tests/support/temporary_folder.h"

namespace test {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

std::string desktopFile(const std::string& name) {
  std::stringstream text;
  text << std::ifstream(app::test::sourceFolder() / "assets/desktop" / name).rdbuf();
  return text.str();
}

TEST(Desktop, KnowsEveryFormat) {
  const std::string types = desktopFile("crossfade-mime.xml");
  for (const app::ModelFormat& format : app::kModelFormats) {
    const std::string ending(format.ending);
    if (ending == ".gltf" || ending == ".glb") continue;  // the desktop knows them already
    EXPECT_THAT(types, HasSubstr("pattern=\"*" + ending + "\""));
  }
  const std::string entry = desktopFile("org.crossfade.Crossfade.desktop");
  EXPECT_THAT(entry, HasSubstr("model/gltf-binary;model/gltf+json;"));
  std::stringstream lines(types);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find("mime-type type=\"");
    if (at == std::string::npos) continue;
    const std::string type = line.substr(at + 16, line.find('"', at + 16) - at - 16);
    EXPECT_THAT(entry, HasSubstr(type + ";"));
  }
}

/// What the shell offers after these words; the last one is being typed.
std::string completions(const std::string& words, int last) {
  const TemporaryFolder folder;
  const std::string script =
      writeFile(folder / "complete.sh",
                "source '" + (app::test::sourceFolder() / "assets/desktop/crossfade.bash").string() +
                    "'\nCOMP_WORDS=('" + programPath() + "' " + words + ")\nCOMP_CWORD=" + std::to_string(last) +
                    "\n_crossfade\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n");
  const std::string out = (folder / "out").string();
  EXPECT_EQ(std::system(("cd '" + folder.path().string() + "' && bash '" + script + "' > '" + out + "' 2>&1").c_str()),
            0);
  std::stringstream text;
  text << std::ifstream(out).rdbuf();
  return text.str();
}

TEST(Desktop, CompletesSubcommandsOptionsAndChoices) {
  EXPECT_EQ(completions("ren", 1), "render\n");
  EXPECT_EQ(completions("render --transp", 2), "--transparent\n");
  EXPECT_EQ(completions("render --influences ''", 3), "first\nall\n");
  EXPECT_EQ(completions("--quality h", 2), "high\n");
  EXPECT_THAT(completions("complete", 1), HasSubstr("complete.sh")) << "files, too";
  EXPECT_EQ(completions("render --out compl", 3), "complete.sh\n");
}

TEST(CommandLine, SaysWhatItWasBuiltWith) {
  const TemporaryFolder folder;
  const ProgramRun run = runCrossfade({"--version"}, folder.path());
  EXPECT_EQ(run.exitCode, 0);
  EXPECT_EQ(run.out.find("crossfade 0."), 0u);
  EXPECT_THAT(run.out,
              ContainsRegex("\nlibraries: assimp [0-9]+\\.[0-9]+\\.[0-9]+, Dear ImGui [0-9]+\\.[0-9]+[^\n]*, GLFW "
                            "[0-9]+\\.[0-9]+\\.[0-9]+, "));
  for (const char* line : {"\nbuild: ", "\nassimp is confined by: ", "\nwithout a display: ", "OpenGL"})
    EXPECT_THAT(run.out, HasSubstr(line));
}

}  // namespace
}  // namespace test
