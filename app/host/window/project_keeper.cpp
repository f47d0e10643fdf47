#include "app/host/window/project_keeper.h"

#include <utility>

#include "app/host/files/folders.h"
#include "app/host/files/session_files.h"
#include "app/host/files/text_file.h"
#include "app/host/terminal/messages.h"
#include "app/session/undo_history.h"

namespace app {
namespace {

namespace fs = std::filesystem;
using crossfade::Error;
using crossfade::Result;

constexpr std::size_t kMaxProblemsShown = 3;
constexpr const char* kWorkspaces = "workspaces";  // what they are kept as, among paths of models

std::string withEnding(const std::string& path) {
  return isProjectFile(path) ? path : path + std::string(kProjectEnding);
}

fs::file_time_type fileTime(const std::string& path) {
  std::error_code unknown;
  return fs::last_write_time(path, unknown);
}

/// What work is kept of: the project, or else the model.
std::string keyOf(const Model& model, const std::string& project) {
  return !project.empty() ? project : model.path.empty() ? "" : wholePath(model.path);
}

/// Whether anything was done in a workspace that belongs to no model.
bool usesWorkspaces(const Session& session) {
  const Document& now = session.document();
  const Document unused;
  return now.shapes != unused.shapes || now.drawing != unused.drawing || now.timing != unused.timing ||
         now.crowd != unused.crowd || now.curves != unused.curves;
}

/// All problems go to the terminal, the first ones to the window.
ShowMessage reportOf(const std::string& path, const std::string& done, const std::vector<std::string>& problems) {
  std::string text = done + ", except:";
  for (std::size_t i = 0; i < problems.size(); ++i) {
    warn(path + ": " + problems[i]);
    if (i < kMaxProblemsShown) text += "\n" + problems[i];
  }
  if (problems.size() > kMaxProblemsShown)
    text += "\nand " + std::to_string(problems.size() - kMaxProblemsShown) + " more, on the terminal";
  return ShowMessage{.text = std::move(text), .isError = true};
}

}  // namespace

std::optional<Command> ProjectKeeper::save(const SaveProject& request, const Session& session) {
  if (request.path.empty() && session.project().path.empty())
    return ShowMessage{.text = "the project has no file yet; save it under a name", .isError = true};
  const std::string path = wholePath(request.path.empty() ? session.project().path : withEnding(request.path));
  std::error_code unknown;
  const bool isOwn = path == session.project().path;
  if (!request.replace && (isOwn ? wasChangedByOthers(path) : fs::exists(path, unknown)))
    return AskToReplace{.path = path, .wasChanged = isOwn};
  saves_.push_back({.path = path, .state = session.history().state(), .text = projectTextAt(path, session, source_)});
  if (saves_.size() == 1) beginSave();
  return std::nullopt;
}

/// A damaged file is replaced only after its copy is written.
void ProjectKeeper::beginSave() {
  Save& save = saves_.front();
  std::error_code unknown;
  if (!isDamaged_ || save.path != sourcePath_ || !fs::exists(save.path, unknown))
    return writer_.write(save.path, std::move(save.text));
  save.copy = freeName(fs::path(save.path).replace_extension().string() + "-damaged" + std::string(kProjectEnding));
  writer_.copy(save.path, save.copy);
}

/// By a second window, or an editor of text.
bool ProjectKeeper::wasChangedByOthers(const std::string& path) const {
  std::error_code unknown;
  return saves_.empty() && path == sourcePath_ && fs::exists(path, unknown) && fileTime(path) != sourceTime_;
}

Commands ProjectKeeper::open(const std::optional<ProjectSource>& project, Session& session) {
  Commands reports;
  keepFails_ = false;
  keptIsWhole_ = true;
  Document asOpened = session.document();
  if (project && !project->path.empty()) {
    reports = openSaved(*project, session);
  } else {
    source_.clear(), sourcePath_.clear();
    isDamaged_ = false;
    if (!std::exchange(hasOwnWorkspaces_, true)) bringWorkspacesBack(session);
    asOpened = session.document();
    reports.push_back(ReportProject{.path = {}, .savedState = session.history().state()});
  }
  if (project && !project->kept.empty()) bringBack(*project, std::move(asOpened), session, reports);
  return reports;
}

Commands ProjectKeeper::openSaved(const ProjectSource& project, Session& session) {
  const auto problems = openProject(project, session);
  source_ = project.text;
  const bool isRestored = restored_ && left_ && project.path == left_->file;
  isDamaged_ = isRestored ? left_->isDamaged : problems.size() > project.warnings.size();
  sourcePath_ = isRestored ? left_->project : wholePath(project.path);
  sourceTime_ = fileTime(sourcePath_);
  hasOwnWorkspaces_ = isRestored && sourcePath_.empty();
  if (isRestored) kept_.take(kept_.find(keyOf(session.model(), sourcePath_)));  // it is older
  if (hasOwnWorkspaces_) keptWorkspaces_.take(keptWorkspaces_.find(kWorkspaces));
  Commands reports{ReportProject{.path = sourcePath_}};
  if (!isRestored && !isDamaged_) reports[0].as<ReportProject>()->savedState = session.history().state();
  if (!problems.empty())
    reports.push_back(reportOf(project.path, fs::path(project.path).filename().string() + " was opened", problems));
  return reports;
}

/// As one change. What the text leaves out is as `asOpened`, except the view.
std::vector<std::string> ProjectKeeper::applyKept(const fs::path& file, Document asOpened, Session& session) {
  const auto text = readTextFile(file.string());
  if (!text) return {text.error().message};
  const SceneKind scene = session.scene();
  const ModelView ofTheFile = std::exchange(asOpened.view, session.view()).model;
  asOpened.view.model = ofTheFile;
  (void)session.apply(BeginGesture{});
  for (const Command& command : commandsTo(asOpened, session)) (void)session.apply(command);
  std::vector<std::string> problems = openProject(*text, session);
  (void)session.apply(EndGesture{});
  (void)session.apply(DismissMessage{});
  (void)session.apply(ShowScene{scene});
  return problems;
}

void ProjectKeeper::bringWorkspacesBack(Session& session) {
  const fs::path file = keptWorkspaces_.find(kWorkspaces);
  if (file.empty()) return;
  keptWorkspaces_.take(file);
  Document unused = session.document();
  unused.timing = {}, unused.crowd = {}, unused.curves = {}, unused.shapes = {}, unused.drawing = {};
  (void)applyKept(file, std::move(unused), session);
}

void ProjectKeeper::bringBack(const ProjectSource& project, Document asOpened, Session& session, Commands& reports) {
  if (!fs::exists(project.kept)) return;  // it was forgotten while the model loaded
  const UndoHistory& history = session.history();
  stateBeforeKept_ = history.state();
  kept_.take(project.kept);
  const std::vector<std::string> problems = applyKept(project.kept, std::move(asOpened), session);
  keptIsWhole_ = problems.empty();
  const bool isChanged = history.state() != stateBeforeKept_;
  if (!isChanged && keptIsWhole_) return;
  const std::string name = workName(session.model(), project.path);
  const std::string done = "Your changes to " + name + " are back";
  ShowMessage message{.text = done + (isChanged ? ": " + history.step(history.position() - 1).name : "")};
  for (const std::string& warning : project.warnings) message.text += "\n" + warning;
  if (!keptIsWhole_) message = reportOf(name, done, problems);
  message.offersDiscard = true;
  reports.push_back(std::move(message));
}

Command ProjectKeeper::discardKept(const Session& session) {
  kept_.forgetTaken();
  const UndoHistory& history = session.history();
  int step = history.position();
  while (step > 0 && history.step(step - 1).state != stateBeforeKept_) --step;
  return GoToStep{step};
}

Result<bool> ProjectKeeper::leave(const Session& session, bool discards) {
  if (session.model().name.empty()) return false;
  if (session.project().path.empty()) keepWorkspaces(session);
  if (discards || !session.hasUnsavedChanges()) {
    discards ? kept_.forgetTaken() : forgetWholeKept();
    return false;
  }
  const auto kept = keep(session);
  keepFails_ = !kept;
  if (!kept)
    return Error{"your changes to " + workName(session.model(), session.project().path) +
                 " could not be kept: " + kept.error().message};
  return true;
}

/// What did not fit the model any more stays in its file until the user discards it.
void ProjectKeeper::forgetWholeKept() { keptIsWhole_ ? kept_.forgetTaken() : kept_.take({}); }

Result<std::string> ProjectKeeper::keep(const Session& session) {
  if (!keptIsWhole_) kept_.take({});
  const bool isProject = !session.project().path.empty();
  const WorkPart part = isProject ? WorkPart::Both : WorkPart::Model;
  const std::string file = kept_.claim(keyOf(session.model(), session.project().path)).string();
  if (auto done = writeTextFile(file, workText(projectTextAt("", session, source_), part)); !done) return done.error();
  return file;
}

void ProjectKeeper::keepWorkspaces(const Session& session) {
  if (!keptWorkspaces_.isOn()) return;
  if (!usesWorkspaces(session)) return keptWorkspaces_.forgetTaken();
  const fs::path file = keptWorkspaces_.claim(kWorkspaces);
  const auto done = writeTextFile(file, workText(projectTextAt("", session), WorkPart::Workspaces));
  if (!done) return warn("shapes and other workspaces could not be kept: " + done.error().message);
  keptWorkspaces_.take(file);
}

std::string ProjectKeeper::keptFor(const std::string& path, const Session& session) {
  const std::string key = path.empty() ? path : wholePath(path);
  const bool isShown = !session.model().name.empty() && key == keyOf(session.model(), session.project().path);
  if (!isShown || !session.hasUnsavedChanges() || !canKeep()) return kept_.find(key).string();
  const auto file = keep(session);
  if (!file) return "";
  kept_.take(*file);
  return *file;
}

Commands ProjectKeeper::update(double delta, const Session& session) {
  Commands reports;
  while (const auto written = writer_.poll())
    for (Command& report : reportsOf(*written)) reports.push_back(std::move(report));
  if (session.project().path != sourcePath_ && saves_.empty()) {  // another model was opened
    sourcePath_ = session.project().path;
    isDamaged_ = false;
    if (sourcePath_.empty()) source_.clear();
  }
  keepChanges(delta, session);
  return reports;
}

Commands ProjectKeeper::reportsOf(const WrittenFile& written) {
  if (written.path == autosavePath_) {
    if (written.result && std::exchange(restored_, false)) discard();
    if (!written.result) warn("unsaved changes could not be kept: " + written.result.error().message);
    return {};
  }
  if (written.result && written.path == saves_.front().copy) {
    writer_.write(saves_.front().path, std::move(saves_.front().text));
    return {};
  }
  Commands reports = endSave(written);
  saves_.pop_front();
  if (!saves_.empty()) beginSave();
  return reports;
}

Commands ProjectKeeper::endSave(const WrittenFile& written) {
  const Save& save = saves_.front();
  if (!written.result) {
    std::string why = written.result.error().message;
    if (written.path == save.copy)
      why = "the project is not saved, because a copy of the damaged file could not be kept: " + why;
    warn(why);
    return {ShowMessage{.text = std::move(why), .isError = true}};
  }
  isDamaged_ = false;
  sourcePath_ = save.path;
  sourceTime_ = fileTime(sourcePath_);
  forgetWholeKept();
  std::string text = save.path + " is saved";
  if (!save.copy.empty()) text += "; the damaged file is kept as " + fs::path(save.copy).filename().string();
  return {ReportProject{.path = save.path, .savedState = save.state}, ShowMessage{.text = std::move(text)}};
}

void ProjectKeeper::keepChanges(double delta, const Session& session) {
  const bool saved = !session.hasUnsavedChanges() && writer_.isIdle();
  if (autosave_.isDue(delta, session.history().state(), saved)) writeChanges(session);
}

void ProjectKeeper::writeChanges(const Session& session) {
  autosavePath_ = autosave_.claim(session.project().path, isDamaged_).string();
  if (!autosavePath_.empty()) writer_.write(autosavePath_, projectTextAt("", session, source_));
}

bool ProjectKeeper::leaveBehind(const Session& session) {
  writer_.finish();
  if (!session.hasUnsavedChanges()) return false;
  writeChanges(session);
  writer_.finish();
  autosave_.leave();
  return !autosavePath_.empty();
}

std::string ProjectKeeper::leftBehind() const {
  if (!left_) return "";
  std::string of = left_->project;
  if (const auto text = readTextFile(left_->file.string()); of.empty() && text)
    if (const auto files = projectFilesOf(*text)) of = files->model;
  if (of.empty()) return "the session that was not saved";
  return "the unsaved changes to " + fs::path(of).filename().string();
}

std::string ProjectKeeper::restore() {
  restored_ = left_.has_value();
  return left_ ? left_->file.string() : "";
}

void ProjectKeeper::discard() {
  if (left_) Autosave::discard(*left_);
  left_.reset();
}

bool ProjectKeeper::titleChanged(const Session& session) {
  const std::string& project = session.project().path;
  const std::string& name = project.empty() ? session.model().name : project;
  const bool unsaved = session.hasUnsavedChanges();
  if (name == nameShown_ && unsaved == unsavedShown_) return false;
  nameShown_ = name;
  unsavedShown_ = unsaved;
  title_ = (unsaved ? "\u2022 " : "") + (project.empty() ? name : projectName(project)) + " - Crossfade";
  return true;
}

std::string workName(const Model& model, const std::string& project) {
  return project.empty() ? model.name : fs::path(project).filename().string();
}

LeaveGuard::Next LeaveGuard::update(const Session& session, const ProjectKeeper& project) {
  if (answer_ == LeaveHow::AfterSaving && (project.isSaving() || !session.project().replacing.path.empty()))
    return Next::Wait;
  if (answer_ == LeaveHow::Discard) return end(Next::Discard);
  const bool keeps = answer_ == LeaveHow::Keep || (project.canKeep() && session.project().path.empty());
  if (keeps || !session.hasUnsavedChanges() || session.model().name.empty()) return end(Next::Go);
  if (!std::exchange(hasAsked_, true)) return Next::Ask;
  return session.project().leaving.asks ? Next::Wait : end(Next::Stay);
}

}  // namespace app
