#include "app/host/files/autosave.h"

#include <fstream>
#include <memory>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/temporary_folder.h"

namespace app {
namespace {

namespace fs = std::filesystem;

struct AutosaveTest : testing::Test {
  std::size_t fileCount() const {
    std::error_code none;
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder, none)) ++count;
    return count;
  }
  /// A run of the program that ends without a goodbye, after keeping its work.
  void crash(const std::string& project) const {
    const pid_t child = fork();
    if (child == 0) {
      Autosave run(folder);
      std::ofstream(run.claim(project, false)) << "work";
      _exit(0);  // no destructors
    }
    waitpid(child, nullptr, 0);
  }

  const ::test::TemporaryFolder temporary;
  const fs::path folder = temporary.path() / "state" / "crossfade";
};

TEST_F(AutosaveTest, IsDueASecondAfterTheLastChange) {
  Autosave run(folder);
  EXPECT_FALSE(run.isDue(10, 0, true));
  EXPECT_FALSE(run.isDue(0.1, 1, false));
  EXPECT_FALSE(run.isDue(0.75, 1, false));
  EXPECT_FALSE(run.isDue(0.25, 2, false)) << "another change";
  EXPECT_FALSE(run.isDue(0.75, 2, false));
  EXPECT_TRUE(run.isDue(0.25, 2, false));
  EXPECT_FALSE(run.isDue(100, 2, false)) << "kept already";
  EXPECT_FALSE(run.isDue(0.1, 3, false));
  EXPECT_TRUE(run.isDue(4, 3, false));
}

TEST_F(AutosaveTest, IsDueWithinThreeSecondsOfChangesThatNeverPause) {
  Autosave run(folder);
  EXPECT_FALSE(run.isDue(100, 0, true));
  std::uint64_t state = 1;
  for (double seconds = 1; seconds < Autosave::kMaxSeconds; seconds += 1) EXPECT_FALSE(run.isDue(1, state++, false));
  EXPECT_TRUE(run.isDue(1, state++, false));
  EXPECT_FALSE(run.isDue(1, state++, false)) << "the next one counts from here";
}

TEST_F(AutosaveTest, LeavesNothingBehindWhenItEndsOrIsSaved) {
  {
    Autosave run(folder);
    std::ofstream(run.claim("a.crossfade", false)) << "work";
    EXPECT_EQ(fileCount(), 2u);
    EXPECT_FALSE(run.isDue(0.1, 5, true));
    EXPECT_EQ(fileCount(), 0u) << "everything is saved";
    std::ofstream(run.claim("a.crossfade", false)) << "work";
  }
  EXPECT_EQ(fileCount(), 0u);
}

TEST_F(AutosaveTest, FindsTheWorkOfARunThatCrashed) {
  crash("/projects/walk.crossfade");
  const Autosave next(folder);
  const auto left = next.find();
  ASSERT_TRUE(left);
  EXPECT_EQ(left->project, "/projects/walk.crossfade");
  EXPECT_TRUE(fs::exists(left->file));
  Autosave::discard(*left);
  EXPECT_FALSE(next.find());
  EXPECT_EQ(fileCount(), 0u);
}

TEST_F(AutosaveTest, LeavesTheWorkOfARunningProgramAlone) {
  Autosave running(folder);
  std::ofstream(running.claim("", false)) << "work";
  const Autosave other(folder);
  EXPECT_FALSE(other.find());
}

TEST_F(AutosaveTest, WithoutAFolderKeepsNothing) {
  Autosave none{fs::path()};
  EXPECT_FALSE(none.isDue(0.1, 1, false));
  EXPECT_FALSE(none.isDue(10, 1, false));
  EXPECT_FALSE(none.find());
}

}  // namespace
}  // namespace app
