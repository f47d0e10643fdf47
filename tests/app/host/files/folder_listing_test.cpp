#include "app/host/files/folder_listing.h"

#include <cstdlib>

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

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
}  // namespace app
