#include "app/host/window/file_desk.h"

#include <chrono>
#include <cstdlib>
#include <thread>

#include <gtest/gtest.h>

#include "app/host/files/text_file.h"
#include "tests/support/temporary_folder.h"

namespace app {
namespace {

namespace fs = std::filesystem;

class FileDeskTest : public testing::Test {
 protected:
  void SetUp() override { ::setenv("XDG_CONFIG_HOME", config.c_str(), 1); }
  void TearDown() override { ::unsetenv("XDG_CONFIG_HOME"); }

  /// Waits for a report of this kind that `wanted` holds for.
  template <class Report, class Wanted>
  static std::optional<Report> waitFor(FileDesk& desk, Wanted wanted) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (std::chrono::steady_clock::now() < end) {
      Commands reports;
      desk.poll(reports);
      for (const Command& report : reports)
        if (const auto* found = report.as<Report>(); found && wanted(*found)) return *found;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return std::nullopt;
  }
  template <class Report>
  static std::optional<Report> waitFor(FileDesk& desk) {
    return waitFor<Report>(desk, [](const Report&) { return true; });
  }

  const ::test::TemporaryFolder folder;
  const fs::path config = folder / "config";
  const fs::path settingsFile = config / "crossfade" / kSettingsFile;
};

TEST_F(FileDeskTest, KeepsRecentFilesAndTheWindowForTheNextRun) {
  const std::string model = folder.write("models/a.glb", "").string();
  {
    FileDesk desk(true);
    desk.noteOpened(model);
    Workspace workspace;
    workspace.panelSizes.column = 400;
    desk.keepWindow(1500, 800, workspace, {.meshes = false, .grid = false}, 0.1);
  }
  FileDesk desk(true);
  EXPECT_EQ(desk.settings().recents, std::vector<std::string>{model});
  EXPECT_EQ(desk.settings().lastFolder, (folder / "models").string());
  EXPECT_EQ(desk.settings().windowWidth, 1500);
  EXPECT_EQ(desk.settings().panels.column, 400);
  EXPECT_FALSE(desk.settings().view.grid);
  EXPECT_TRUE(desk.settings().view.meshes) << "the next run would begin with nothing to see";
  const auto recents = waitFor<ReportRecents>(desk);
  ASSERT_TRUE(recents);
  EXPECT_EQ(recents->recents.at(0).path, model);
}

TEST_F(FileDeskTest, WritesNothingWithoutSettings) {
  {
    FileDesk desk(false);
    desk.noteOpened("/models/a.glb");
    desk.keepWindow(1500, 800, Workspace{}, {}, 10);
  }
  EXPECT_TRUE(folder.names().empty());
}

TEST_F(FileDeskTest, PutsSettingsAsideThatItCannotRead) {
  folder.write("config/crossfade/settings.json", "precious");
  FileDesk desk(true);
  EXPECT_NE(desk.complaint().find("settings.json"), std::string::npos);
  EXPECT_NE(desk.complaint().find("settings.json.old"), std::string::npos);
  EXPECT_EQ(*readTextFile(settingsFile.string() + ".old"), "precious");
}

TEST_F(FileDeskTest, ListsTheFolderUsedLast) {
  folder.write("models/a.glb", "");
  FileDesk desk(false);
  desk.list((folder / "models").string());
  ASSERT_TRUE(waitFor<ReportFolder>(desk));
  desk.list("");
  const auto again = waitFor<ReportFolder>(desk);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->folder.path, (folder / "models").string());
  desk.list("..");
  EXPECT_EQ(waitFor<ReportFolder>(desk)->folder.path, folder.path().string());
}

TEST_F(FileDeskTest, OpensTheNeighborOrSaysThatThereIsNone) {
  folder.write("models/a.glb", "");
  folder.write("models/b.glb", "");
  FileDesk desk(false);
  desk.openNeighbor((folder / "models/a.glb").string(), 1);
  const auto open = waitFor<RequestOpen>(desk);
  ASSERT_TRUE(open);
  EXPECT_EQ(open->path, (folder / "models/b.glb").string());
  desk.openNeighbor("", 1);
  EXPECT_FALSE(waitFor<ShowMessage>(desk)->isError);
}

TEST_F(FileDeskTest, SuggestsFreeNamesForRecordings) {
  const std::string film = folder.write("film-001.gif", "").string();
  FileDesk desk(false);
  desk.suggestRecording((folder / "film.gif").string());
  const auto suggested = waitFor<ReportRecordingFiles>(desk);
  ASSERT_TRUE(suggested);
  EXPECT_EQ(suggested->files.suggested, (folder / "film-002.gif").string());

  desk.noteRecordingInTheWay(film);
  const auto asked = waitFor<ReportRecordingFiles>(desk);
  EXPECT_EQ(asked->files.inTheWay, film);
  EXPECT_EQ(asked->files.suggested, (folder / "film-002.gif").string());

  const std::string second = folder.write("film-002.gif", "").string();
  desk.noteRecording(second);
  const auto written = waitFor<ReportRecordingFiles>(desk);
  EXPECT_EQ(written->files.written, second);
  EXPECT_EQ(written->files.inTheWay, "");
  EXPECT_EQ(written->files.suggested, (folder / "film-003.gif").string());
}

TEST_F(FileDeskTest, SavesTracesUnderNewNames) {
  FrameTrace trace;
  trace.frames.resize(2);
  trace.frames[1].number = 1;
  trace.frames[1].begin = 0.016;
  FileDesk desk(false);
  const std::string wanted = (folder / "new/trace.json").string();
  for (const char* name : {"trace-001.json", "trace-002.json"}) {
    desk.saveTrace(wanted, trace);
    const auto saved = waitFor<ReportTrace>(desk);
    ASSERT_TRUE(saved);
    EXPECT_EQ(saved->path, (folder / "new" / name).string());
    EXPECT_NE(readTextFile(saved->path)->find("\"traceEvents\""), std::string::npos);
  }
  desk.saveTrace((folder / "new/trace.csv").string(), trace);
  const auto table = waitFor<ReportTrace>(desk);
  ASSERT_TRUE(table);
  EXPECT_EQ(readTextFile(table->path)->find("frame,begin_s"), 0u);

  desk.saveTrace((folder / "new/trace-001.json/trace.json").string(), trace);
  EXPECT_TRUE(waitFor<ShowMessage>(desk, [](const ShowMessage& message) { return message.isError; }));
}

}  // namespace
}  // namespace app
