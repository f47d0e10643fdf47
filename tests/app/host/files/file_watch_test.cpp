#include "app/host/files/file_watch.h"

#include <fstream>

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace app {
namespace {

namespace fs = std::filesystem;
using Clock = SettledChange::Clock;
using std::chrono::milliseconds;

const FileStamp kOld{.seconds = 1, .size = 10, .inode = 5};
const FileStamp kHalf{.seconds = 2, .size = 3, .inode = 5};
const FileStamp kNew{.seconds = 3, .size = 12, .inode = 5};

Clock::time_point at(int ms) { return Clock::time_point(milliseconds(ms)); }

TEST(SettledChange, WaitsUntilAFileIsWhole) {
  SettledChange change({kOld});
  EXPECT_FALSE(change.update({kOld}, at(0)));
  EXPECT_FALSE(change.update({kHalf}, at(100)));
  EXPECT_FALSE(change.update({kHalf}, at(350))) << "still for too short a time";
  EXPECT_FALSE(change.update({kNew}, at(390))) << "it goes on";
  EXPECT_FALSE(change.update({kNew}, at(600)));
  EXPECT_TRUE(change.update({kNew}, at(700)));
  EXPECT_FALSE(change.update({kNew}, at(2000))) << "reported once";
}

TEST(SettledChange, IsNoneWhenTheFileIsAsItWas) {
  SettledChange change({kOld});
  EXPECT_FALSE(change.update({kHalf}, at(0)));
  EXPECT_FALSE(change.update({kOld}, at(100)));
  EXPECT_FALSE(change.update({kOld}, at(5000)));
}

TEST(SettledChange, WaitsLongerForAFileThatIsGone) {
  SettledChange change({kOld, kOld});
  EXPECT_FALSE(change.update({kOld, {}}, at(0)));
  EXPECT_FALSE(change.update({kOld, {}}, at(1900))) << "programs that save by renaming remove it for a moment";
  EXPECT_TRUE(change.update({kOld, {}}, at(2000)));
  EXPECT_FALSE(change.update({kOld, kNew}, at(2100)));
  EXPECT_TRUE(change.update({kOld, kNew}, at(2400)));
}

TEST(FileStamp, TellsVersionsApart) {
  const ::test::TemporaryFolder folder;
  EXPECT_FALSE(stampOf(folder / "none").exists());
  const fs::path file = folder.write("a.bin", "one");
  const FileStamp first = stampOf(file);
  EXPECT_TRUE(first.exists());
  folder.write("a.bin", "three");
  EXPECT_NE(stampOf(file), first);
}

class FileWatchTest : public testing::Test {
 protected:
  /// Writes the file again and again until it is noticed: whether the watch looked before the first time is a matter
  /// of speed.
  bool noticesAChangeOf(const std::string& name, FileWatch& watch) {
    for (int version = 0; version < 60; ++version) {
      folder.write(name, std::string(static_cast<std::size_t>(++length_), 'x'));
      const auto end = Clock::now() + std::chrono::seconds(1);
      while (Clock::now() < end) {
        if (watch.changed()) return true;
        std::this_thread::sleep_for(milliseconds(5));
      }
    }
    return false;
  }
  int length_ = 10;
  const ::test::TemporaryFolder folder;
  const fs::path model = folder.write("a.gltf", "one");
  const fs::path buffer = folder.write("a.bin", "one");
};

TEST_F(FileWatchTest, SeesAFileAndEachFileOfAFolder) {
  FileWatch files, all;
  files.watch({model, buffer});
  all.watch({folder.path()});
  EXPECT_FALSE(files.changed());
  EXPECT_TRUE(noticesAChangeOf("a.bin", files));
  EXPECT_TRUE(noticesAChangeOf("a.gltf", all));
  EXPECT_TRUE(noticesAChangeOf("b.frag", all)) << "a new file";
}

}  // namespace
}  // namespace app
