#include "app/host/window/recording_run.h"

#include <chrono>
#include <thread>

#include "tests/app/host/stage_fixture.h"
#include "tests/support/sample_models.h"
#include "tests/support/temporary_folder.h"

namespace app::test {
namespace {

constexpr PictureSize kWindow{160, 120};

class RecordingRunTest : public StageFixture {
 protected:
  /// Frames of the window until the last name was checked, and one more.
  void untilChecked() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!files_.checkedNameIsTaken() && std::chrono::steady_clock::now() < end) {
      ASSERT_TRUE(run_.update(kWindow, files_));
      std::this_thread::yield();
    }
    ASSERT_TRUE(run_.update(kWindow, files_));
  }
  StartRecording request(const char* name) const {
    return {.options = {.path = (folder_ / name).string(), .width = 96, .height = 64, .seconds = 0.2}};
  }

  const ::test::TemporaryFolder folder_;
  FileService files_{false};
  RecordingRun run_;
};

TEST_F(RecordingRunTest, WaitsUntilItsNameIsKnownToBeFree) {
  ASSERT_TRUE(run_.start(request("a.png"), kWindow, files_));
  EXPECT_TRUE(run_.isWaiting());
  EXPECT_TRUE(run_.progress().running) << "the panel shows Stop";
  EXPECT_FALSE(run_.start(request("b.png"), kWindow, files_)) << "one at a time";
  untilChecked();
  EXPECT_FALSE(run_.isWaiting());
  EXPECT_TRUE(run_.isRunning());
}

TEST_F(RecordingRunTest, StoppedWhileItsNameIsCheckedNeverBegins) {
  for (const bool keeps : {true, false}) {
    ASSERT_TRUE(run_.start(request("a.png"), kWindow, files_));
    if (keeps)
      run_.stop();
    else
      run_.cancel();
    EXPECT_FALSE(run_.isWaiting());
    EXPECT_FALSE(run_.progress().running);
    untilChecked();
    EXPECT_FALSE(run_.isRunning());
    EXPECT_TRUE(folder_.names().empty());
  }
}

TEST_F(RecordingRunTest, TheNextRecordingDoesNotTakeTheAnswerToTheOneThatWasStopped) {
  folder_.write("taken.png", "");
  ASSERT_TRUE(run_.start(request("free.png"), kWindow, files_));
  run_.stop();
  ASSERT_TRUE(run_.start(request("taken.png"), kWindow, files_));
  untilChecked();
  EXPECT_FALSE(run_.isRunning()) << "its name is taken";
  EXPECT_FALSE(run_.isWaiting());
}

}  // namespace
}  // namespace app::test
