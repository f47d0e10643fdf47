// The graphics driver is reset and takes everything on the GPU with it.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include "tests/app/host/window/viewer_window.h"

namespace test {
namespace {

class LostContext : public ViewerWindow {
 protected:
  /// The next start() preloads the driver that can be reset, and writes its messages to a file.
  void startWithResets() {
    setenv("LD_PRELOAD", CROSSFADE_LOST_CONTEXT, 1);
    setenv("CROSSFADE_RESET_WHEN", (folder_ / "reset").c_str(), 1);
    const int own = ::dup(STDERR_FILENO);
    const int file = ::open((folder_ / "messages").c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    ::dup2(file, STDERR_FILENO);
    start("", Settings::Kept);
    ::dup2(own, STDERR_FILENO);
    ::close(own);
    ::close(file);
    unsetenv("LD_PRELOAD");
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
  std::string messages() const {
    std::ifstream stream(folder_ / "messages");
    return {std::istreambuf_iterator<char>(stream), {}};
  }
};

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // their libraries want to be loaded first
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
  drag(pointOf("fade.seconds", 0.4), pointOf("fade.seconds", 0.8));
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["unsaved"].get<bool>(); }));
  const double length = now_["fadeSeconds"];
  reset();
  ASSERT_TRUE(waitUntil([](const Json& s) { return !s["message"].get<std::string>().empty(); }));
  reset();
  const int status = waitForEnd();
  ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 3);
  EXPECT_THAT(messages(), testing::HasSubstr("the graphics driver was reset"));
  start("", Settings::Kept);
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("restore.restore") && isIdle(s); }))
      << "nothing is offered";
  click("restore.restore");
  EXPECT_TRUE(waitUntil([=](const Json& s) { return s["fadeSeconds"] == length && s["unsaved"].get<bool>(); }));
}
#endif

}  // namespace
}  // namespace test
