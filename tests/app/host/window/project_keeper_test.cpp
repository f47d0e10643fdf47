#include "app/host/window/project_keeper.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/format/project_json.h"
#include "app/format/shape_json.h"
#include "app/host/files/text_file.h"
#include "app/session/timing/timing_scene.h"
#include "app/session/undo_history.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/random_commands.h"
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

TEST_F(ProjectKeeperTest, SaysWhichModelsChangesWereLeftBehind) {
  Model model = test::character();
  model.path = (folder.path() / "knight.glb").string();
  Session knight{std::move(model)};
  ASSERT_TRUE(knight.apply(SetClip{0, &ClipSettings::weight, 0.5}));
  {
    ProjectKeeper keeper(state);
    ASSERT_TRUE(keeper.leaveBehind(knight));
  }
  EXPECT_EQ(ProjectKeeper(state).leftBehind(), "the unsaved changes to knight.glb");
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
  open(keeper, {.path = (folder.path() / "walk.crossfade").string(),
                .text = projectText(saved, {}),
                .warnings = {"the model has changed"}});
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

// ---- Leaving a session, whichever way.

/// A window without pictures: sessions of models and projects that replace each other.
class Leaving {
 public:
  explicit Leaving(const fs::path& folder)
      : folder_(folder), keeper_(std::make_unique<ProjectKeeper>(folder / "state")) {
    open("");
  }

  /// Opens a model or project ("p.crossfade") unless the user stays; `how` answers the question, if there is one.
  void open(const std::string& name, LeaveHow how = LeaveHow::Keep) {
    const std::string path = name.empty() ? name : (folder_ / name).string();
    const std::string kept = keeper_->keptFor(path, *session_);
    if (!leave(how)) return;
    Model model = modelOf(name, kept);
    const auto project = std::exchange(model.project, std::nullopt);
    session_ = std::make_unique<Session>(std::move(model), std::move(*session_));
    apply(keeper_->open(project, *session_));
    update();
  }
  /// Closes the window and opens another one.
  void restart(LeaveHow how) {
    if (!leave(how)) return;
    keeper_.reset();
    keeper_ = std::make_unique<ProjectKeeper>(folder_ / "state");
    session_ = std::make_unique<Session>(Model{});
    const bool asked = hasAsked_;
    open("");
    hasAsked_ = asked;
  }
  void save(const std::string& name) {
    ASSERT_FALSE(keeper_->save({.path = name.empty() ? name : (folder_ / name).string(), .replace = true}, *session_));
    while (keeper_->isSaving()) update();
  }
  /// A frame, and until what it has begun to write is written.
  void pass(double seconds) {
    apply(keeper_->update(seconds, *session_));
    while (keeper_->isWriting()) {
      std::this_thread::yield();
      apply(keeper_->update(0, *session_));
    }
  }
  /// Opens what a run that was killed left behind. False: nothing.
  bool restore() {
    const std::string file = keeper_->restore();
    if (file.empty() || !leave(LeaveHow::Keep)) return false;
    const std::string text = *readTextFile(file);
    const std::string path = projectFilesOf(text)->model;
    Model model = modelOf(path.empty() ? path : fs::path(path).filename().string(), "");
    const ProjectSource project{.path = file, .text = text, .warnings = {}};
    session_ = std::make_unique<Session>(std::move(model), std::move(*session_));
    apply(keeper_->open(project, *session_));
    return true;
  }
  Session& session() { return *session_; }
  ProjectKeeper& keeper() { return *keeper_; }
  bool hasAsked() const { return hasAsked_; }
  std::string path() const {
    return session_->project().path.empty() ? session_->model().path : session_->project().path;
  }

 private:
  void apply(const Commands& reports) {
    for (const Command& report : reports) (void)session_->apply(report);
  }
  void update() { apply(keeper_->update(0.01, *session_)); }

  bool leave(LeaveHow how) {
    LeaveGuard guard;
    hasAsked_ = false;
    for (;;) switch (const LeaveGuard::Next next = guard.update(*session_, *keeper_)) {
        case LeaveGuard::Next::Wait:
          update();
          break;
        case LeaveGuard::Next::Ask:
          hasAsked_ = true;
          (void)session_->apply(AskToLeave{});
          if (how == LeaveHow::AfterSaving) (void)keeper_->save({.path = {}, .replace = true}, *session_);
          guard.answer({how});
          break;
        case LeaveGuard::Next::Go:
        case LeaveGuard::Next::Discard:
          if (keeper_->leave(*session_, next == LeaveGuard::Next::Discard)) return true;
          break;
        case LeaveGuard::Next::Stay:
          return false;
      }
  }
  Model modelOf(const std::string& name, const std::string& kept) const {
    const bool isProject = name.ends_with(".crossfade");
    Model model = test::modelForMonkeys();
    model.name = name.empty() ? "character.glb" : isProject ? "a.glb" : name;
    model.path = name.empty() ? "" : (folder_ / model.name).string();
    if (kept.empty() && !isProject) return model;
    model.project = ProjectSource{.path = {}, .text = {}, .warnings = {}, .kept = kept};
    if (isProject)
      model.project->path = (folder_ / name).string(), model.project->text = *readTextFile(model.project->path);
    return model;
  }

  const fs::path folder_;
  std::unique_ptr<ProjectKeeper> keeper_;
  std::unique_ptr<Session> session_ = std::make_unique<Session>(Model{});
  bool hasAsked_ = false;
};

/// What belongs to the model.
Document ownOf(const Session& session) {
  Document document = session.document();
  document.view = ViewOptions{.model = document.view.model};
  if (session.project().path.empty())  // of others, they belong to no model
    document.timing = {}, document.curves = {}, document.shapes = {}, document.drawing.clear();
  document.crowd = {};            // forgets which clips it played when another model is shown
  document.tracedJoints.clear();  // only looked at, like the view
  return document;
}

TEST(Leaving, KeepsTheChangesOfAModelWithoutAsking) {
  const ::test::TemporaryFolder folder;
  Leaving window(folder.path());
  window.open("a.glb");
  ASSERT_TRUE(window.session().apply(SetClip{0, &ClipSettings::weight, 0.5}));
  ASSERT_TRUE(window.session().apply(SetFadeSettings{{.seconds = 0.75}}));
  window.open("b.glb");
  EXPECT_FALSE(window.hasAsked());
  EXPECT_EQ(window.session().character().clipSettings()[0].weight, 1);
  EXPECT_FALSE(window.session().hasUnsavedChanges());
  window.open("a.glb");
  EXPECT_EQ(window.session().character().clipSettings()[0].weight, 0.5);
  EXPECT_EQ(window.session().fadeSettings().seconds, 0.75);
  EXPECT_TRUE(window.session().hasUnsavedChanges());
  ASSERT_TRUE(window.session().message());
  EXPECT_TRUE(window.session().message()->offersDiscard);
  EXPECT_EQ(window.session().message()->text, "Your changes to a.glb are back: Walk: Weight 1 -> 0.5");
  ASSERT_TRUE(window.session().apply(Undo{}));
  EXPECT_EQ(window.session().character().clipSettings()[0].weight, 1);
  EXPECT_FALSE(window.session().hasUnsavedChanges()) << "as the file is";
}

TEST(Leaving, ForgetsWhatWasTakenBackOrSaved) {
  const ::test::TemporaryFolder folder;
  Leaving window(folder.path());
  for (const bool saves : {false, true}) {
    window.open("a.glb");
    ASSERT_TRUE(window.session().apply(SetClip{0, &ClipSettings::weight, 0.5}));
    window.open("b.glb");
    window.open("a.glb");
    ASSERT_TRUE(window.session().hasUnsavedChanges());
    if (saves)
      window.save("p.crossfade");
    else
      ASSERT_TRUE(window.session().apply(Undo{}));
    window.open("b.glb");
    EXPECT_FALSE(window.hasAsked());
    window.open("a.glb");
    EXPECT_FALSE(window.session().hasUnsavedChanges()) << saves;
    EXPECT_EQ(window.session().character().clipSettings()[0].weight, 1) << saves;
  }
}

TEST(Leaving, OfAChangedProjectIsAskedAboutOnce) {
  const ::test::TemporaryFolder folder;
  Leaving window(folder.path());
  window.open("a.glb");
  window.save("p.crossfade");
  const auto weight = [&] { return window.session().character().clipSettings()[0].weight; };
  window.open("p.crossfade");
  EXPECT_FALSE(window.hasAsked());
  ASSERT_TRUE(window.session().apply(SetClip{0, &ClipSettings::weight, 0.5}));
  window.open("b.glb", LeaveHow::Keep);
  EXPECT_TRUE(window.hasAsked());
  window.open("p.crossfade");
  EXPECT_EQ(weight(), 0.5);
  EXPECT_TRUE(window.session().hasUnsavedChanges());
  window.open("b.glb", LeaveHow::Discard);
  EXPECT_TRUE(window.hasAsked());
  window.open("p.crossfade");
  EXPECT_EQ(weight(), 1);
  EXPECT_FALSE(window.session().hasUnsavedChanges());
  ASSERT_TRUE(window.session().apply(SetClip{0, &ClipSettings::weight, 0.25}));
  window.open("a.glb", LeaveHow::AfterSaving);
  EXPECT_EQ(weight(), 1) << "the model itself was not changed";
  window.open("p.crossfade");
  EXPECT_EQ(weight(), 0.25);
  EXPECT_FALSE(window.session().hasUnsavedChanges());
}

TEST(Leaving, OpensTheSameModelWithItsChanges) {
  const ::test::TemporaryFolder folder;
  Leaving window(folder.path());
  window.open("a.glb");
  for (const double weight : {0.5, 0.25}) {
    ASSERT_TRUE(window.session().apply(SetClip{0, &ClipSettings::weight, weight}));
    window.open("a.glb");
    EXPECT_EQ(window.session().character().clipSettings()[0].weight, weight);
  }
}

TEST(Leaving, NeverReplacesWhatAnotherWindowKept) {
  const ::test::TemporaryFolder folder;
  Leaving first(folder.path()), second(folder.path());
  for (Leaving* window : {&first, &second}) window->open("a.glb");
  ASSERT_TRUE(first.session().apply(SetClip{0, &ClipSettings::weight, 0.5}));
  ASSERT_TRUE(second.session().apply(SetClip{1, &ClipSettings::weight, 0.25}));
  first.open("b.glb");
  std::this_thread::sleep_for(std::chrono::milliseconds(20));  // the times of files tell which is newer
  second.open("b.glb");
  first.open("a.glb");
  EXPECT_EQ(first.session().character().clipSettings()[1].weight, 0.25) << "the newest";
  ASSERT_TRUE(first.session().apply(Undo{}));
  first.open("b.glb");
  first.open("a.glb");
  EXPECT_EQ(first.session().character().clipSettings()[0].weight, 0.5) << "and then the other one";
}

TEST(Leaving, AsksBeforeItReplacesAProjectThatAnotherProgramChanged) {
  const ::test::TemporaryFolder folder;
  Leaving window(folder.path());
  window.open("a.glb");
  window.save("p.crossfade");
  ASSERT_TRUE(window.session().apply(SetClip{0, &ClipSettings::weight, 0.5}));
  EXPECT_FALSE(window.keeper().save({}, window.session())) << "its own";
  while (window.keeper().isSaving())
    for (const Command& report : window.keeper().update(0.01, window.session())) (void)window.session().apply(report);
  fs::last_write_time(folder.path() / "p.crossfade", fs::file_time_type::clock::now() + std::chrono::hours(1));
  const auto question = window.keeper().save({}, window.session());
  ASSERT_TRUE(question && question->is<AskToReplace>());
  EXPECT_TRUE(question->as<AskToReplace>()->wasChanged);
}

TEST(Leaving, DiscardsWhatCameBackAndNothingElse) {
  const ::test::TemporaryFolder folder;
  Leaving window(folder.path());
  window.open("a.glb");
  ASSERT_TRUE(window.session().apply(SetClip{0, &ClipSettings::weight, 0.5}));
  window.open("b.glb");
  ASSERT_TRUE(window.session().apply(SetTiming{&TimingSettings::speed, 0.5}));  // stays, with its step
  window.open("a.glb");
  ASSERT_EQ(window.session().character().clipSettings()[0].weight, 0.5);
  ASSERT_TRUE(window.session().apply(SetClip{1, &ClipSettings::weight, 0.25}));
  ASSERT_TRUE(window.session().apply(window.keeper().discardKept(window.session())));
  EXPECT_EQ(window.session().character().clipSettings()[0].weight, 1);
  EXPECT_EQ(window.session().timing().settings().speed, 0.5);
  window.open("b.glb");
  window.open("a.glb");
  EXPECT_FALSE(window.session().hasUnsavedChanges());
}

TEST(Leaving, KeepsWhatDoesNotFitTheModelUntilItIsDiscarded) {
  const ::test::TemporaryFolder folder;
  Leaving window(folder.path());
  window.open("a.glb");
  ASSERT_TRUE(window.session().apply(SetClip{0, &ClipSettings::weight, 0.5}));
  window.open("b.glb");
  const auto keptFile = [&] { return window.keeper().keptFor((folder.path() / "a.glb").string(), window.session()); };
  const std::string file = keptFile();
  std::string text = *readTextFile(file);
  ASSERT_NE(text.find("0.5"), std::string::npos);
  text.replace(text.find("\"weight\": 0.5"), 13, "\"weight\": \"x\"");
  ASSERT_TRUE(writeTextFile(file, text));
  for (int time = 0; time < 2; ++time) {
    window.open("a.glb");
    ASSERT_TRUE(window.session().message());
    EXPECT_EQ(window.session().message()->text.find("Your changes to a.glb are back, except:"), 0u);
    EXPECT_TRUE(window.session().message()->offersDiscard);
    window.open("b.glb");
    EXPECT_EQ(keptFile(), file) << time;
  }
  window.open("a.glb");
  (void)window.session().apply(window.keeper().discardKept(window.session()));
  window.open("b.glb");
  EXPECT_EQ(keptFile(), "");
}

TEST(Leaving, AsksIfTheChangesCannotBeKept) {
  const ::test::TemporaryFolder folder;
  folder.write("state", "no folder");
  Leaving window(folder.path());
  window.open("a.glb");
  ASSERT_TRUE(window.session().apply(SetClip{0, &ClipSettings::weight, 0.5}));
  window.open("b.glb", LeaveHow::Discard);
  EXPECT_TRUE(window.hasAsked());
  EXPECT_EQ(window.session().model().name, "b.glb");
}

TEST(Leaving, TakesNoViewForAChange) {
  const ::test::TemporaryFolder folder;
  Leaving window(folder.path());
  window.open("a.glb");
  window.save("p.crossfade");
  ASSERT_TRUE(window.session().apply(SetViewOptions{&ViewOptions::darkBackground, false}));
  ASSERT_TRUE(window.session().apply(TraceJoint{0, true}));
  EXPECT_EQ(window.session().history().stepCount(), 0);
  EXPECT_FALSE(window.session().hasUnsavedChanges());
  window.open("b.glb");
  EXPECT_FALSE(window.hasAsked());
  EXPECT_FALSE(window.session().view().darkBackground) << "and goes on";
}

class LeavingManyTimes : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Leaving, LeavingManyTimes, testing::Values(3, 12, 45));

TEST_P(LeavingManyTimes, LosesNoEdit) {
  constexpr int kEdits = 10000;
  const ::test::TemporaryFolder folder;
  Leaving window(folder.path());
  window.open("a.glb");
  window.save("p.crossfade");
  test::RandomCommands random(GetParam());
  const std::vector<std::string> names = {"", "a.glb", "b.glb", "p.crossfade"};
  std::map<std::string, Document> expected, saved;
  saved.emplace(window.path(), ownOf(window.session()));
  Document workspaces;
  int opened = 0;
  for (int edit = 0; edit < kEdits; ++edit) {
    (void)window.session().apply(random.next(window.session()));
    if (random.whole(0, 49) != 0) continue;
    const std::string left = window.path();
    const bool isProject = left.ends_with(".crossfade");
    const Document before = ownOf(window.session());
    if (!isProject) workspaces = window.session().document();
    const int dice = random.whole(0, 9);
    const LeaveHow how = dice == 0 ? LeaveHow::Discard : dice < 5 ? LeaveHow::AfterSaving : LeaveHow::Keep;
    const bool wasUnsaved = window.session().hasUnsavedChanges();
    if (random.whole(0, 9) == 0)
      window.restart(how);
    else
      window.open(names[static_cast<std::size_t>(random.whole(0, 3))], how);
    ASSERT_EQ(window.hasAsked(), isProject && wasUnsaved);
    const bool discards = isProject && wasUnsaved && how == LeaveHow::Discard;
    expected[left] = discards ? saved.at(left) : before;
    if (isProject && (how == LeaveHow::AfterSaving || !wasUnsaved)) saved[left] = before;
    const auto found = expected.find(window.path());
    if (found == expected.end()) continue;
    ++opened;
    std::vector<std::string> lost;
    for (const DocumentChange& change :
         changesBetween(found->second, ownOf(window.session()), window.session().model()))
      lost.push_back(change.name);
    ASSERT_THAT(lost, testing::IsEmpty()) << "edit " << edit << ", " << window.path();
    if (window.path().ends_with(".crossfade")) continue;
    const Document now = window.session().document();
    if (workspaces.shapes != Document().shapes) {
      ASSERT_EQ(shapesJson(now.shapes), shapesJson(workspaces.shapes)) << "edit " << edit;
      ASSERT_EQ(now.timing, workspaces.timing) << "edit " << edit;
      ASSERT_EQ(now.drawing, workspaces.drawing) << "edit " << edit;
    }
  }
  EXPECT_GT(opened, 100);
}

// A monkey edits, and opens and reloads models, in a process that is killed at random moments.

constexpr double kFrameSeconds = 0.1;
constexpr int kFrames = 400;
constexpr int kMayBeLost = 30;  // frames: 3 s

/// Calls `passed` after each frame, when what the frame began to write is written.
template <class Passed>
void playMonkey(const fs::path& folder, Passed passed) {
  Leaving window(folder);
  test::RandomCommands random(46);
  const std::vector<std::string> names = {"", "a.glb", "b.glb"};
  for (int frame = 0; frame < kFrames; ++frame) {
    for (int edits = random.whole(0, 2); edits > 0; --edits)
      (void)window.session().apply(random.next(window.session()));
    if (random.whole(0, 39) == 0) window.open(names[static_cast<std::size_t>(random.whole(0, 2))]);
    window.pass(kFrameSeconds);
    passed(window);
  }
}

struct Moment {
  std::string model;
  Document own;
  bool unsaved = false;
};

bool isThere(const Moment& moment, const Session& session) {
  return moment.model == session.model().name && changesBetween(moment.own, ownOf(session), session.model()).empty();
}

/// Kills a monkey after about `frames` frames; returns how many it had finished.
int killMonkey(const fs::path& folder, int frames) {
  int ends[2];
  if (pipe(ends) != 0) return 0;
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    playMonkey(folder, [&](Leaving&) { (void)!write(ends[1], "f", 1); });
    _exit(0);  // no destructors
  }
  close(ends[1]);
  int finished = 0;
  char byte;
  while (finished < frames && read(ends[0], &byte, 1) == 1) ++finished;
  kill(child, SIGKILL);
  while (read(ends[0], &byte, 1) == 1) ++finished;
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return finished;
}

TEST(Leaving, LosesAtMostThreeSecondsWhenItIsKilled) {
  const ::test::TemporaryFolder folder;
  std::vector<Moment> moments;
  playMonkey(folder.path() / "whole", [&](Leaving& window) {
    const Session& session = window.session();
    moments.push_back({session.model().name, ownOf(session), session.hasUnsavedChanges()});
  });
  std::mt19937 random(47);
  int restored = 0;
  for (int round = 0; round < 20; ++round) {
    const fs::path killed = folder.path() / std::to_string(round);
    const int finished = killMonkey(killed, 40 + static_cast<int>(random() % (kFrames - 50)));
    const auto last = moments.begin() + std::min(finished + 1, kFrames);
    const auto first = moments.begin() + std::max(finished - kMayBeLost, 0);
    Leaving window(killed);
    if (!window.restore()) {
      EXPECT_TRUE(std::any_of(first, last, [](const Moment& moment) { return !moment.unsaved; })) << finished;
      continue;
    }
    ++restored;
    EXPECT_TRUE(std::any_of(first, last, [&](const Moment& each) { return isThere(each, window.session()); }))
        << "killed after " << finished << " frames";
  }
  EXPECT_GT(restored, 10);
}

}  // namespace
}  // namespace app
