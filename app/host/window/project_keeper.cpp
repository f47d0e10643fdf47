#include "app/host/window/project_keeper.h"

#include <utility>

#include "app/host/files/free_name.h"
#include "app/host/files/project_file.h"
#include "app/host/terminal/messages.h"

namespace app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxProblemsShown = 3;

std::string withEnding(const std::string& path) {
  return isProjectFile(path) ? path : path + std::string(kProjectEnding);
}

std::string absolute(const std::string& path) { return fs::absolute(path).lexically_normal().string(); }

/// All problems go to the terminal, the first ones to the window.
Command reportOf(const std::string& path, const std::vector<std::string>& problems) {
  std::string text = fs::path(path).filename().string() + " was opened, except:";
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
  const std::string path = absolute(request.path.empty() ? session.project().path : withEnding(request.path));
  std::error_code unknown;
  if (!request.replace && path != session.project().path && fs::exists(path, unknown)) return AskToReplace{path};
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

Commands ProjectKeeper::open(const ProjectSource& project, Session& session) {
  const auto problems = openProject(project, session);
  source_ = project.text;
  const bool isRestored = restored_ && left_ && project.path == left_->file;
  isDamaged_ = isRestored ? left_->isDamaged : problems.size() > project.warnings.size();
  sourcePath_ = isRestored ? left_->project : absolute(project.path);
  Commands reports{ReportProject{.path = sourcePath_}};
  if (!isRestored && !isDamaged_) reports[0].as<ReportProject>()->savedState = session.history().state();
  if (!problems.empty()) reports.push_back(reportOf(project.path, problems));
  return reports;
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
  if (left_->project.empty()) return "the session that was not saved";
  return "the unsaved changes to " + fs::path(left_->project).filename().string();
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

bool WindowClosing::mayClose(Window& window, const Session& session) const {
  if (isUnsavedFine_ || !session.hasUnsavedChanges()) return true;
  window.cancelClose();
  return false;
}

void WindowClosing::answer(const CloseProgram& request, Window& window) {
  waitsForSave_ = request.afterSaving;
  isUnsavedFine_ = !request.afterSaving;
  if (isUnsavedFine_) window.requestClose();
}

void WindowClosing::update(Window& window, const Session& session, const ProjectKeeper& project) {
  if (!waitsForSave_ || project.isSaving() || !session.project().asksToReplace.empty()) return;
  waitsForSave_ = false;  // saved, failed, or the user changed their mind
  if (!session.hasUnsavedChanges()) window.requestClose();
}

}  // namespace app
