// The real viewer in a real window under Wayland.
#include <linux/input-event-codes.h>

#include "tests/app/host/window/viewer_window.h"
#include "tests/app/wayland/wayland_desktop.h"

namespace test {
namespace {

constexpr int kWidth = 1600, kHeight = 1000;

class WaylandWindow : public ViewerWindow {
 protected:
  WaylandWindow() : ViewerWindow(kWidth, kHeight) {}
  void SetUp() override {
    if (!canTestWayland()) GTEST_SKIP() << "sway is not installed, or GLFW is built for X11 alone";
    ASSERT_TRUE(desktop_.started()) << "sway does not start";
    ViewerWindow::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("scene.4"); }));
  }
  /// What sway says about the viewer's window.
  Json window() const { return find(Json::parse(desktop_.tree())); }
  static Json find(const Json& node) {
    if (node.value("app_id", Json()).is_string()) return node;
    for (const char* children : {"nodes", "floating_nodes"})
      for (const Json& child : node[children])
        if (Json found = find(child); !found.is_null()) return found;
    return nullptr;
  }
  void moveMouseTo(const std::string& widget, double fraction = 0.5) {
    const Json& rect = now_["widgets"].at(widget);
    desktop_.moveMouse(static_cast<int>(rect[0].get<double>() + rect[2].get<double>() * fraction),
                       static_cast<int>(rect[1].get<double>() + rect[3].get<double>() / 2));
  }
  void clickOn(const std::string& widget) {
    moveMouseTo(widget);
    desktop_.pressMouse(true);
    desktop_.pressMouse(false);
  }
  bool serialGrows() {
    const int serial = now_["serial"];
    return waitUntil([=](const Json& s) { return s["serial"] > serial + 3; });
  }

  WaylandDesktop desktop_{kWidth, kHeight};
};

TEST_F(WaylandWindow, IsKnownByItsDesktopFileAndItsTitle) {
  EXPECT_EQ(window()["app_id"], "org.crossfade.Crossfade");
  EXPECT_EQ(window()["name"], "character.glb - Crossfade");
}

TEST_F(WaylandWindow, FollowsTheScaleOfItsMonitorAndIsClickedWhereItIsDrawn) {
  const double height = now_["widgets"]["scene.4"][3];  // pixels, at scale 1
  ASSERT_GT(height, 0);
  for (const double scale : {1.5, 2.0, 1.25, 1.0}) {
    ASSERT_TRUE(desktop_.command("output HEADLESS-1 scale " + std::to_string(scale)));
    ASSERT_TRUE(waitUntil([=](const Json& s) {
      return std::abs(s["widgets"]["scene.4"][3].get<double>() - height * scale) < 1;
    })) << scale
        << ": " << now_["widgets"]["scene.4"];
    for (const char* const scene : {"scene.1", "scene.0"}) {
      clickOn(scene);
      ASSERT_TRUE(waitUntil([&](const Json& s) { return s["scene"] == (scene[6] == '1' ? "shapes" : "character"); }))
          << scene << " at " << scale;
    }
  }
}

TEST_F(WaylandWindow, GetsKeysAndTheWheel) {
  desktop_.typeKey(KEY_5, true);
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["scene"] == "curves"; })) << "Ctrl+5";
  desktop_.typeKey(KEY_1, true);
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["scene"] == "character"; })) << "Ctrl+1";
  desktop_.typeKey(KEY_3);
  EXPECT_TRUE(waitUntil([](const Json& s) { return weightOf(s, "Run") == 1.0; })) << "3";
  const double distance = now_["camera"]["distance"];
  desktop_.moveMouse(400, 400);
  desktop_.turnWheel(2);
  EXPECT_TRUE(waitUntil([=](const Json& s) { return s["camera"]["distance"] < distance; })) << "the wheel zooms in";
}

TEST_F(WaylandWindow, KeepsRunningAndCanBeEndedWhileItIsHidden) {
  ASSERT_TRUE(desktop_.command("workspace hides-it"));
  EXPECT_TRUE(serialGrows()) << "it waits for a frame that nobody sees";
  ASSERT_TRUE(desktop_.command("workspace 1"));
  EXPECT_TRUE(serialGrows());
  ASSERT_TRUE(desktop_.command("workspace hides-it"));
  kill(process_, SIGTERM);
  EXPECT_EQ(waitForEnd(), 0);
}

TEST_F(WaylandWindow, LeavesUnsavedChangesBehindWhenTheCompositorEnds) {
  end(SIGTERM);
  start("", Settings::Kept);
  moveMouseTo("fade.seconds", 0.4);
  desktop_.pressMouse(true);
  ASSERT_TRUE(serialGrows());
  moveMouseTo("fade.seconds", 0.8);
  ASSERT_TRUE(serialGrows());
  desktop_.pressMouse(false);
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["unsaved"].get<bool>(); }));
  desktop_.kill();
  const int status = waitForEnd();
  ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 1);
  setenv("XDG_SESSION_TYPE", "x11", 1);
  start("", Settings::Kept);
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("restore.restore"); }))
      << "nothing is offered";
}

}  // namespace
}  // namespace test
