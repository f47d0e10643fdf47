// The sheet of exports in the real window.
#include "tests/app/host/window/viewer_window.h"

namespace test {
namespace {

class ExportWindow : public ViewerWindow {
 protected:
  ExportWindow() : ViewerWindow(1280, 720) {}
  /// Waits for a message with this text, and returns the path that it begins with.
  std::string written(const std::string& text) {
    std::string path;
    EXPECT_TRUE(waitUntil([&](const Json& s) {
      const std::string message = s["message"];
      const std::size_t at = message.find(" is written");
      if (message.find(text) == message.npos || at == message.npos) return false;
      path = message.substr(0, at);
      return true;
    })) << text;
    return path;
  }
  bool shows(const std::string& widget) {
    return waitUntil([&](const Json& s) { return s["widgets"].contains(widget); });
  }
};

TEST_F(ExportWindow, BakesReportsTunesAndSavesCode) {
  xdotool("key 2");
  ASSERT_TRUE(waitUntil([](const Json& s) { return weightOf(s, "Walk") == 1.0; }));
  xdotool("key 3");
  ASSERT_TRUE(waitUntil([](const Json& s) { return weightOf(s, "Run") == 1.0; }));
  xdotool("key ctrl+e");
  ASSERT_TRUE(shows("export.saveCode"));
  xdotool("mousemove 300 300");  // until what the code loses is there, and the buttons are below it
  click("export.saveCode");
  const std::string code = written("transitions-");
  EXPECT_TRUE(fs::exists(code));
  click("export.row.1");
  ASSERT_TRUE(shows("export.bakeNow"));
  click("export.bakeNow");
  const std::string copy = written("with 1 new clip");
  EXPECT_TRUE(fs::exists(copy)) << copy;
  click("export.row.4");
  ASSERT_TRUE(shows("export.tuneNow"));
  const int before = now_["history"]["steps"];
  click("export.tuneNow");
  EXPECT_TRUE(waitUntil([&](const Json& s) {
    return s["widgets"].contains("export.tuneNow") && s["history"]["steps"] == before + 1;
  })) << now_["message"];
  EXPECT_EQ(now_["transitions"].size(), 1u);
  click("export.tune.2");
  click("export.tuneNow");
  ASSERT_TRUE(shows("export.cancel"));
  click("export.cancel");
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["message"] == "The export was canceled."; }));
  EXPECT_EQ(now_["transitions"].size(), 1u);
  for (const std::string& file : {code, copy}) fs::remove(file);
}

TEST_F(ExportWindow, KeepsTheSettingsOfTheWindow) {
  end(SIGTERM);
  start("", Settings::Kept);
  click("view.settings");
  ASSERT_TRUE(shows("settings.scale.2"));
  const double width = now_["widgets"]["settings.scale.2"][2];
  click("settings.quality.4");
  const double icon = now_["widgets"]["view.settings"][2];
  click("settings.scale.2");
  ASSERT_TRUE(waitUntil([&](const Json& s) { return s["widgets"]["view.settings"][2] > 1.1 * icon; }));
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));  // settings are written once a second
  end(SIGTERM);
  start("", Settings::Kept);
  click("view.settings");
  ASSERT_TRUE(shows("settings.scale.2"));
  EXPECT_GT(now_["widgets"]["settings.scale.2"][2], 1.1 * width);
}

}  // namespace
}  // namespace test
