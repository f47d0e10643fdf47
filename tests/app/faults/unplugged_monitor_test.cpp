// The only monitor is unplugged and plugged in again while the viewer is open.
#include <cstdlib>

#include "tests/app/host/window/viewer_window.h"

namespace test {
namespace {

class UnpluggedMonitor : public ViewerWindow {
 protected:
  void SetUp() override {
    if (std::system("command -v xrandr >/dev/null") != 0) GTEST_SKIP() << "xrandr is not installed";
    ViewerWindow::SetUp();
  }
  /// Whether a mode is active.
  static bool hasMonitor() { return std::system("xrandr | grep -q '[*]'") == 0; }
  void expectThatItPlays(const std::string& chip, const char* clip) {
    click(chip);
    EXPECT_TRUE(waitUntil([=](const Json& s) { return weightOf(s, clip) == 1.0; })) << clip;
  }
};

TEST_F(UnpluggedMonitor, LeavesTheViewerRunning) {
  (void)std::system("xrandr --output screen --off 2>/dev/null");  // fails, because a screen of no size cannot be
  ASSERT_FALSE(hasMonitor());
  expectThatItPlays("chip.1", "Walk");
  ASSERT_EQ(std::system("xrandr --output screen --auto"), 0);
  ASSERT_TRUE(hasMonitor());
  expectThatItPlays("chip.2", "Run");
  EXPECT_GT(colorsOnScreen(), 1000);
}

}  // namespace
}  // namespace test
