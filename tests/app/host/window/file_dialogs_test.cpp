// Files that are opened from the window: by the desktop's dialog, and with pictures in the browser.
#include "app/host/window/file_dialogs.h"

#include <optional>

#include <gmock/gmock.h>

#include "tests/app/host/window/viewer_window.h"
#include "tests/app/platform/fake_portal.h"
#include "tests/support/source_folder.h"

namespace test {
namespace {

using Mode = FakePortal::Mode;
using testing::Contains;
using testing::Not;

TEST(FileDialogs, OfferWhatOpens) {
  const app::FileDialog open = app::fileDialogFor(app::BrowsePurpose::Open, "Knight");
  EXPECT_EQ(open.title, "Open");
  EXPECT_TRUE(open.multiple);
  ASSERT_EQ(open.filters.size(), 2u);
  EXPECT_THAT(open.filters[0].patterns, Contains("*.[gG][lL][bB]"));
  EXPECT_THAT(open.filters[0].patterns, Contains("*.[cC][rR][oO][sS][sS][fF][aA][dD][eE]"));
  EXPECT_THAT(open.filters[0].patterns, Contains("*.[jJ][sS][oO][nN]"));
  const app::FileDialog add = app::fileDialogFor(app::BrowsePurpose::AddClips, "Knight");
  EXPECT_EQ(add.title, "Add clips to Knight");
  EXPECT_THAT(add.filters[0].patterns, Contains("*.[bB][vV][hH]"));
  EXPECT_THAT(add.filters[0].patterns, Not(Contains("*.[jJ][sS][oO][nN]")));
}

fs::path copyOfCharacter(const fs::path& file) {
  fs::create_directories(file.parent_path());
  fs::copy_file(app::test::sourceFolder() / "assets/character.glb", file);
  return file;
}

class PortalWindow : public ViewerWindow {
 protected:
  void SetUp() override {
    if (bus_.address().empty()) GTEST_SKIP() << "dbus-daemon is not installed";
    portal_.emplace(bus_.address());
    setenv("DBUS_SESSION_BUS_ADDRESS", bus_.address().c_str(), 1);
    ViewerWindow::SetUp();
  }
  void TearDown() override {
    ViewerWindow::TearDown();
    unsetenv("DBUS_SESSION_BUS_ADDRESS");
  }
  bool usesPortal() const override { return true; }

  /// Ctrl+O until the portal is asked. Where the program has not found it yet, or the portal is late on a busy machine,
  /// the browser opens instead.
  bool opens(const std::function<bool(const Json&)>& shows) {
    for (int i = 0; i < 50; ++i) {
      xdotool("key ctrl+o");
      if (!now_["widgets"].contains("files") &&
          waitUntil([&](const Json& s) { return s["widgets"].contains("files") || shows(s); }) && shows(now_))
        return true;
      xdotool("key Escape");
    }
    return false;
  }

  PrivateBus bus_;
  std::optional<FakePortal> portal_;
};

TEST_F(PortalWindow, OpensWhatIsChosenInTheDesktopsDialog) {
  copyOfCharacter(folder_ / "my models/b\u00fccher 1.glb");
  portal_->answer(Mode::Chooses, {"file://" + folder_.string() + "/my%20models/b%C3%BCcher%201.glb"});
  EXPECT_TRUE(opens([](const Json& s) { return s["model"] == "b\u00fccher 1.glb"; })) << now_["model"];
  ASSERT_FALSE(portal_->calls().empty());
  EXPECT_EQ(portal_->calls().back().title, "Open");
  EXPECT_FALSE(now_["widgets"].contains("files"));

  copyOfCharacter(folder_ / "first.glb");
  copyOfCharacter(folder_ / "second.glb");
  portal_->answer(Mode::Chooses,
                  {"file://" + folder_.string() + "/first.glb", "file://" + folder_.string() + "/second.glb"});
  EXPECT_TRUE(opens([](const Json& s) { return s["model"] == "second.glb"; })) << "the last of two";

  const auto write = [&](const char* name, const char* text) { std::ofstream(folder_ / name) << text; };
  write("show.json", R"({"commands": [{"at": 0, "do": "scene", "scene": "timing"}, {"at": 3000, "do": "pause"}]})");
  write("square.svg", R"(<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0H9V9H0Z"/></svg>)");
  portal_->answer(Mode::Chooses,
                  {"file://" + folder_.string() + "/show.json", "file://" + folder_.string() + "/square.svg"});
  EXPECT_TRUE(opens([](const Json& s) { return s["message"].get<std::string>().ends_with("is imported"); }));
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("script"); }));
  EXPECT_EQ(now_["scene"], "timing") << "the script did not run on the shapes";

  xdotool("key ctrl+alt+o");
  EXPECT_TRUE(now_["widgets"].contains("files")) << "the browser has a key of its own";
}

TEST_F(PortalWindow, SaysThatOnlyLocalFilesOpen) {
  portal_->answer(Mode::Chooses, {"ftp://elsewhere/knight.glb"});
  EXPECT_TRUE(opens([](const Json& s) { return s["message"] == "Only local files can be opened."; }));
  EXPECT_FALSE(now_["widgets"].contains("files"));
}

TEST_F(PortalWindow, ShowsTheBrowserWhenTheDialogDoesNotCome) {
  copyOfCharacter(folder_ / "late.glb");
  portal_->answer(Mode::KeepsSilent);
  for (int i = 0; i < 50 && portal_->calls().empty(); ++i) {
    xdotool("key ctrl+o");
    ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("files"); }));
    if (portal_->calls().empty()) xdotool("key Escape");
  }
  ASSERT_FALSE(portal_->calls().empty());
  portal_->answer(Mode::Chooses, {"file://" + (folder_ / "late.glb").string()});
  ASSERT_TRUE(waitUntil([&](const Json&) { return portal_->closed().size() >= 2; })) << "its dialog is taken back";
  xdotool("key shift");
  EXPECT_TRUE(now_["widgets"].contains("files"));
  EXPECT_NE(now_["model"], "late.glb");
}

class PictureWindow : public ViewerWindow {
 protected:
  void SetUp() override {
    useOwnCache();
    ViewerWindow::SetUp();
  }
  fs::path modelFile() override { return copyOfCharacter(folder_ / "models/hero.glb"); }
  bool isKept() const {
    std::error_code missing;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_ / "cache/crossfade/pictures", missing))
      if (entry.path().extension() == ".png") return true;
    return false;
  }
};

TEST_F(PictureWindow, ShowsAModelThatWasOnScreen) {
  end(SIGTERM);
  start((folder_ / "models/hero.glb").string(), Settings::Kept);
  ASSERT_TRUE(waitUntil([this](const Json&) { return isKept(); })) << "no picture is taken";
  EXPECT_EQ(now_["model"], "hero.glb");
  xdotool("key ctrl+o");
  EXPECT_TRUE(waitUntil([](const Json& s) {
    return s["widgets"].contains("files.picture") && s["widgets"].contains("files.recent.0.picture");
  })) << "the browser does not show it";
}

TEST_F(PictureWindow, KeepsNoneWithoutSettings) {
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["model"] == "hero.glb" && s["mixerTime"].get<double>() > 3; }));
  EXPECT_FALSE(fs::exists(folder_ / "cache/crossfade"));
}

}  // namespace
}  // namespace test
