#include "app/host/window/project_keeper.h"

#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "app/format/project_json.h"
#include "app/host/files/text_file.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_models.h"
#include "tests/support/temporary_folder.h"

namespace app {
namespace {

namespace fs = std::filesystem;

struct ProjectKeeperTest : testing::Test {
  /// Frames until a report of this kind came, which the session has then.
  template <class Report>
  bool frameUntil(ProjectKeeper& keeper) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (std::chrono::steady_clock::now() < end) {
      bool came = false;
      for (const Command& report : keeper.update(0.01, session)) {
        came |= report.is<Report>();
        (void)session.apply(report);
      }
      if (came) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }

  void open(ProjectKeeper& keeper, const ProjectSource& project) {
    for (const Command& report : keeper.open(project, session)) (void)session.apply(report);
  }
  /// A project in which the length of the fade is no number.
  static std::string damaged() {
    Session saved{test::character()};
    (void)saved.apply(SetFadeSettings{{.seconds = 0.75}});
    std::string text = projectText(saved, {});
    return text.replace(text.find("0.75"), 4, "\"x\"");
  }

  const ::test::TemporaryFolder folder;
  const fs::path state = folder.path() / "state";
  Session session{test::character()};
};

TEST_F(ProjectKeeperTest, SavesAndMarksTheStateThatWasSaved) {
  ProjectKeeper keeper(state);
  ASSERT_TRUE(session.apply(SetClip{0, &ClipSettings::weight, 0.5}));
  EXPECT_TRUE(session.hasUnsavedChanges());
  const std::string path = (folder.path() / "walk").string();
  EXPECT_FALSE(keeper.save({.path = path}, session));
  ASSERT_TRUE(session.apply(SetClip{0, &ClipSettings::weight, 0.75}));  // while it is being written
  ASSERT_TRUE(frameUntil<ReportProject>(keeper));
  EXPECT_EQ(session.project().path, path + ".crossfade");
  EXPECT_TRUE(session.hasUnsavedChanges()) << "the later change";
  ASSERT_TRUE(session.apply(Undo{}));
  EXPECT_FALSE(session.hasUnsavedChanges());
  EXPECT_TRUE(projectFilesOf(*readTextFile(path + ".crossfade")));
}

TEST_F(ProjectKeeperTest, ASecondSaveOfTheFileSaysWhatItSavedItself) {
  ProjectKeeper keeper(state);
  const std::string path = (folder.path() / "walk.crossfade").string();
  std::vector<std::uint64_t> states, saved;
  for (const double weight : {0.5, 0.75}) {
    ASSERT_TRUE(session.apply(SetClip{0, &ClipSettings::weight, weight}));
    EXPECT_FALSE(keeper.save({.path = path, .replace = true}, session));
    states.push_back(session.history().state());
  }
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (saved.size() < 2 && std::chrono::steady_clock::now() < end)
    for (const Command& report : keeper.update(0.01, session))
      if (const auto* project = report.as<ReportProject>()) saved.push_back(project->savedState.value());
  EXPECT_EQ(saved, states) << "the first one does not answer for the second, which may still fail";
  EXPECT_FALSE(keeper.isSaving());
}

TEST_F(ProjectKeeperTest, ASaveElsewhereLetsTheDamagedFileBeReplaced) {
  const fs::path file = folder.write("walk.crossfade", damaged());
  ProjectKeeper keeper(state);
  open(keeper, {.path = file.string(), .text = damaged(), .warnings = {}});
  const fs::path other = folder.path() / "other.crossfade";
  EXPECT_FALSE(keeper.save({}, session));
  EXPECT_FALSE(keeper.save({.path = other.string()}, session));
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (keeper.isSaving() && std::chrono::steady_clock::now() < end) (void)keeper.update(0.01, session);
  EXPECT_NE(*readTextFile(file.string()), damaged());
  EXPECT_TRUE(fs::exists(folder.path() / "walk-damaged-001.crossfade"));
  EXPECT_TRUE(fs::exists(other));
}

TEST_F(ProjectKeeperTest, AsksBeforeItReplacesAFile) {
  ProjectKeeper keeper(state);
  const std::string path = folder.write("other.crossfade", "precious").string();
  const auto answer = keeper.save({.path = path}, session);
  ASSERT_TRUE(answer && answer->is<AskToReplace>());
  EXPECT_EQ(answer->as<AskToReplace>()->path, path);
  EXPECT_EQ(*readTextFile(path), "precious");
  EXPECT_FALSE(keeper.save({.path = path, .replace = true}, session));
  ASSERT_TRUE(frameUntil<ReportProject>(keeper));
  EXPECT_NE(*readTextFile(path), "precious");
  EXPECT_FALSE(keeper.save({}, session)) << "its own file is replaced without asking";
}

TEST_F(ProjectKeeperTest, KeepsADamagedProjectWhenItIsSaved) {
  const std::string text = damaged();
  const fs::path file = folder.write("walk.crossfade", text);
  ProjectKeeper keeper(state);
  open(keeper, {.path = file.string(), .text = text, .warnings = {}});
  EXPECT_TRUE(session.hasUnsavedChanges()) << "the file has more";
  EXPECT_FALSE(keeper.save({}, session));
  ASSERT_TRUE(frameUntil<ReportProject>(keeper));
  EXPECT_FALSE(session.hasUnsavedChanges());
  EXPECT_NE(session.message()->text.find("; the damaged file is kept as walk-damaged-001.crossfade"), std::string::npos)
      << session.message()->text;
  EXPECT_EQ(*readTextFile((folder.path() / "walk-damaged-001.crossfade").string()), text);
  EXPECT_NE(*readTextFile(file.string()), text);
  EXPECT_FALSE(keeper.save({}, session));
  ASSERT_TRUE(frameUntil<ReportProject>(keeper));
  EXPECT_FALSE(fs::exists(folder.path() / "walk-damaged-002.crossfade")) << "once";
}

TEST_F(ProjectKeeperTest, ADamagedProjectThatCannotBeKeptIsNotReplaced) {
  const std::string name(240, 'x');  // with "-damaged-001" too long for a file
  const fs::path file = folder.write(name + ".crossfade", damaged());
  ProjectKeeper keeper(state);
  open(keeper, {.path = file.string(), .text = damaged(), .warnings = {}});
  for (int time = 0; time < 2; ++time) {  // the second time it is protected as well
    EXPECT_FALSE(keeper.save({}, session));
    ASSERT_TRUE(frameUntil<ShowMessage>(keeper));
    EXPECT_TRUE(session.message()->isError);
    EXPECT_TRUE(session.message()->text.starts_with(
        "the project is not saved, because a copy of the damaged file could not be kept: "))
        << session.message()->text;
    while (keeper.isSaving()) (void)keeper.update(0.01, session);
    EXPECT_TRUE(session.hasUnsavedChanges());
    EXPECT_EQ(*readTextFile(file.string()), damaged());
  }
  EXPECT_FALSE(keeper.save({.path = (folder.path() / "new.crossfade").string()}, session));
  EXPECT_TRUE(frameUntil<ReportProject>(keeper)) << "elsewhere it can be saved";
}

TEST_F(ProjectKeeperTest, ADamagedProjectIsStillKeptAfterAnotherSaveFailed) {
  const fs::path file = folder.write("walk.crossfade", damaged());
  ProjectKeeper keeper(state);
  open(keeper, {.path = file.string(), .text = damaged(), .warnings = {}});
  EXPECT_FALSE(keeper.save({.path = (file / "below.crossfade").string()}, session));
  ASSERT_TRUE(frameUntil<ShowMessage>(keeper));
  EXPECT_TRUE(session.message()->isError);
  EXPECT_FALSE(keeper.save({}, session));
  ASSERT_TRUE(frameUntil<ReportProject>(keeper));
  const auto kept = readTextFile((folder.path() / "walk-damaged-001.crossfade").string());
  ASSERT_TRUE(kept) << kept.error().message;
  EXPECT_EQ(*kept, damaged());
}

TEST_F(ProjectKeeperTest, ADamagedProjectIsKeptWhenItsRestoredChangesAreSaved) {
  const fs::path file = folder.write("walk.crossfade", damaged());
  const fs::path left = folder.path() / "left";  // by a run that was killed
  {
    ProjectKeeper keeper(state);
    open(keeper, {.path = file.string(), .text = damaged(), .warnings = {}});
    ASSERT_TRUE(session.apply(SetClip{0, &ClipSettings::weight, 0.5}));
    (void)keeper.update(0.1, session);
    (void)keeper.update(5, session);
    const auto isWritten = [&] {
      std::error_code none;
      for (const auto& entry : fs::directory_iterator(state, none))
        if (entry.path().extension() == ".crossfade") return true;
      return false;
    };
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!isWritten() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    fs::copy(state, left);
  }
  ProjectKeeper keeper(left);
  EXPECT_EQ(keeper.leftBehind(), "the unsaved changes to walk.crossfade");
  const std::string work = keeper.restore();
  ASSERT_FALSE(work.empty());
  open(keeper, {.path = work, .text = *readTextFile(work), .warnings = {}});
  EXPECT_EQ(session.project().path, file.string());
  EXPECT_FALSE(keeper.save({}, session));
  ASSERT_TRUE(frameUntil<ReportProject>(keeper));
  EXPECT_NE(*readTextFile(file.string()), damaged());
  const auto kept = readTextFile((folder.path() / "walk-damaged-001.crossfade").string());
  ASSERT_TRUE(kept) << kept.error().message;
  EXPECT_EQ(*kept, damaged());
}

TEST_F(ProjectKeeperTest, AWarningAboutTheModelIsNoDamage) {
  Session saved{test::character()};
  ProjectKeeper keeper(state);
  for (const Command& report : keeper.open({.path = (folder.path() / "walk.crossfade").string(),
                               .text = projectText(saved, {}),
                               .warnings = {"the model has changed"}},
                                           session))
    (void)session.apply(report);
  EXPECT_FALSE(session.hasUnsavedChanges());
}

TEST_F(ProjectKeeperTest, SaysWhyAProjectCannotBeSaved) {
  ProjectKeeper keeper(state);
  EXPECT_TRUE(keeper.save({}, session)) << "no name yet";
  folder.write("file", "");
  EXPECT_FALSE(keeper.save({.path = (folder.path() / "file/p.crossfade").string()}, session));
  ASSERT_TRUE(frameUntil<ShowMessage>(keeper));
  EXPECT_TRUE(session.message()->isError);
}

TEST_F(ProjectKeeperTest, KeepsUnsavedChangesUntilTheyAreSaved) {
  ProjectKeeper keeper(state);
  ASSERT_TRUE(session.apply(SetClip{0, &ClipSettings::weight, 0.5}));
  (void)keeper.update(0.1, session);
  (void)keeper.update(5, session);
  const auto workIsThere = [&] { return fs::exists(state) && !fs::is_empty(state); };
  EXPECT_TRUE(workIsThere());
  EXPECT_FALSE(keeper.save({.path = (folder.path() / "p.crossfade").string()}, session));
  ASSERT_TRUE(frameUntil<ReportProject>(keeper));
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (workIsThere() && std::chrono::steady_clock::now() < end) (void)keeper.update(0.01, session);
  EXPECT_FALSE(workIsThere());
}

TEST_F(ProjectKeeperTest, SaysInTheTitleWhatIsUnsaved) {
  ProjectKeeper keeper(state);
  EXPECT_TRUE(keeper.titleChanged(session));
  EXPECT_EQ(keeper.title(), "sample.glb - Crossfade");
  EXPECT_FALSE(keeper.titleChanged(session));
  ASSERT_TRUE(session.apply(SetSpeed{2}));
  EXPECT_TRUE(keeper.titleChanged(session));
  EXPECT_EQ(keeper.title(), "\u2022 sample.glb - Crossfade");
  ASSERT_TRUE(session.apply(ReportProject{"/x/walk.crossfade", session.history().state()}));
  EXPECT_TRUE(keeper.titleChanged(session));
  EXPECT_EQ(keeper.title(), "walk - Crossfade");
}

TEST_F(ProjectKeeperTest, QuietFramesAllocateNothing) {
  ProjectKeeper keeper(state);
  (void)keeper.update(0.01, session);
  (void)keeper.titleChanged(session);
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 10; ++i) {
    (void)keeper.update(0.01, session);
    (void)keeper.titleChanged(session);
  }
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace
}  // namespace app
