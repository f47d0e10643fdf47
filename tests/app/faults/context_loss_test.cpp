// The graphics driver is reset and takes everything on the GPU with it.
#include <gmock/gmock.h>

#include <fstream>
#include <string>
#include <utility>

#include "tests/app/host/window/viewer_window.h"

namespace test {
namespace {

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // their libraries want to be loaded first
class LostContext : public ViewerWindow {
 protected:
  void startWithResets() {
    setenv("CROSSFADE_RESET_WHEN", (folder_ / "reset").c_str(), 1);
    startPreloaded(CROSSFADE_LOST_CONTEXT);
    unsetenv("CROSSFADE_RESET_WHEN");
  }
  void reset() const { std::ofstream(folder_ / "reset") << "now"; }
  /// Of the middle of the window, once it has been the same for about a hundred and thirty frames: the scene that
  /// stands still has been drawn in full.
  std::string settledScene() {
    std::string scene;
    int since = 0;
    do {
      EXPECT_TRUE(waitUntil([before = now_["serial"]](const Json& s) { return s["serial"] > before; }));
      const std::string next = convertScreen("-gravity center -crop 200x200+0+0 -format %# info:");
      if (std::exchange(scene, next) != next) since = now_["serial"];
    } while (now_["serial"] < since + 130);
    return scene;
  }
};

TEST_F(LostContext, IsReplacedAndShowsTheSamePicture) {
  end(SIGTERM);
  startWithResets();
  pause();
  const std::string before = settledScene();
  reset();
  ASSERT_TRUE(
      waitUntil([](const Json& s) { return s["message"] == "the graphics driver was reset; the view was rebuilt"; }));
  EXPECT_EQ(settledScene(), before);
  resume();  // keys reach the new window
  click("chip.1");
  EXPECT_TRUE(waitUntil([](const Json& s) { return weightOf(s, "Walk") == 1.0; }));
}

TEST_F(LostContext, ThatIsLostAgainAtOnceEndsTheViewerInASentence) {
  end(SIGTERM);
  startWithResets();
  const double length = leaveUnsavedFade();
  reset();
  ASSERT_TRUE(waitUntil([](const Json& s) { return !s["message"].get<std::string>().empty(); }));
  reset();
  const int status = waitForEnd();
  ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 3);
  EXPECT_THAT(messages(), testing::HasSubstr("the graphics driver was reset"));
  expectRestored(length);
}
#endif

}  // namespace
}  // namespace test
