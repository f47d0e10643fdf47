#include "app/host/window/file_service.h"

#include <chrono>
#include <cstdlib>
#include <optional>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/host/files/text_file.h"
#include "tests/app/host/window/viewer_window.h"
#include "tests/app/platform/fake_portal.h"
#include "tests/support/source_folder.h"
#include "tests/support/temporary_folder.h"

namespace test {

// Files that are opened from the window: by the desktop's dialog, and with pictures in the browser.

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

namespace app {
namespace {

namespace fs = std::filesystem;

class FileServiceTest : public testing::Test {
 protected:
  void SetUp() override { ::setenv("XDG_CONFIG_HOME", config.c_str(), 1); }
  void TearDown() override { ::unsetenv("XDG_CONFIG_HOME"); }

  /// Waits for a report of this kind that `wanted` holds for.
  template <class Report, class Wanted>
  static std::optional<Report> waitFor(FileService& files, Wanted wanted) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (std::chrono::steady_clock::now() < end) {
      Commands reports;
      files.poll(reports);
      for (const Command& report : reports)
        if (const auto* found = report.as<Report>(); found && wanted(*found)) return *found;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return std::nullopt;
  }
  template <class Report>
  static std::optional<Report> waitFor(FileService& files) {
    return waitFor<Report>(files, [](const Report&) { return true; });
  }

  const ::test::TemporaryFolder folder;
  const fs::path config = folder / "config";
  const fs::path settingsFile = config / "crossfade" / kSettingsFile;
};

TEST_F(FileServiceTest, WithoutSettingsNothingIsKept) {
  EXPECT_FALSE(FileService(true).stateFolder().empty());
  EXPECT_TRUE(FileService(false).stateFolder().empty());
  EXPECT_FALSE(fs::exists(config));
}

TEST_F(FileServiceTest, KeepsRecentFilesAndTheWindowForTheNextRun) {
  const std::string model = folder.write("models/a.glb", "").string();
  {
    FileService files(true);
    files.noteOpened(model);
    Workspace workspace;
    workspace.panelSizes.column = 400;
    files.keepWindow(1500, 800, workspace, {.meshes = false, .grid = false, .exposure = 2}, 0.1);
  }
  FileService files(true);
  EXPECT_EQ(files.settings().recents, std::vector<std::string>{model});
  EXPECT_EQ(files.settings().lastFolder, (folder / "models").string());
  EXPECT_EQ(files.settings().windowWidth, 1500);
  EXPECT_EQ(files.settings().panels.column, 400);
  EXPECT_FALSE(files.settings().view.grid);
  EXPECT_EQ(files.settings().view.exposure, 0);
  EXPECT_TRUE(files.settings().view.meshes) << "the next run would begin with nothing to see";
  const auto recents = waitFor<ReportRecents>(files);
  ASSERT_TRUE(recents);
  EXPECT_EQ(recents->recents.at(0).path, model);
}

TEST_F(FileServiceTest, WritesNothingWithoutSettings) {
  {
    FileService files(false);
    files.noteOpened("/models/a.glb");
    files.keepWindow(1500, 800, Workspace{}, {}, 10);
  }
  EXPECT_TRUE(folder.names().empty());
}

TEST_F(FileServiceTest, WritesNothingWhenOnlyTheExposureChanges) {
  FileService files(true);
  const auto isWritten = [&] { return fs::exists(settingsFile); };
  files.keepWindow(files.settings().windowWidth, files.settings().windowHeight, Workspace{}, {.exposure = 2}, 10);
  files.list((folder / "").string());  // after what was to be written
  ASSERT_TRUE(waitFor<ReportFolder>(files));
  EXPECT_FALSE(isWritten());
}

TEST_F(FileServiceTest, PutsSettingsAsideThatItCannotRead) {
  folder.write("config/crossfade/settings.json", "precious");
  FileService files(true);
  EXPECT_NE(files.complaint().find("settings.json"), std::string::npos);
  EXPECT_NE(files.complaint().find("settings.json.old"), std::string::npos);
  EXPECT_EQ(*readTextFile(settingsFile.string() + ".old"), "precious");
}

TEST_F(FileServiceTest, ListsTheFolderUsedLast) {
  folder.write("models/a.glb", "");
  FileService files(false);
  files.list((folder / "models").string());
  ASSERT_TRUE(waitFor<ReportFolder>(files));
  files.list("");
  const auto again = waitFor<ReportFolder>(files);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->folder.path, (folder / "models").string());
  files.list("..");
  EXPECT_EQ(waitFor<ReportFolder>(files)->folder.path, folder.path().string());
}

TEST_F(FileServiceTest, OpensTheNeighborOrSaysThatThereIsNone) {
  folder.write("models/a.glb", "");
  folder.write("models/b.glb", "");
  FileService files(false);
  files.openNeighbor((folder / "models/a.glb").string(), 1);
  const auto open = waitFor<RequestOpen>(files);
  ASSERT_TRUE(open);
  EXPECT_EQ(open->path, (folder / "models/b.glb").string());
  files.openNeighbor("", 1);
  EXPECT_FALSE(waitFor<ShowMessage>(files)->isError);
}

TEST_F(FileServiceTest, SuggestsFreeNamesForRecordings) {
  const std::string film = folder.write("film-001.gif", "").string();
  FileService files(false);
  files.suggestRecording((folder / "film.gif").string());
  const auto suggested = waitFor<ReportRecordingFiles>(files);
  ASSERT_TRUE(suggested);
  EXPECT_EQ(suggested->files.suggested, (folder / "film-002.gif").string());

  files.noteExistingRecording(film);
  const auto asked = waitFor<ReportRecordingFiles>(files);
  EXPECT_EQ(asked->files.inTheWay, film);
  EXPECT_EQ(asked->files.suggested, (folder / "film-002.gif").string());

  const std::string second = folder.write("film-002.gif", "").string();
  files.noteRecording(second);
  const auto written = waitFor<ReportRecordingFiles>(files);
  EXPECT_EQ(written->files.written, second);
  EXPECT_EQ(written->files.inTheWay, "");
  EXPECT_EQ(written->files.suggested, (folder / "film-003.gif").string());
}

TEST_F(FileServiceTest, KnowsWhetherANameIsTaken) {
  const std::string film = folder.write("film-001.gif", "").string();
  const std::string free = (folder / "film-002.gif").string();
  FileService files(false);
  const auto answer = [&] {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!files.checkedNameIsTaken() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    return files.checkedNameIsTaken();
  };
  EXPECT_FALSE(files.checkedNameIsTaken()) << "nobody asked";
  files.checkName(film);
  EXPECT_EQ(answer(), true);
  files.checkName(free);
  EXPECT_EQ(answer(), false);
  for (int i = 0; i < 20; ++i) {
    files.list("/usr/include");  // takes a while
    files.checkName(free);
    files.list("/usr/include");
    files.checkName(film);
    ASSERT_EQ(answer(), true) << "the answer to the question before";
  }
}

TEST_F(FileServiceTest, WritesShapes) {
  const std::string file = (folder / "drawing.json").string();
  FileService files(false);
  files.saveShapes(file, openingShapes());
  const auto said = waitFor<ShowMessage>(files);
  ASSERT_TRUE(said);
  EXPECT_EQ(said->text, file + " is written");
  EXPECT_FALSE(said->isError);
  files.open(file);
  const auto read = waitFor<ShapeCommand>(files);
  ASSERT_TRUE(read);
  EXPECT_EQ(std::get<shapes::ImportShapes>(*read).keys, openingShapes().keys);
  files.saveShapes((folder / "drawing.json/below.json").string(), openingShapes());
  EXPECT_TRUE(waitFor<ShowMessage>(files, [](const ShowMessage& each) { return each.isError; }));
}

TEST_F(FileServiceTest, SavesTracesUnderNewNames) {
  FrameTrace trace;
  trace.frames.resize(2);
  trace.frames[1].number = 1;
  trace.frames[1].begin = 0.016;
  FileService files(false);
  const std::string wanted = (folder / "new/trace.json").string();
  for (const char* name : {"trace-001.json", "trace-002.json"}) {
    files.saveTrace(wanted, trace);
    const auto saved = waitFor<ReportWritten>(files);
    ASSERT_TRUE(saved);
    EXPECT_EQ(saved->path, (folder / "new" / name).string());
    EXPECT_NE(readTextFile(saved->path)->find("\"traceEvents\""), std::string::npos);
  }
  files.saveTrace((folder / "new/trace.csv").string(), trace);
  const auto table = waitFor<ReportWritten>(files);
  ASSERT_TRUE(table);
  EXPECT_EQ(readTextFile(table->path)->find("frame,begin_s"), 0u);

  files.saveTrace((folder / "new/trace-001.json/trace.json").string(), trace);
  EXPECT_TRUE(waitFor<ShowMessage>(files, [](const ShowMessage& message) { return message.isError; }));
}

}  // namespace

}  // namespace app
