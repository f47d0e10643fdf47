#include "app/host/files/user_settings.h"

#include <gtest/gtest.h>

#include "app/host/files/text_file.h"
#include "tests/support/temporary_folder.h"

namespace app {
namespace {

namespace fs = std::filesystem;

UserSettings unusual() {
  UserSettings settings;
  settings.recents = {"/models/knight.glb", "/models/Müller.fbx"};
  settings.lastFolder = "/models";
  settings.windowWidth = 1600;
  settings.windowHeight = 900;
  settings.columnOpen = false;
  settings.systemDialog = false;
  settings.panels = {
      .column = 420, .crossFade = 260, .profiler = 300, .timeline = true, .side = SidePanel::Transitions};
  settings.tab = ColumnTab::Pose;
  settings.scale = 1.5f;
  settings.card = {.looping = true, .root = true};
  settings.quality = PictureQuality::Medium;
  settings.view = {.skeleton = true, .bones = BoneStyle::Lines, .jointNames = true, .ghosts = 2};
  settings.view.ghostSeconds = 0.2f;
  settings.view.grid = settings.view.darkBackground = false;
  return settings;
}

TEST(UserSettings, ComeBackAsTheyWereKept) {
  const auto back = settingsFromJson(settingsToJson(unusual()));
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, unusual());
  EXPECT_EQ(settingsToJson(*back), settingsToJson(unusual()));
}

TEST(UserSettings, KnowEveryTab) {
  for (int tab = 0; tab < kColumnTabs; ++tab) {
    UserSettings settings;
    settings.tab = static_cast<ColumnTab>(tab);
    const auto back = settingsFromJson(settingsToJson(settings));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->tab, settings.tab) << tab;
  }
}

TEST(UserSettings, DamagedMembersAreDefaults) {
  const auto settings = settingsFromJson(R"({"version": 1, "recents": ["/a.glb", 3, "/b.glb"], "lastFolder": 7,
      "window": {"width": -5, "height": 1e9, "column": "yes", "columnWidth": "wide", "tab": "none"},
      "view": {"ghosts": 99, "grid": false}, "news": {}})");
  ASSERT_TRUE(settings);
  UserSettings expected;
  expected.recents = {"/a.glb", "/b.glb"};
  expected.view.grid = false;
  EXPECT_EQ(*settings, expected);
  EXPECT_EQ(*settingsFromJson("{}"), UserSettings{});
  EXPECT_EQ(*settingsFromJson(R"({"window": 3, "view": [], "recents": {}})"), UserSettings{});
}

TEST(UserSettings, SayWhyTheyCannotBeRead) {
  EXPECT_EQ(settingsFromJson("[1").error().message, "is damaged: it is not a JSON object");
  EXPECT_EQ(settingsFromJson(R"({"version": 2})").error().message, "is of version 2; this program knows 1");
  const ::test::TemporaryFolder folder;
  folder.write(kSettingsFile, "half");
  const auto settings = loadSettings(folder.path());
  ASSERT_FALSE(settings);
  EXPECT_EQ(settings.error().message, (folder / kSettingsFile).string() + " is damaged: it is not a JSON object");
}

TEST(UserSettings, AreKeptInAFolderThatIsMadeForThem) {
  const ::test::TemporaryFolder folder;
  const fs::path config = folder / "config";
  EXPECT_EQ(*loadSettings(config), UserSettings{});
  EXPECT_EQ(*loadSettings({}), UserSettings{}) << "a user without a home";
  ASSERT_TRUE(saveSettings(config, unusual()));
  EXPECT_EQ(*loadSettings(config), unusual());
  EXPECT_EQ(folder.names(), std::vector<std::string>{"config"}) << "nothing else is left";
}

TEST(UserSettings, RecentFilesAreTheLastOpenedOnce) {
  std::vector<std::string> recents;
  for (const char* path : {"/a", "/b", "/a"}) addRecent(recents, path);
  EXPECT_EQ(recents, (std::vector<std::string>{"/a", "/b"}));
  for (int i = 0; i < 30; ++i) addRecent(recents, "/" + std::to_string(i));
  EXPECT_EQ(recents.size(), kMaxRecents);
  EXPECT_EQ(recents.front(), "/29");
}

}  // namespace
}  // namespace app
