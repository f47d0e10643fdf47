#include "app/ui/files/file_browser.h"

#include <string>

#include <gtest/gtest.h>

#include "tests/app/ui/stage.h"
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

namespace app::test {

// The file browser and the start page, by keyboard and by mouse.

namespace {

FolderListing models() {
  return {.path = "/models",
          .entries = {{.name = "walks", .isFolder = true},
                      {.name = "fox.glb", .bytes = 163'000, .modified = "2026-11-22 03:50"},
                      {.name = "knight.glb", .bytes = 4'800'000, .modified = "2026-11-22 03:50"},
                      {.name = "notes.txt", .bytes = 12},
                      {.name = "outline.svg", .bytes = 900},
                      {.name = "walk.crossfade", .bytes = 2000}}};
}

class FileBrowserTest : public testing::Test {
 protected:
  void frames(int count = 4) {
    for (int i = 0; i < count; ++i) stage.frame();
  }
  void list(const FolderListing& folder) {
    ASSERT_TRUE(stage.session.apply(ReportFolder{folder}));
    frames();
  }
  void open() {
    (void)stage.key(Key::O, kControl);
    frames();
    list(models());
  }
  const FileBrowser& browser() { return stage.interface->workspace().files; }
  std::string shown(int row) {
    return models().entries[static_cast<std::size_t>(browser().shown.at(static_cast<std::size_t>(row)))].name;
  }
  /// The commands of a key, which may have to wait for the field.
  Commands press(Key key) {
    Commands all = stage.key(key);
    for (int i = 0; i < 8; ++i) {
      stage.frame();
      all.insert(all.end(), stage.commands.begin(), stage.commands.end());
    }
    return all;
  }
  void type(const std::string& text) {
    stage.input.text = text;
    frames();
  }

  Stage stage;
};

TEST_F(FileBrowserTest, OpensWithTheFolderUsedLast) {
  const auto request = only<ListFolder>(stage.key(Key::O, kControl));
  ASSERT_TRUE(request);
  EXPECT_EQ(request->path, "");
  frames();
  EXPECT_TRUE(stage.shows("files"));
  EXPECT_TRUE(stage.interface->wantsKeyboard());
}

TEST_F(FileBrowserTest, ShowsOnlyWhatOpens) {
  open();
  ASSERT_EQ(browser().shown.size(), 5u) << "not notes.txt";
  EXPECT_EQ(shown(0), "walks");
  EXPECT_EQ(shown(4), "walk.crossfade");
  (void)stage.click("files.all");
  frames();
  EXPECT_EQ(browser().shown.size(), 6u);
}

TEST_F(FileBrowserTest, ArrowsAndEnterOpen) {
  open();
  (void)press(Key::Down);
  (void)press(Key::Down);
  const auto request = only<RequestOpen>(press(Key::Enter));
  ASSERT_TRUE(request);
  EXPECT_EQ(request->path, "/models/knight.glb");
  frames();
  EXPECT_FALSE(stage.shows("files"));
}

TEST_F(FileBrowserTest, TypingFilters) {
  open();
  type("NIG");
  ASSERT_EQ(browser().shown.size(), 1u);
  EXPECT_EQ(only<RequestOpen>(press(Key::Enter))->path, "/models/knight.glb");
}

TEST_F(FileBrowserTest, FoldersAreEnteredAndLeft) {
  open();
  EXPECT_EQ(only<ListFolder>(press(Key::Enter))->path, "/models/walks");
  list({.path = "/models/walks"});
  EXPECT_EQ(only<ListFolder>(press(Key::Backspace))->path, "/models/walks/..");
}

TEST_F(FileBrowserTest, AFolderThatCannotBeReadIsLeftAlone) {
  open();
  list({.path = "/root", .error = "/root: Permission denied"});
  EXPECT_TRUE(stage.shows("files"));
  EXPECT_EQ(only<ListFolder>(press(Key::Backspace))->path, "/root/..");
}

TEST_F(FileBrowserTest, ATypedPathIsLookedAtAndOpened) {
  open();
  type("/other/robot.glb");
  EXPECT_TRUE(browser().shown.empty()) << "Enter does not take what was listed";
  EXPECT_EQ(only<ListFolder>(press(Key::Enter))->path, "/other/robot.glb");
  FolderListing other{.path = "/other", .file = "/other/robot.glb", .entries = {{.name = "robot.glb"}}};
  ASSERT_TRUE(stage.session.apply(ReportFolder{other}));
  stage.frame();
  EXPECT_EQ(only<RequestOpen>(stage.commands)->path, "/other/robot.glb");
}

TEST_F(FileBrowserTest, AClickChoosesAndADoubleClickOpens) {
  open();
  EXPECT_FALSE(only<RequestOpen>(stage.click("files.entry.2")));
  EXPECT_EQ(browser().selected, 2);
  const auto request = only<RequestOpen>(stage.click("files.entry.2"));
  ASSERT_TRUE(request);
  EXPECT_EQ(request->path, "/models/knight.glb");
}

TEST_F(FileBrowserTest, WhatIsTypedAfterAClickFilters) {
  open();
  (void)stage.click("files.entry.2");
  type("fo");
  for (int i = 0; i < 40; ++i) stage.frame();
  EXPECT_STREQ(browser().typed.data(), "fo");
}

TEST_F(FileBrowserTest, TheOpenButtonOpensWhatIsChosen) {
  open();
  (void)stage.click("files.entry.1");
  EXPECT_EQ(only<RequestOpen>(stage.click("files.open"))->path, "/models/fox.glb");
}

TEST_F(FileBrowserTest, ShapesAreImported) {
  open();
  type("outline");
  EXPECT_EQ(only<RequestOpen>(press(Key::Enter))->path, "/models/outline.svg");
}

TEST_F(FileBrowserTest, RecentFilesAreToTheLeft) {
  ASSERT_TRUE(stage.session.apply(ReportRecents{{{"/a/gone.glb", true}, {"/a/robot.glb"}}}));
  open();
  (void)press(Key::Left);
  EXPECT_FALSE(only<RequestOpen>(press(Key::Enter))) << "it is missing";
  (void)press(Key::Down);
  EXPECT_EQ(only<RequestOpen>(press(Key::Enter))->path, "/a/robot.glb");
  open();
  EXPECT_EQ(only<RequestOpen>(stage.click("files.recent.2"))->path, "") << "the bundled character";
}

TEST_F(FileBrowserTest, AddsClips) {
  (void)stage.key(Key::O, kControlShift);
  list(models());
  EXPECT_EQ(browser().shown.size(), 3u) << "a folder and two models";
  type("fox");
  EXPECT_EQ(only<AddClipsOf>(press(Key::Enter))->path, "/models/fox.glb");
}

TEST_F(FileBrowserTest, EscapeClearsTheTextThenCloses) {
  open();
  type("fox");
  (void)press(Key::Escape);
  frames();
  EXPECT_TRUE(stage.shows("files"));
  EXPECT_EQ(browser().shown.size(), 5u);
  (void)press(Key::Escape);
  frames();
  EXPECT_FALSE(stage.shows("files"));
}

TEST_F(FileBrowserTest, FitsIntoEveryWindow) {
  for (const auto& [width, height] : {std::pair{1920, 1080}, std::pair{1024, 640}, std::pair{640, 480}}) {
    stage.width = width;
    stage.height = height;
    if (!browser().isOpen) open();
    frames();
    const UiRect sheet = stage.rect("files");
    EXPECT_GE(sheet.x, 0);
    EXPECT_LE(sheet.right(), static_cast<float>(width));
    EXPECT_LE(sheet.bottom(), static_cast<float>(height));
    for (const char* id : {"files.field", "files.up", "files.open", "files.all", "files.entry.0"})
      EXPECT_TRUE(stage.shows(id)) << id << " at " << width;
  }
}

TEST_F(FileBrowserTest, NeighborsAndReloadHaveKeys) {
  EXPECT_EQ(only<OpenNeighbor>(stage.key(Key::PageDown))->step, 1);
  EXPECT_EQ(only<OpenNeighbor>(stage.key(Key::PageUp))->step, -1);
  EXPECT_TRUE(only<ReloadModel>(stage.key(Key::F5)));
}

class SystemDialogTest : public FileBrowserTest {
 protected:
  void SetUp() override { ASSERT_TRUE(stage.session.apply(ReportDialog{true})); }
};

TEST_F(SystemDialogTest, OpensInsteadOfTheBrowser) {
  EXPECT_EQ(only<ShowFileDialog>(stage.key(Key::O, kControl))->purpose, BrowsePurpose::Open);
  EXPECT_EQ(only<ShowFileDialog>(stage.key(Key::O, kControlShift))->purpose, BrowsePurpose::AddClips);
  stage.open("file.menu");
  EXPECT_TRUE(only<ShowFileDialog>(stage.click("file.open")));
  frames();
  EXPECT_FALSE(stage.shows("files"));
  ASSERT_TRUE(stage.session.apply(ReportDialog{false}));
  EXPECT_FALSE(only<ShowFileDialog>(stage.key(Key::O, kControl)));
  frames();
  EXPECT_TRUE(stage.shows("files"));
  EXPECT_FALSE(stage.shows("files.dialog")) << "there is none";
}

TEST_F(SystemDialogTest, TheBrowserReplacesOneThatDoesNotCome) {
  (void)stage.key(Key::O, kControlShift);
  ASSERT_TRUE(stage.session.apply(ReportDialogMissed{BrowsePurpose::AddClips}));
  frames();
  EXPECT_TRUE(stage.shows("files"));
  EXPECT_EQ(browser().purpose, BrowsePurpose::AddClips);
  list(models());
  (void)press(Key::Escape);
  frames();
  EXPECT_FALSE(stage.shows("files")) << "once";
}

TEST_F(SystemDialogTest, IsOneClickAwayFromTheBrowserAndCanBeSwitchedOff) {
  EXPECT_FALSE(only<ShowFileDialog>(stage.key(Key::O, {.control = true, .alt = true})));
  frames();
  ASSERT_TRUE(stage.shows("files"));
  EXPECT_TRUE(only<ShowFileDialog>(stage.click("files.dialog")));
  frames();
  EXPECT_FALSE(stage.shows("files"));
  (void)stage.key(Key::O, {.control = true, .alt = true});
  frames();
  list(models());
  (void)stage.click("files.system");
  frames(40);  // the field takes the keyboard back once the mouse rests
  (void)press(Key::Escape);
  frames();
  ASSERT_FALSE(stage.shows("files"));
  EXPECT_FALSE(only<ShowFileDialog>(stage.key(Key::O, kControl)));
  frames();
  EXPECT_TRUE(stage.shows("files"));
}

TEST_F(FileBrowserTest, ShowsThePictureOfTheSelectedFile) {
  open();
  (void)press(Key::Down);
  EXPECT_FALSE(stage.shows("files.picture"));
  (void)press(Key::Down);
  ASSERT_TRUE(stage.session.apply(ReportPictures{
      {{.path = "/models/fox.glb"}, {.path = "/models/knight.glb", .texture = 7, .width = 256, .height = 128}}}));
  frames();
  const UiRect picture = stage.rect("files.picture");
  EXPECT_NEAR(picture.width, 2 * picture.height, 2) << "it is not stretched";
  EXPECT_GE(picture.x, stage.rect("files.entry.2").right()) << "beside the list";
  (void)press(Key::Up);
  frames();
  EXPECT_FALSE(stage.shows("files.picture")) << "there is none of the fox";
}

TEST_F(FileBrowserTest, AsksForAPictureOnce) {
  open();
  const auto asked = only<FindPicture>(press(Key::Down));
  ASSERT_TRUE(asked);
  EXPECT_EQ(asked->path, "/models/fox.glb");
  ASSERT_TRUE(stage.session.apply(ReportPictures{{{.path = "/models/fox.glb"}}}));
  frames();
  EXPECT_FALSE(only<FindPicture>(stage.commands));
  ASSERT_TRUE(stage.session.apply(ReportPictures{}));  // the host forgot it
  stage.frame();
  EXPECT_TRUE(only<FindPicture>(stage.commands));
  stage.frame();
  EXPECT_FALSE(only<FindPicture>(stage.commands));
  EXPECT_FALSE(only<FindPicture>(press(Key::Up))) << "of a folder";
}

TEST_F(FileBrowserTest, RecentFilesHavePictures) {
  ASSERT_TRUE(stage.session.apply(ReportRecents{{{"/a/robot.glb"}, {"/a/gone.glb", true}}}));
  ASSERT_TRUE(stage.session.apply(ReportPictures{{{.path = "/a/robot.glb", .texture = 3, .width = 9, .height = 9}}}));
  open();
  EXPECT_TRUE(contains(stage.rect("files.recent.0"), stage.rect("files.recent.0.picture")));
  EXPECT_FALSE(stage.shows("files.recent.1.picture"));
  EXPECT_FALSE(stage.shows("files.recent.2.picture"));
  ASSERT_TRUE(stage.session.apply(ReportPictures{{{.path = "", .texture = 4, .width = 9, .height = 9}}}));
  frames();
  EXPECT_TRUE(contains(stage.rect("files.recent.2"), stage.rect("files.recent.2.picture"))) << "the bundled character";
}

TEST_F(FileBrowserTest, SaysThatAFileWasNotOpenedOnceThatIsKnown) {
  open();
  (void)press(Key::Down);
  EXPECT_FALSE(stage.shows("files.picture.none")) << "the host is still looking";
  ASSERT_TRUE(stage.session.apply(ReportPictures{{{.path = "/models/fox.glb"}}}));
  frames();
  EXPECT_TRUE(stage.shows("files.picture.none"));
  (void)press(Key::Up);
  EXPECT_FALSE(stage.shows("files.picture.none")) << "of a folder";
}

TEST_F(FileBrowserTest, AllocatesNothingWhileALongPathIsSelected) {
  ASSERT_TRUE(stage.session.apply(ReportRecents{{{"/a/folder/with a path/that no small string/can hold/robot.glb"}}}));
  open();
  list({.path = "/models", .entries = {{.name = "a name that no small string can hold.glb"}}});
  for (const bool inRecents : {false, true}) {
    if (inRecents) (void)press(Key::Left);
    frames(60);
    ASSERT_EQ(browser().inRecents, inRecents);
    const ::test::AllocationGuard guard;
    frames(10);
    EXPECT_EQ(guard.count(), 0) << inRecents;
  }
}

class StartPageTest : public FileBrowserTest {
 protected:
  void SetUp() override {
    ASSERT_TRUE(stage.session.apply(ReportRecents{{{"/a/robot.glb"}, {"/a/gone.glb", true}}}));
    stage.interface->workspace().startPage = true;
    frames();
  }
};

TEST_F(StartPageTest, OpensARecentFileOrTheBrowser) {
  EXPECT_EQ(only<RequestOpen>(stage.click("start.recent.0"))->path, "/a/robot.glb");
  EXPECT_FALSE(only<RequestOpen>(stage.click("start.recent.1"))) << "it is missing";
  EXPECT_TRUE(only<ListFolder>(stage.click("start.open")));
  frames();
  EXPECT_TRUE(stage.shows("files"));
}

TEST_F(StartPageTest, ClosesByHandOrWhenAFileIsOpened) {
  (void)stage.click("start.close");
  frames();
  EXPECT_FALSE(stage.shows("start"));

  Model opened = handMadeModel();
  opened.path = "/a/robot.glb";
  Stage other(std::move(opened));
  other.interface->workspace().startPage = true;
  other.frame();
  other.frame();
  EXPECT_FALSE(other.shows("start"));
  EXPECT_FALSE(other.interface->workspace().startPage) << "it does not come back";
}

TEST_F(StartPageTest, ClosesWithTheFirstFade) {
  ASSERT_TRUE(stage.shows("start"));
  (void)stage.key(Key::Digit2);
  frames();
  EXPECT_FALSE(stage.shows("start"));
}

}  // namespace

}  // namespace app::test
