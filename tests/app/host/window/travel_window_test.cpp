// Treadmill, travel, roots and feet in the real window.
#include "tests/app/host/window/viewer_window.h"

namespace test {
namespace {

class TravelWindow : public ViewerWindow {
 protected:
  TravelWindow() : ViewerWindow(1280, 720) {}
  void SetUp() override {
    ViewerWindow::SetUp();
    if (!IsSkipped() && !HasFatalFailure()) xdotool("mousemove 500 300");
  }
  bool mode(const std::string& wanted) {
    return waitUntil([&](const Json& s) { return s["travel"]["mode"] == wanted; });
  }
  double forward() const { return now_["travel"]["position"][2].get<double>(); }
  bool isPast(double distance) {
    return waitUntil([&](const Json&) { return forward() > distance; });
  }
};

TEST_F(TravelWindow, TheCharacterWalksAwayAndComesBackStepByStep) {
  xdotool("key w");
  ASSERT_TRUE(mode("treadmill"));
  click("view.travel");
  ASSERT_TRUE(mode("travel"));
  xdotool("mousemove 500 300");
  xdotool("key 2");
  ASSERT_TRUE(isPast(1)) << now_["travel"];
  pause();
  const double there = forward(), time = now_["mixerTime"];
  for (int i = 0; i < 3; ++i) xdotool("key Left");
  ASSERT_TRUE(waitUntil([=](const Json& s) { return s["mixerTime"] < time; }));
  EXPECT_NEAR(there - forward(), 1.4 * (time - now_["mixerTime"].get<double>()), 0.02);
  EXPECT_LT(forward(), there);
  for (int i = 0; i < 3; ++i) xdotool("key Right");
  EXPECT_EQ(forward(), there) << "exactly";
  xdotool("key ctrl+z");
  EXPECT_TRUE(mode("treadmill")) << "undone";
  xdotool("key ctrl+z");
  EXPECT_TRUE(mode("inFile"));
  EXPECT_EQ(forward(), 0);
}

TEST_F(TravelWindow, TheRootOfAClipIsChosenOnItsCard) {
  xdotool("mousemove 1100 250");
  for (int i = 0; i < 30 && !now_["widgets"].contains("clip.0.section.events"); ++i) xdotool("click 5");
  click("clip.0.section.root");
  for (int i = 0; i < 30 && !now_["widgets"].contains("clip.0.root.1"); ++i) xdotool("click 5");
  ASSERT_TRUE(now_["widgets"].contains("clip.0.root.1"));
  click("clip.0.root.1");
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["clips"][0]["root"] == "keep"; }));
  xdotool("key ctrl+z");
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["clips"][0]["root"] == "auto"; }));
}

TEST_F(TravelWindow, FeetAreLockedAndBecomeMarkers) {
  click("fade.footLock");
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["travel"]["footLock"].get<bool>(); }));
  click("fade.sync");
  click("fade.pace.3");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["fadeSync"] == "markers"; }));
  xdotool("mousemove 500 300");
  xdotool("key 2");
  xdotool("key r");  // now From is Idle and To is Walk
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["fade"]["from"] == "Idle" && s["fade"]["to"] == "Walk"; }));
  click("fade.view.5");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("fade.markers.feet"); }));
  click("fade.markers.feet");
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["clips"][1]["markers"] == 2; })) << now_["clips"];
  xdotool("keydown shift");
  click("fade.markers.feet");
  xdotool("keyup shift");
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["clips"][1]["markers"] == 4; })) << now_["clips"];
}

TEST_F(TravelWindow, TheTimelineShowsWhenFeetAreDown) {
  xdotool("key 2");
  xdotool("key l");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("timeline.area"); }));
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["mixerTime"] > 4; }));
  pause();
  const Json& area = now_["widgets"]["timeline.area"];
  const std::string crop = std::to_string(area[2].get<int>()) + "x" + std::to_string(area[3].get<int>() / 2) + "+" +
                           std::to_string(area[0].get<int>()) + "+" + std::to_string(area[1].get<int>() + 36);
  const double orange = std::stod(
      convertScreen("-crop " + crop + " -fuzz 2% -fill black +opaque '#FF9A3D' -fill white -opaque '#FF9A3D' " +
                    "-format '%[fx:mean*w*h]' info:"));
  EXPECT_GT(orange, 100) << "pixels of the left foot's bars";
}

}  // namespace
}  // namespace test
