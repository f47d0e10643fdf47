#include "app/ui/files/browser_list.h"

#include <string>

#include <gtest/gtest.h>

#include "tests/support/allocation_guard.h"

namespace app {
namespace {

/// `folder` is listed and its only file, `name`, is selected.
struct OneFile {
  OneFile(const std::string& folder, const std::string& name) {
    files.folder = {.path = folder, .entries = {{.name = name}}};
    filter(files.folder, browser);
    pick(files, browser);
  }
  FileStatus files;
  FileBrowser browser;
};

TEST(BrowserList, TellsWhatOpens) {
  for (const char* name : {"fox.glb", "FOX.GLB", "walk.crossfade", "shapes.json", "outline.svg"})
    EXPECT_TRUE(opens(name, BrowsePurpose::Open)) << name;
  EXPECT_TRUE(opens("fox.glb", BrowsePurpose::AddClips));
  for (const char* name : {"walk.crossfade", "outline.svg", "notes.txt", "glb"})
    EXPECT_FALSE(opens(name, BrowsePurpose::AddClips)) << name;
  EXPECT_FALSE(opens("notes.txt", BrowsePurpose::Open));
}

TEST(BrowserList, TellsAPathFromAFilter) {
  EXPECT_TRUE(isPath("~"));
  EXPECT_TRUE(isPath("walks/"));
  EXPECT_FALSE(isPath("fox"));
  EXPECT_FALSE(isPath(""));
}

TEST(BrowserList, JoinsWithOneSlash) {
  EXPECT_EQ(joined("/", "fox.glb"), "/fox.glb");
  EXPECT_EQ(joined("/m", "fox.glb"), "/m/fox.glb");
}

TEST(BrowserList, FiltersWhateverTheCase) {
  FileBrowser browser;
  browser.typed = {"FO"};
  filter({.path = "/m", .entries = {{.name = "Foxes", .isFolder = true}, {.name = "fox.glb"}, {.name = "fo.txt"}}},
         browser);
  EXPECT_EQ(browser.shown, (std::vector<int>{0, 1}));
  browser.showsAll = true;
  filter({.path = "/m", .entries = {{.name = "Foxes", .isFolder = true}, {.name = "fox.glb"}, {.name = "fo.txt"}}},
         browser);
  EXPECT_EQ(browser.shown, (std::vector<int>{0, 1, 2}));
}

TEST(BrowserList, PicksAFileWhoseNameLooksLikeTheOneBefore) {
  OneFile one("/m", "fox_1.glb");
  EXPECT_EQ(one.browser.picked, "/m/fox_1.glb");
  one.files = OneFile("/m/fox", "1.glb").files;
  pick(one.files, one.browser);
  EXPECT_EQ(one.browser.picked, "/m/fox/1.glb");
  one.files = OneFile("/", "m.glb").files;
  pick(one.files, one.browser);
  EXPECT_EQ(one.browser.picked, "/m.glb");
}

TEST(BrowserList, PicksAgainWithoutAllocating) {
  for (const bool inRecents : {false, true}) {
    OneFile one("/a/folder/with a path/that no small string/can hold", "robot.glb");
    one.files.recents = {{"/another/folder/with a path/that no small string/can hold/fox.glb"}};
    one.browser.inRecents = inRecents;
    pick(one.files, one.browser);
    const ::test::AllocationGuard guard;
    pick(one.files, one.browser);
    EXPECT_EQ(guard.count(), 0) << inRecents;
  }
}

TEST(BrowserList, PicksNoFolderAndNothingThatIsMissing) {
  OneFile one("/m", "fox.glb");
  one.files.folder.entries[0].isFolder = true;
  pick(one.files, one.browser);
  EXPECT_EQ(one.browser.picked, "");
  one.files.recents = {{"/gone.glb", true}};
  one.browser.inRecents = true;
  pick(one.files, one.browser);
  EXPECT_EQ(one.browser.picked, "");
  one.browser.selected = 1;
  pick(one.files, one.browser);
  EXPECT_EQ(one.browser.picked, "") << "the bundled character";
}

TEST(BrowserList, SelectionStaysInTheList) {
  FileBrowser browser;
  moveSelection(-1, 3, browser);
  EXPECT_EQ(browser.selected, 0);
  moveSelection(10, 3, browser);
  EXPECT_EQ(browser.selected, 2);
  moveSelection(1, 0, browser);
  EXPECT_EQ(browser.selected, 0);
}

TEST(BrowserList, TheBundledCharacterIsTheLastRecentFileExceptForClips) {
  FileStatus files;
  files.recents = {{"/a.glb"}};
  FileBrowser browser;
  EXPECT_EQ(recentCount(files, browser), 2);
  EXPECT_EQ(recentAt(files, 1), nullptr);
  browser.purpose = BrowsePurpose::AddClips;
  EXPECT_EQ(recentCount(files, browser), 1);
}

}  // namespace
}  // namespace app
