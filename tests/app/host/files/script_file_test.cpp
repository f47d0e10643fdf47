// Scripts as files.
#include "app/host/files/session_files.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "app/format/sequence_text.h"
#include "app/format/shape_json.h"
#include "app/session/shapes/shape_scene.h"
#include "tests/support/program.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

namespace fs = std::filesystem;

/// The working folder is another one during the test.
class InAFolder : public testing::Test {
 protected:
  InAFolder() { fs::current_path(folder_); }
  ~InAFolder() override { fs::current_path(before_); }

  fs::path before_ = fs::current_path();
  fs::path folder_ = ::test::scratchFolder("script");
};

void write(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }

/// The only command that says something, for a file that is refused.
ShowMessage messageOf(const Commands& commands) {
  const auto* const message = commands.size() == 1 ? commands[0].as<ShowMessage>() : nullptr;
  return message ? *message : ShowMessage{"no message"};
}

TEST_F(InAFolder, AQueueIsWrittenUnderANewNameEachTime) {
  Session session(test::character());
  ASSERT_TRUE(session.apply(SetQueue{{{.fade = {.clip = 0}}, {.fade = {.clip = 2}, .plays = 3, .inLoops = true}}}));
  const std::string text = queueScript(session);
  for (const char* const name : {"out/queue-001.json", "out/queue-002.json"}) {
    const Commands commands = writeNumbered("out/queue.json", text);
    ASSERT_EQ(commands.size(), 2u);
    ASSERT_TRUE(commands[0].is<ReportWritten>() && commands[1].is<ShowMessage>());
    const std::string file = (folder_ / name).string();
    EXPECT_EQ(commands[0].as<ReportWritten>()->path, file);
    EXPECT_EQ(commands[1].as<ShowMessage>()->text, file + " is written");
  }
  const auto script = loadScript("out/queue-002.json", session.model());
  ASSERT_TRUE(script) << script.error().message;
  EXPECT_TRUE(script->back().command.is<PlayQueue>());
}

TEST_F(InAFolder, TheContentOfAFileSaysWhatItIs) {
  write("fade.json", R"({"about": {"shapes": 1}, "commands": []})");
  const Commands script = commandsOfFile("fade.json");
  ASSERT_EQ(script.size(), 1u);
  EXPECT_EQ(script[0].as<RunScript>()->path, "fade.json");

  write("drawing.json", shapesJson({.keys = openingShapes().keys, .settings = {}}));
  EXPECT_TRUE(commandsOfFile("drawing.json").back().is<ShapeCommand>());
  write("renamed.json", R"({"crossfade": 1, "shapes": []})");
  EXPECT_NE(messageOf(commandsOfFile("renamed.json")).text.find("this is a project; rename it to end in .crossfade"),
            std::string::npos);
  EXPECT_TRUE(messageOf(commandsOfFile("missing.json")).isError);
}

TEST_F(InAFolder, ScriptsComeLastAmongSeveralFiles) {
  write("fade.json", R"({"commands": []})");
  write("drawing.json", shapesJson({.keys = openingShapes().keys, .settings = {}}));
  const Commands commands = commandsOfFiles({"fade.json", "drawing.json"});
  ASSERT_FALSE(commands.empty());
  EXPECT_TRUE(commands.back().is<RunScript>());
  EXPECT_TRUE(commands[commands.size() - 2].is<ShapeCommand>());
}

TEST_F(InAFolder, WithoutTheirModelScriptsAreNamedAndShapesImported) {
  write("fade.json", R"({"commands": []})");
  write("drawing.json", shapesJson({.keys = openingShapes().keys, .settings = {}}));
  const Commands commands = commandsOfFiles({"fade.json", "drawing.json"}, "fox.glb: is broken");
  for (const Command& command : commands) EXPECT_FALSE(command.is<RunScript>());
  EXPECT_TRUE(commands[commands.size() - 2].is<ShapeCommand>());
  EXPECT_EQ(commands.back().as<ShowMessage>()->text,
            "fox.glb: is broken\nfade.json was not run: its model was not opened");
  EXPECT_TRUE(commands.back().as<ShowMessage>()->isError);
  const Commands canceled = commandsOfFiles({"drawing.json"}, "");
  EXPECT_TRUE(canceled.back().is<ShapeCommand>()) << "nothing to say";
}

TEST_F(InAFolder, ABrokenScriptIsNotTakenForShapes) {
  write("broken.json", R"({"commands": [{"at": 0,]})");
  const Commands commands = commandsOfFile("broken.json");
  ASSERT_TRUE(commands[0].is<RunScript>()) << "reading it says where it is broken";
}

}  // namespace
}  // namespace app
