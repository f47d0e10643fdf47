// The viewer's window runs out of memory in a frame.
#include <gmock/gmock.h>

#include <csignal>

#include "tests/app/host/window/viewer_window.h"

namespace test {
namespace {

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // their libraries want to be loaded first
class LostMemory : public ViewerWindow {};

TEST_F(LostMemory, EndsTheViewerInASentenceAndKeepsUnsavedChanges) {
  end(SIGTERM);
  startPreloaded(CROSSFADE_FAILING_MEMORY);
  const double length = leaveUnsavedFade();
  kill(process_, SIGUSR2);  // the state file that tests read takes memory in each frame, until the reserve is used up
  const int status = waitForEnd();
  ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_THAT(messages(), testing::HasSubstr("there is not enough memory"));
  expectRestored(length);
}
#endif

}  // namespace
}  // namespace test
