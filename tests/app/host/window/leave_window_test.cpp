// Leaving unsaved changes in a real window: models, projects, and a window that ends.
#include "tests/app/host/window/drag_and_drop.h"
#include "tests/app/host/window/viewer_window.h"
#include "tests/support/source_folder.h"

namespace test {
namespace {

class LeaveWindow : public ViewerWindow {
 protected:
  LeaveWindow() : ViewerWindow(1280, 720) {}
  void SetUp() override {
    ViewerWindow::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    end(SIGTERM);
    const fs::path models = folder_ / "models";
    fs::create_directory(models);
    for (const char* const name : {"a.glb", "b.glb"})
      fs::copy_file(app::test::sourceFolder() / "assets/character.glb", models / name);
    begin();
  }
  void begin() {
    start((folder_ / "models/a.glb").string(), Settings::Kept);
    ASSERT_TRUE(shows("a.glb"));
  }
  bool shows(const std::string& model) {
    return waitUntil([&](const Json& s) { return s["model"] == model && s["loading"].is_null(); });
  }
  /// A transition from Walk to Run that the set keeps.
  void keepATransition() {
    xdotool("mousemove 60 300");
    xdotool("key x");
    ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("transitions.cells"); }));
    const Json& cells = now_["widgets"].at("transitions.cells");
    const auto x = std::lround(cells[0].get<double>() + 16), y = std::lround(cells[1].get<double>() + 1.5 * 18);
    clickAt(std::to_string(x) + " " + std::to_string(y));
    ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("transitions.seconds"); }));
    click("transitions.seconds");
    xdotool("type --delay 1 0.8");
    xdotool("key Return");
    ASSERT_TRUE(waitUntil([](const Json& s) { return s["transitions"].size() == 1 && s["unsaved"].get<bool>(); }))
        << now_["transitions"];
    set_ = now_["transitions"];
  }
  bool isBack() {
    return waitUntil([&](const Json& s) { return s["transitions"] == set_ && s["unsaved"].get<bool>(); });
  }

  Json set_;
};

TEST_F(LeaveWindow, BringsBackTheSetOfAModel) {
  keepATransition();
  xdotool("key Next");  // Page Down: the next file of the folder
  ASSERT_TRUE(shows("b.glb"));
  EXPECT_TRUE(now_["transitions"].empty());
  EXPECT_FALSE(now_["unsaved"].get<bool>());
  xdotool("key Prior");
  ASSERT_TRUE(shows("a.glb"));
  EXPECT_TRUE(isBack()) << now_["transitions"];
  EXPECT_EQ(now_["message"].get<std::string>().find("Your changes to a.glb are back: "), 0u) << now_["message"];
  end(SIGTERM);  // as a window that crashes: the next one offers what it had
  begin();
  EXPECT_TRUE(isBack()) << "and what was kept is there either way";
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("restore.discard"); }));
  click("restore.discard");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("toast.discard"); }));
  click("toast.discard");
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["transitions"].empty() && !s["unsaved"].get<bool>(); }));
  xdotool("key Next");
  ASSERT_TRUE(shows("b.glb"));
  xdotool("key Prior");
  ASSERT_TRUE(shows("a.glb"));
  EXPECT_TRUE(now_["transitions"].empty());
}

TEST_F(LeaveWindow, AsksBeforeAChangedProjectIsLeft) {
  xdotool("key ctrl+s");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("save.path"); })) << now_["message"];
  xdotool("key Return");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["project"].get<std::string>().ends_with("/a.crossfade"); }));
  keepATransition();
  const auto asks = [](const Json& s) { return s["widgets"].contains("leave.keep"); };
  xdotool("key Next");
  ASSERT_TRUE(waitUntil(asks));
  EXPECT_EQ(now_["model"], "a.glb");
  click("leave.cancel");
  ASSERT_TRUE(waitUntil([&](const Json& s) { return !asks(s) && s["loading"].is_null(); }));
  EXPECT_EQ(now_["model"], "a.glb");
  EXPECT_TRUE(isBack());
  xdotool("key Next");
  ASSERT_TRUE(waitUntil(asks));
  click("leave.save");
  ASSERT_TRUE(shows("b.glb"));
  std::ifstream saved(folder_ / "models/a.crossfade");
  EXPECT_EQ(Json::parse(saved)["transitions"].size(), 1u);
}

TEST_F(LeaveWindow, CtrlQAsksBeforeAChangedProjectIsLeft) {
  xdotool("key ctrl+s");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("save.path"); })) << now_["message"];
  xdotool("key Return");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["project"].get<std::string>().ends_with("/a.crossfade"); }));
  keepATransition();
  xdotool("key ctrl+q");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("leave.save"); }));
  xdotool("mousemove " + pointOf("leave.save"));
  ASSERT_EQ(std::system("xdotool click 1"), 0);  // draws no frame any more
  EXPECT_EQ(waitForEnd(), 0);
  std::ifstream saved(folder_ / "models/a.crossfade");
  EXPECT_EQ(Json::parse(saved)["transitions"].size(), 1u);
}

TEST_F(LeaveWindow, KeepsTheRecordingThatRuns) {
  keepATransition();
  xdotool("key Escape");
  click("view.record");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("record.path"); }));
  const fs::path film = folder_ / "film.avi";
  click("record.path");
  xdotool("key ctrl+a");
  xdotool("type --delay 1 " + film.string());
  xdotool("key Return");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("record.start"); }));
  click("record.start");
  ASSERT_TRUE(waitUntil([](const Json& s) { return !s["recording"].is_null() && s["recording"]["frames"] > 3; }));
  EXPECT_FALSE(fs::exists(film)) << "it is not whole yet";
  ASSERT_TRUE(closeWindow());
  EXPECT_EQ(waitForEnd(), 0);
  EXPECT_TRUE(fs::exists(film));
  begin();
  EXPECT_TRUE(isBack()) << "as without a recording";
  EXPECT_FALSE(now_["widgets"].contains("restore.discard")) << "the window did not crash";
}

}  // namespace
}  // namespace test
