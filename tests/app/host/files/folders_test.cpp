#include "app/host/files/folders.h"

#include <cstdlib>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace {

namespace fs = std::filesystem;

/// Sets a variable of the environment, or removes it, and restores it.
class Variable {
 public:
  Variable(const char* name, const std::optional<std::string>& value) : name_(name) {
    if (const char* const before = std::getenv(name)) before_ = before;
    set(value);
  }
  ~Variable() { set(before_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  void set(const std::optional<std::string>& value) {
    if (value)
      ::setenv(name_, value->c_str(), 1);
    else
      ::unsetenv(name_);
  }
  const char* name_;
  std::optional<std::string> before_;
};

TEST(UserFolders, AreWhereTheVariablesSay) {
  const Variable config("XDG_CONFIG_HOME", "/a"), state("XDG_STATE_HOME", "/b"), cache("XDG_CACHE_HOME", "/c");
  const app::UserFolders folders = app::userFolders();
  EXPECT_EQ(folders.config, "/a/crossfade");
  EXPECT_EQ(folders.state, "/b/crossfade");
  EXPECT_EQ(folders.cache, "/c/crossfade");
}

TEST(UserFolders, AreInTheHomeFolderWithoutVariables) {
  const Variable home("HOME", "/home/mia");
  const Variable config("XDG_CONFIG_HOME", std::nullopt), state("XDG_STATE_HOME", ""), cache("XDG_CACHE_HOME", "here");
  const app::UserFolders folders = app::userFolders();
  EXPECT_EQ(folders.config, "/home/mia/.config/crossfade");
  EXPECT_EQ(folders.state, "/home/mia/.local/state/crossfade") << "empty means not set";
  EXPECT_EQ(folders.cache, "/home/mia/.cache/crossfade") << "a relative path is not valid";
}

TEST(UserFolders, AreEmptyWithoutAHome) {
  const Variable home("HOME", std::nullopt), config("XDG_CONFIG_HOME", std::nullopt);
  EXPECT_TRUE(app::userFolders().config.empty());
  EXPECT_FALSE(app::makeUserFolder(app::userFolders().config));
}

TEST(UserFolders, AreMadeForTheUserAlone) {
  const test::TemporaryFolder folder;
  const fs::path wanted = folder / ".config" / "crossfade";
  ASSERT_TRUE(app::makeUserFolder(wanted));
  EXPECT_EQ(fs::status(wanted).permissions(), fs::perms::owner_all);
  EXPECT_EQ(fs::status(wanted.parent_path()).permissions(), fs::perms::owner_all);
  EXPECT_TRUE(app::makeUserFolder(wanted)) << "it exists";
}

TEST(UserFolders, SayWhichFolderCannotBeMade) {
  const test::TemporaryFolder folder;
  folder.write("file", "");
  const auto made = app::makeUserFolder(folder / "file" / "crossfade");
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().message.find("file"), std::string::npos) << made.error().message;
}

}  // namespace

namespace app {
namespace {

namespace fs = std::filesystem;

class FolderListingTest : public testing::Test {
 protected:
  static std::vector<std::string> namesOf(const FolderListing& listing) {
    std::vector<std::string> names;
    for (const FolderEntry& entry : listing.entries) names.push_back(entry.name);
    return names;
  }
  void SetUp() override {
    for (const char* name : {"b.glb", "A.fbx", "c.txt", ".hidden.glb", "walks/one.bvh"}) folder.write(name, "12345");
  }
  const ::test::TemporaryFolder folder;
  const std::string path = folder.path().string();
};

TEST_F(FolderListingTest, HasFoldersFirstThenNamesWhateverTheCase) {
  const FolderListing listing = listFolder(path, "");
  EXPECT_EQ(listing.error, "");
  EXPECT_EQ(listing.path, path);
  EXPECT_EQ(namesOf(listing), (std::vector<std::string>{"walks", "A.fbx", "b.glb", "c.txt"}));
  EXPECT_TRUE(listing.entries[0].isFolder);
  EXPECT_EQ(listing.entries[1].bytes, 5u);
  EXPECT_EQ(listing.entries[1].modified.size(), std::string("2026-11-22 03:50").size());
}

TEST_F(FolderListingTest, FollowsRelativePathsAndTheHomeFolder) {
  EXPECT_EQ(listFolder("walks", path).path, path + "/walks");
  EXPECT_EQ(listFolder(path + "/walks/..", "").path, path);
  EXPECT_EQ(listFolder(path + "/", "").path, path);
  if (const char* home = std::getenv("HOME")) {
    EXPECT_EQ(listFolder("~", path).path, fs::path(home).lexically_normal().string());
  }
}

TEST_F(FolderListingTest, OfAFileIsItsFolder) {
  const FolderListing listing = listFolder(path + "/b.glb", "");
  EXPECT_EQ(listing.path, path);
  EXPECT_EQ(listing.file, path + "/b.glb");
}

TEST_F(FolderListingTest, SaysWhatIsWrong) {
  const FolderListing listing = listFolder(path + "/nothing", "");
  EXPECT_EQ(listing.error, path + "/nothing: there is no such file or folder");
  EXPECT_TRUE(listing.entries.empty());
}

TEST_F(FolderListingTest, NeighborsGoAroundTheEnds) {
  EXPECT_EQ(neighborOf(path + "/A.fbx", 1), path + "/b.glb");
  EXPECT_EQ(neighborOf(path + "/b.glb", 1), path + "/A.fbx");
  EXPECT_EQ(neighborOf(path + "/A.fbx", -1), path + "/b.glb");
  EXPECT_EQ(neighborOf(path + "/gone.glb", 1), path + "/A.fbx") << "the model was removed meanwhile";
  EXPECT_EQ(neighborOf(path + "/gone.glb", -1), path + "/b.glb");
  EXPECT_EQ(neighborOf(path + "/walks/one.bvh", 1), "") << "it is alone";
}

TEST_F(FolderListingTest, RecentFilesThatAreGoneAreMarked) {
  const std::vector<RecentFile> recents = recentFiles({path + "/b.glb", path + "/gone.glb"});
  ASSERT_EQ(recents.size(), 2u);
  EXPECT_FALSE(recents[0].isMissing);
  EXPECT_TRUE(recents[1].isMissing);
}

}  // namespace

namespace {

TEST(FreeName, IsTheFirstNumberThatIsFree) {
  const ::test::TemporaryFolder folder;
  const std::string film = (folder / "film.gif").string();
  EXPECT_EQ(freeName(film), folder / "film-001.gif");
  folder.write("film-001.gif", "");
  folder.write("film-002.gif", "");
  EXPECT_EQ(freeName(film), folder / "film-003.gif");
  EXPECT_EQ(freeName((folder / "film-002.gif").string()), folder / "film-003.gif") << "numbers do not pile up";
  EXPECT_EQ(freeName((folder / "film-002.mp4").string()), folder / "film-001.mp4");
  EXPECT_EQ(freeName((folder / "take-2.gif").string()), folder / "take-2-001.gif") << "part of the name";
}

TEST(FreeName, OfNumberedPicturesLooksAtTheFirst) {
  const ::test::TemporaryFolder folder;
  const std::string frames = (folder / "film-%04d.png").string();
  EXPECT_FALSE(nameIsTaken(frames));
  folder.write("film-0000.png", "");
  EXPECT_TRUE(nameIsTaken(frames));
  EXPECT_EQ(freeName(frames), folder / "film-001-%04d.png");
  folder.write("film-001-0000.png", "");
  EXPECT_EQ(freeName(frames), folder / "film-002-%04d.png");
}

}  // namespace

}  // namespace app
