// Keys of the curves workspace in the real window.
#include "app/ui/curves/curves_layout.h"
#include "tests/app/host/window/viewer_window.h"

namespace test {
namespace {

class CurvesWindow : public ViewerWindow {
 protected:
  /// Shows the workspace and waits for the lesson's keys.
  void show() {
    xdotool("key ctrl+5");
    ASSERT_TRUE(waitUntil([](const Json& s) { return s["scene"] == "curves" && s["widgets"].contains("curves.plot"); }))
        << "Ctrl+5 does not show the curves";
    ASSERT_EQ(now_["curves"]["keys"], lesson_);
  }
  /// Where (x, y) is while the plot shows the lesson's keys.
  std::string pixel(double x, double y) {
    return pointOf("curves.plot", (x - plane_.begin) / (plane_.end - plane_.begin),
                   (plane_.maxValue - y) / (plane_.maxValue - plane_.minValue));
  }
  static bool isAt(const Json& key, double x, double y) {
    return std::abs(key[0].get<double>() - x) < 0.03 && std::abs(key[1].get<double>() - y) < 0.03;
  }

  const app::CurvePlane plane_ = app::curvesPlane(app::CurvesScene());
  const Json lesson_ = {{-2, 4, -4}, {-1, 1, -2}, {0, 0, 0}, {1, 1, 2}, {2, 4, 4}};
};

TEST_F(CurvesWindow, DragsAKeyAndTakesItBack) {
  show();
  xdotool("mousemove " + pixel(1, 1));
  xdotool("mousedown 1");
  for (const auto& [x, y] : {std::pair(1.1, 1.5), std::pair(1.3, 2.5), std::pair(1.5, 3.0)})
    xdotool("mousemove " + pixel(x, y));
  EXPECT_TRUE(isAt(now_["curves"]["keys"][3], 1.5, 3)) << "it follows the mouse: " << now_["curves"]["keys"];
  xdotool("mouseup 1");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["history"]["steps"] == 1; })) << "a drag is one step";
  const Json moved = now_["curves"]["keys"];
  EXPECT_TRUE(isAt(moved[3], 1.5, 3)) << moved;
  EXPECT_EQ(moved[3][2], 2) << "the slope stays";
  xdotool("key ctrl+z");
  EXPECT_TRUE(waitUntil([this](const Json& s) { return s["curves"]["keys"] == lesson_; })) << now_["curves"];
  xdotool("key ctrl+shift+z");
  EXPECT_TRUE(waitUntil([&](const Json& s) { return s["curves"]["keys"] == moved; })) << now_["curves"];
}

TEST_F(CurvesWindow, AddsAKeyOnADoubleClickAndDeletesIt) {
  show();
  xdotool("mousemove " + pixel(0.5, 3));
  xdotool("click --repeat 2 --delay 100 1");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["curves"]["keys"].size() == 6; })) << "no key is added";
  EXPECT_TRUE(isAt(now_["curves"]["keys"][3], 0.5, 3)) << now_["curves"]["keys"];
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("curves.key.x"); })) << "it is selected";
  xdotool("key Delete");
  EXPECT_TRUE(waitUntil([this](const Json& s) { return s["curves"]["keys"] == lesson_; })) << now_["curves"];
}

}  // namespace
}  // namespace test
