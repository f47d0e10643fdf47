#include "app/host/window/file_service.h"

#include <utility>

#include "app/host/files/session_files.h"
#include "app/host/files/text_file.h"
#include "app/model/file_formats.h"

namespace app {
namespace {

/// What to do with the files; several as when they are dropped.
void openChosen(std::vector<std::string> paths, BrowsePurpose purpose, Commands& out) {
  const bool together = paths.size() > 1;
  for (std::string& path : paths) {
    if (purpose == BrowsePurpose::AddClips)
      out.push_back(AddClipsOf{std::move(path)});
    else
      out.push_back(RequestOpen{std::move(path), together});
  }
}

}  // namespace

FileDialog fileDialogFor(BrowsePurpose purpose, const std::string& model) {
  const bool adds = purpose == BrowsePurpose::AddClips;
  DialogFilter opens{.name = adds ? "Models" : "Models, projects, scripts and shapes", .patterns = {}};
  for (const ModelFormat& format : kModelFormats) opens.patterns.push_back(anyCasePattern(format.ending));
  if (!adds) {
    opens.patterns.push_back(anyCasePattern(kProjectEnding));
    for (const std::string_view ending : kShapeEndings) opens.patterns.push_back(anyCasePattern(ending));
  }
  return {.title = adds ? "Add clips to " + model : "Open",
          .acceptLabel = adds ? "Add" : "",
          .parent = {},
          .folder = {},
          .multiple = true,
          .filters = {std::move(opens), {.name = "All files", .patterns = {"*"}}}};
}

void FileDialogs::show(BrowsePurpose purpose, FileDialog dialog) {
  purpose_ = purpose;
  portal_.show(std::move(dialog));
}

void FileDialogs::poll(Commands& out) {
  if (const bool offered = portal_.isOffered(); std::exchange(offered_, offered) != offered)
    out.push_back(ReportDialog{offered});
  auto answer = portal_.poll();
  if (!answer) return;
  switch (answer->kind) {
    case DialogAnswer::Kind::Chosen:
      return openChosen(std::move(answer->paths), purpose_, out);
    case DialogAnswer::Kind::Canceled:
      return;
    case DialogAnswer::Kind::Missed:
      return out.push_back(ReportDialogMissed{purpose_});
    case DialogAnswer::Kind::NotLocal:
      return out.push_back(ShowMessage{"Only local files can be opened.", true});
  }
}

namespace {

constexpr double kSaveEvery = 1;  // seconds

template <class Value>
bool change(Value& kept, const Value& now) {
  if (kept == now) return false;
  kept = now;
  return true;
}

}  // namespace

FileService::FileService(bool keepsSettings) : folders_(keepsSettings ? userFolders() : UserFolders{}) {
  if (auto loaded = loadSettings(folders_.config))
    settings_ = std::move(*loaded);
  else
    setAside(loaded.error().message);
  reportRecents();
}

/// Settings that cannot be read are not overwritten: they may be of a newer version.
void FileService::setAside(const std::string& why) {
  const std::filesystem::path file = folders_.config / kSettingsFile;
  std::filesystem::path aside = file;
  aside += ".old";
  std::error_code failed;
  std::filesystem::rename(file, aside, failed);
  complaint_ = why + "; the defaults are used" + (failed ? "" : ", and it is kept as " + aside.filename().string());
}

FileService::~FileService() {
  if (hasChanged_) saveSoon();
}

void FileService::reportRecents() {
  tasks_.add([paths = settings_.recents] { return Commands{ReportRecents{recentFiles(paths)}}; });
}

void FileService::list(const std::string& path) {
  const std::string& base = settings_.lastFolder;
  const std::string wanted = path.empty() ? (base.empty() ? "." : base) : path;
  tasks_.add([wanted, base] { return Commands{ReportFolder{listFolder(wanted, base)}}; });
  if (path.empty()) reportRecents();  // the browser opens: which of them are missing now
}

void FileService::openNeighbor(const std::string& from, int step) {
  tasks_.add([path = from, step] {
    if (path.empty()) return Commands{ShowMessage{"The bundled character has no folder with other models.", false}};
    const std::string next = neighborOf(path, step);
    if (next.empty()) return Commands{ShowMessage{"There is no other model in this folder.", false}};
    return Commands{RequestOpen{next}};
  });
}

void FileService::suggestRecording(const std::string& path) {
  tasks_.add([path, files = recording_]() mutable {
    files.suggested = freeName(path);
    return Commands{ReportRecordingFiles{files}};
  });
}

void FileService::showInFolder(const std::string& file) {
  tasks_.add([file] {
    const auto shown = app::showInFolder(file);
    return shown ? Commands{} : Commands{ShowMessage{shown.error().message, true}};
  });
}

void FileService::open(const std::string& path) {
  tasks_.add([path] { return commandsOfFile(path); });
}

void FileService::open(std::vector<std::string> paths, std::optional<std::string> modelError) {
  tasks_.add(
      [paths = std::move(paths), modelError = std::move(modelError)] { return commandsOfFiles(paths, modelError); });
}

void FileService::saveShapes(const std::string& path, ShapeDocument document) {
  tasks_.add([path, document = std::move(document)] {
    const auto written = app::saveShapes(path, document);
    return Commands{ShowMessage{written ? path + " is written" : written.error().message, !written}};
  });
}

void FileService::writeText(const std::string& wanted, std::string text) {
  tasks_.add([wanted, text = std::move(text)] { return writeNumbered(wanted, text); });
}

void FileService::noteOpened(const std::string& path) {
  if (path.empty()) return;
  const std::string whole = wholePath(path);
  addRecent(settings_.recents, whole);
  settings_.lastFolder = std::filesystem::path(whole).parent_path().string();
  hasChanged_ = true;
  reportRecents();
}

void FileService::noteRecording(const std::string& path) {
  recording_ = {.suggested = {}, .written = wholePath(path), .inTheWay = {}};
  suggestRecording(path);
}

void FileService::checkName(const std::string& path) {
  tasks_.add([this, path, check = ++checks_] {
    checkedName_ = CheckedName{.check = check, .isTaken = nameIsTaken(path)};
    return Commands{};
  });
}

std::optional<bool> FileService::checkedNameIsTaken() const {
  const CheckedName last = checkedName_;
  return last.check == 0 || last.check != checks_ ? std::nullopt : std::optional(last.isTaken);
}

void FileService::noteExistingRecording(const std::string& path) {
  RecordingFiles files = recording_;
  files.inTheWay = wholePath(path);
  tasks_.add([path, files]() mutable {
    files.suggested = freeName(path);
    return Commands{ReportRecordingFiles{files}};
  });
}

void FileService::saveTrace(const std::string& path, FrameTrace trace) {
  tasks_.add([path, trace = std::move(trace)] { return writeNumbered(path, traceText(trace, path)); });
}

void FileService::keepWindow(int width, int height, const Workspace& workspace, const ViewOptions& view, double delta) {
  sinceSave_ += delta;
  hasChanged_ |= change(settings_.windowWidth, width);
  hasChanged_ |= change(settings_.windowHeight, height);
  hasChanged_ |= change(settings_.columnOpen, workspace.columnOpen);
  hasChanged_ |= change(settings_.systemDialog, workspace.files.usesSystemDialog);
  hasChanged_ |= change(settings_.panels, workspace.panelSizes);
  hasChanged_ |= change(settings_.tab, workspace.tab);
  hasChanged_ |= change(settings_.scale, workspace.scale);
  hasChanged_ |= change(settings_.card, workspace.character.clips.sections);
  ViewOptions kept;
  copyFields(view, kKeptView, kept);
  hasChanged_ |= change(settings_.view, kept);
  if (!hasChanged_ || sinceSave_ < kSaveEvery) return;
  sinceSave_ = 0;
  saveSoon();
}

void FileService::keepQuality(std::optional<PictureQuality> quality) {
  hasChanged_ |= change(settings_.quality, quality);
}

void FileService::saveSoon() {
  hasChanged_ = false;
  if (folders_.config.empty()) return;
  tasks_.add([folder = folders_.config, settings = settings_] {
    const auto saved = saveSettings(folder, settings);
    return saved ? Commands{} : Commands{ShowMessage{"the settings are not kept: " + saved.error().message, true}};
  });
}

void FileService::poll(Commands& out) {
  const std::size_t before = out.size();
  tasks_.poll(out);
  for (std::size_t i = before; i < out.size(); ++i)
    if (const auto* report = out[i].as<ReportFolder>(); report && report->folder.error.empty())
      hasChanged_ |= change(settings_.lastFolder, report->folder.path);
}

}  // namespace app
