// Files dropped on the real window.
#include "tests/app/host/window/drag_and_drop.h"
#include "tests/app/host/window/viewer_window.h"
#include "tests/support/source_folder.h"

namespace test {
namespace {

using Files = std::vector<fs::path>;

class DropWindow : public ViewerWindow {
 protected:
  void SetUp() override {
    ViewerWindow::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    write("stroll.json", R"({"commands": [{"at": 0, "do": "play", "clip": "Wolk"}, {"at": 3000, "do": "pause"}]})");
    write("square.svg", R"(<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0H9V9H0Z"/></svg>)");
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  /// The bundled character with another name for its Walk.
  void writeStroller() const {
    std::ifstream stream(app::test::sourceFolder() / "assets/character.glb", std::ios::binary);
    std::string bytes(std::istreambuf_iterator<char>(stream), {});
    const std::string name = R"("name":"Walk")";
    const std::size_t at = bytes.find(name);
    ASSERT_NE(at, std::string::npos);
    write("stroller.glb", bytes.replace(at, name.size(), R"("name":"Wolk")"));
  }
  void drop(const std::vector<std::string>& names) {
    Files files;
    for (const std::string& name : names) files.push_back(folder_ / name);
    ASSERT_TRUE(dropFiles(files, 300, 300)) << "the window does not take the files";
  }
  bool strolls() {
    return waitUntil([](const Json& s) {
      return s["model"] == "stroller.glb" && s["widgets"].contains("script") && weightOf(s, "Wolk") == 1.0;
    });
  }
  bool isQuiet() {
    return waitUntil([](const Json& s) { return s["loading"].is_null(); });
  }
};

TEST_F(DropWindow, OpensAModelAndRunsTheScriptDroppedBesideItInAnyOrder) {
  writeStroller();
  write("notes.txt", "not a model");
  for (const std::vector<std::string>& names :
       {std::vector<std::string>{"notes.txt", "stroll.json", "stroller.glb"}, {"stroller.glb", "stroll.json"}}) {
    drop(names);
    EXPECT_TRUE(strolls()) << names[0] << ": " << now_["message"];
    EXPECT_EQ(now_["message"], "");
    drop({"notes.txt"});
    EXPECT_TRUE(waitUntil([](const Json& s) { return s["message"] != ""; })) << "alone, it says why it does not open";
    end(SIGTERM);
    start("");
  }
}

TEST_F(DropWindow, RunsNoScriptWhoseModelDoesNotOpen) {
  write("broken.glb", "glTF?");
  write("walk.json", R"({"commands": [{"at": 0, "do": "play", "clip": "Walk"}, {"at": 3000, "do": "pause"}]})");
  write("square.json", R"({"shapes": [{"name": "square", "points": [[0, 0], [9, 0], [9, 9], [0, 9]]}]})");
  drop({"square.json", "walk.json", "broken.glb"});
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["scene"] == "shapes"; })) << "shapes need no model";
  EXPECT_TRUE(isQuiet());
  xdotool("mousemove 300 310");
  EXPECT_FALSE(now_["widgets"].contains("script"));
  EXPECT_EQ(weightOf(now_, "Walk"), 0.0);
  EXPECT_TRUE(waitUntil([](const Json& s) {
    const auto text = s["message"].get<std::string>();
    return text.starts_with("broken.glb: ") && text.ends_with("\nwalk.json was not run: its model was not opened");
  })) << now_["message"];
}

TEST_F(DropWindow, RunsNoScriptOnAnotherModelThatGotMotion) {
  write("broken.glb", "glTF?");
  write("walk.json", R"({"commands": [{"at": 0, "do": "play", "clip": "Walk"}, {"at": 3000, "do": "pause"}]})");
  write("dance.bvh",
        "HIERARCHY\nROOT Hips\n{\n  OFFSET 0 0 0\n  CHANNELS 3 Xposition Yposition Zposition\n  End Site\n  {\n"
        "    OFFSET 0 1 0\n  }\n}\nMOTION\nFrames: 2\nFrame Time: 0.5\n0 0 0\n0 1 0\n");
  drop({"walk.json", "dance.bvh", "broken.glb"});
  EXPECT_TRUE(waitUntil([](const Json& s) {
    return s["message"].get<std::string>().ends_with("walk.json was not run: its model was not opened");
  })) << now_["message"];
  EXPECT_FALSE(now_["widgets"].contains("script"));
}

TEST_F(DropWindow, RunsAScriptWhoseModelOpensThoughMotionDoesNot) {
  writeStroller();
  write("dance.bvh", "HIERARCHY?");
  drop({"stroll.json", "dance.bvh", "stroller.glb"});
  EXPECT_TRUE(strolls()) << now_["message"];
}

TEST_F(DropWindow, ShowsTheProjectThatWasDroppedWithItsModel) {
  writeStroller();
  write("slow.crossfade", R"({"crossfade": 1, "model": {"path": "stroller.glb"}, "fade": {"seconds": 1.25}})");
  for (const std::vector<std::string>& names :
       {std::vector<std::string>{"slow.crossfade", "stroller.glb"}, {"stroller.glb", "slow.crossfade"}}) {
    drop(names);
    EXPECT_TRUE(waitUntil([this](const Json& s) {
      return s["project"] == (folder_ / "slow.crossfade").string() && s["loading"].is_null();
    })) << names[0];
    EXPECT_EQ(now_["fadeSeconds"], 1.25);
    end(SIGTERM);
    start("");
  }
}

TEST_F(DropWindow, RunsAScriptOnTheShapesDroppedBesideIt) {
  write("show.json", R"({"commands": [{"at": 0, "do": "scene", "scene": "timing"}, {"at": 3000, "do": "pause"}]})");
  for (const std::vector<std::string>& names :
       {std::vector<std::string>{"show.json", "square.svg"}, {"square.svg", "show.json"}}) {
    drop(names);
    EXPECT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("script"); }));
    EXPECT_TRUE(waitUntil([](const Json& s) { return s["message"].get<std::string>().ends_with("is imported"); }));
    EXPECT_EQ(now_["scene"], "timing") << names[0] << " came first, and the script did not run on the shapes";
    end(SIGTERM);
    start("");
  }
}

class RecordedDrop : public DropWindow {
 protected:
  static constexpr double kFrame = 0.04;  // of a GIF at 25 frames per second, which is what the panel begins with

  void type(const std::string& widget, const std::string& text) {
    click(widget);
    xdotool("key ctrl+a");
    xdotool("type --delay 1 " + text);
    xdotool("key Return");
  }
  /// A second of the small picture.
  void record() {
    click("view.record");
    ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("record.start"); }));
    click("record.size.0");
    type("record.length", "1");
    type("record.path", film_.string());
    click("record.start");
    ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("record.progress"); }));
  }
  /// Until the film is written: whether the script's clip was only ever seen at times of the film's frames.
  bool isFilmedFromItsBeginning() {
    bool seen = false, onFrames = true;
    const bool written = waitUntil([&](const Json& s) {
      if (s["recording"].is_object() && !s["recording"]["closing"].get<bool>() && s["widgets"].contains("script"))
        for (const Json& clip : s["clips"])
          if (clip["name"] == "Walk" && clip["scheduled"].get<bool>()) {
            const double frames = clip["time"].get<double>() / kFrame;
            onFrames = onFrames && std::abs(frames - std::round(frames)) < 1e-3;
            seen = true;
          }
      return s["message"].get<std::string>().ends_with("film.gif is written");
    });
    EXPECT_TRUE(seen) << "it does not play while the film is recorded";
    return written && onFrames;
  }
  void SetUp() override {
    DropWindow::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    write("walk.json", R"({"commands": [{"at": 0, "do": "play", "clip": "Walk"}, {"at": 3000, "do": "pause"}]})");
  }
  const fs::path film_ = folder_ / "film.gif";
};

TEST_F(RecordedDrop, AScriptDroppedOnARecordingIsFilmedFromItsBeginning) {
  record();
  drop({"walk.json"});
  EXPECT_TRUE(isFilmedFromItsBeginning());
  EXPECT_TRUE(fs::exists(film_));
  EXPECT_TRUE(now_["widgets"].contains("script")) << "it goes on after the film";
}

TEST_F(RecordedDrop, ARecordingBegunInAScriptLeavesItRunning) {
  drop({"walk.json"});
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("script"); }));
  record();
  EXPECT_TRUE(
      waitUntil([](const Json& s) { return s["message"].get<std::string>().ends_with("film.gif is written"); }));
  EXPECT_TRUE(now_["widgets"].contains("script"));
  EXPECT_EQ(weightOf(now_, "Walk"), 1.0);
  for (const auto& entry : fs::directory_iterator(film_.parent_path())) EXPECT_NE(entry.path().extension(), ".part");
}

}  // namespace
}  // namespace test
