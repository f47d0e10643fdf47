#include "app/host/files/session_files.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "app/format/json_kind.h"
#include "app/format/settings/settings_code.h"
#include "app/format/shape_json.h"
#include "app/format/svg_file.h"
#include "app/format/transition_json.h"
#include "app/host/files/folders.h"
#include "app/host/files/model_file.h"
#include "app/host/files/text_file.h"
#include "app/host/terminal/messages.h"

namespace app {
namespace {

namespace fs = std::filesystem;
using crossfade::Error;
using crossfade::Result;

/// A path of a project in `folder`.
std::string resolved(const fs::path& folder, const std::string& written) {
  const fs::path direct = folder / written;  // an absolute path stays as it is
  std::error_code unknown;
  const fs::path beside = folder / fs::path(written).filename();
  return !fs::exists(direct, unknown) && fs::exists(beside, unknown) ? beside.string() : direct.string();
}

/// How a project in `folder` names a file.
std::string written(const fs::path& folder, const std::string& file) {
  if (file.empty()) return file;
  const fs::path absolute = wholePath(file);
  const fs::path relative = folder.empty() ? fs::path() : absolute.lexically_relative(folder);
  const bool isBelow = !relative.empty() && *relative.begin() != "..";
  return (isBelow ? relative : absolute).generic_string();
}

}  // namespace

bool isProjectFile(const std::string& path) { return hasEnding(path, kProjectEnding); }

Result<Model> loadProjectModel(const std::string& path, const ImportOptions& options,
                               const std::vector<ClipFileEntry>& clipFiles) {
  auto text = readTextFile(path);
  if (!text) return text.error();
  const auto files = projectFilesOf(*text);
  if (!files) return Error{path + ": " + files.error().message};
  if (isProjectFile(files->model)) return Error{path + ": its model is a project, " + files->model};
  const fs::path folder = fs::path(path).parent_path();
  std::vector<ClipFileEntry> clips = files->clips;
  for (ClipFileEntry& file : clips) file.path = resolved(folder, file.path);
  for (const ClipFileEntry& file : clipFiles)
    if (std::ranges::find(clips, file.path, &ClipFileEntry::path) == clips.end()) clips.push_back(file);
  ImportOptions how = options;
  if (files->importer != Importer::Own) how.importer = files->importer;
  auto model = loadModel(files->model.empty() ? "" : resolved(folder, files->model), how, clips);
  if (!model) return Error{path + ": " + model.error().message};
  model->project = ProjectSource{.path = path, .text = *std::move(text), .warnings = {}};
  if (files->hash != 0 && files->hash != model->fileHash)
    model->project->warnings.push_back(model->name + " has changed since the project was saved");
  return model;
}

Result<Model> loadKeptModel(const std::string& path, const std::string& kept, const ImportOptions& options,
                            const std::vector<ClipFileEntry>& clipFiles) {
  auto model = loadProjectModel(kept, options, clipFiles);
  if (!model) {
    auto plain = loadModel(path, options, clipFiles);
    if (plain)
      plain->report.add(Finding::Lost, "document",
                        "changes that were not saved could not be brought back: " + model.error().message);
    return plain;
  }
  ProjectSource source{.path = {}, .text = {}, .warnings = std::move(model->project->warnings), .kept = kept};
  if (isProjectFile(path)) {
    auto text = readTextFile(path);
    if (!text) return text.error();
    source.path = path;
    source.text = *std::move(text);
  }
  model->project = std::move(source);
  return model;
}

std::vector<std::string> openProject(const ProjectSource& project, Session& session) {
  std::vector<std::string> problems = project.warnings;
  for (std::string& problem : openProject(project.text, session)) problems.push_back(std::move(problem));
  (void)session.apply(DismissMessage{});  // what a refused command says is in the list
  (void)session.apply(ForgetHistory{});
  return problems;
}

void openProjectOf(Session& session) {
  const std::optional<ProjectSource>& project = session.model().project;
  if (!project) return;
  for (const std::string& problem : openProject(*project, session)) warn(project->path + ": " + problem);
}

std::string projectTextAt(const std::string& path, const Session& session, std::string_view earlier) {
  const fs::path folder = path.empty() ? fs::path() : fs::path(wholePath(path)).parent_path();
  const Model& model = session.model();
  ProjectFiles files{.model = written(folder, model.path),
                     .hash = model.fileHash,
                     .importer = model.importer,
                     .clips = clipFileEntries(session)};
  for (ClipFileEntry& file : files.clips) file.path = written(folder, file.path);
  return projectText(session, files, earlier);
}

std::string projectName(const std::string& path) { return fs::path(path).stem().string(); }

namespace {

/// Replaces a request for a shapes file with a command that holds the shapes.
Result<void> readRequestedShapes(TimedCommand& command) {
  const auto* request = command.command.as<RequestShapes>();
  if (request == nullptr) return {};
  auto shapes = loadShapes(request->path);
  if (!shapes) return shapes.error();
  command.command = ShapeCommand{*std::move(shapes)};
  return {};
}

/// In a window the request outlives the script's folder, so its path must be absolute.
void makeAbsolute(const std::string& script, TimedCommand& command) {
  if (auto* const request = command.command.as<RequestShapes>())
    request->path = (std::filesystem::absolute(script).parent_path() / request->path).lexically_normal().string();
}

}  // namespace

Result<Script> scriptOf(const std::string& path, std::string_view text, const Model& model) {
  return withinMemory(path, [&]() -> Result<Script> {
    auto script = parseScript(text, model);
    if (!script) return Error{path + ": " + script.error().message};
    for (TimedCommand& command : *script) {
      command.location = path + ": " + command.location;
      makeAbsolute(path, command);
    }
    return script;
  });
}

Result<Script> loadScript(const std::string& path, const Model& model) {
  return withinMemory(path, [&]() -> Result<Script> {
    const auto text = readTextFile(path);
    if (!text) return text.error();
    auto script = scriptOf(path, *text, model);
    if (!script) return script;
    for (TimedCommand& command : *script)
      if (auto read = readRequestedShapes(command); !read) return Error{command.location + ": " + read.error().message};
    return script;
  });
}

Commands commandsOfFile(const std::string& path) {
  auto commands = withinMemory(path, [&]() -> Result<Commands> {
    auto text = readTextFile(path);
    if (!text) return text.error();
    const JsonKind kind = hasEnding(path, ".json") ? jsonKindOf(*text) : JsonKind::ShapesText;
    if (kind == JsonKind::ScriptText) return Commands{RunScript{path, *std::move(text)}};
    if (kind == JsonKind::JointMapText) return Commands{UseJointMap{path, *std::move(text)}};
    if (kind == JsonKind::ProjectText)
      return Error{path + ": this is a project; rename it to end in " + std::string(kProjectEnding)};
    auto shapes = shapesOf(path, *text);
    if (!shapes) return shapes.error();
    return Commands{ShowScene{SceneKind::Shapes}, ShowMessage{path + " is imported"}, ShapeCommand{*std::move(shapes)}};
  });
  return commands ? *std::move(commands) : Commands{ShowMessage{commands.error().message, true}};
}

Commands commandsOfFiles(const std::vector<std::string>& paths, const std::optional<std::string>& modelError) {
  Commands commands, scripts;
  for (const std::string& path : paths)
    for (Command& command : commandsOfFile(path))
      (command.is<RunScript>() ? scripts : commands).push_back(std::move(command));
  if (!modelError) {
    std::move(scripts.begin(), scripts.end(), std::back_inserter(commands));
    return commands;
  }
  std::string text = *modelError;
  for (const Command& script : scripts) text += (text.empty() ? "" : "\n") + scriptNotRun(script.as<RunScript>()->path);
  if (!text.empty()) commands.push_back(ShowMessage{std::move(text), true});
  return commands;
}

std::string scriptNotRun(const std::string& path) {
  return std::filesystem::path(path).filename().string() + " was not run: its model was not opened";
}

Commands writeNumbered(const std::string& wanted, const std::string& text) {
  const std::string path = freeName(wanted);
  const auto written = writeTextFile(path, text);
  if (!written) return {ShowMessage{written.error().message, true}};
  return {ReportWritten{path}, ShowMessage{path + " is written"}};
}

Result<void> openTransitionSet(const std::string& path, Session& session) {
  if (path.empty()) return {};
  const auto read = withinMemory(path, [&]() -> Result<std::vector<std::string>> {
    const auto text = readTextFile(path);
    if (!text) return text.error();
    return readTransitionSet(*text, session);
  });
  if (!read) return read.error();
  const std::vector<std::string>& problems = *read;
  if (!problems.empty()) {
    const std::size_t others = problems.size() - 1;
    return Error{path + ": " + problems.front() +
                 (others == 0 ? std::string() : " (and " + std::to_string(others) + " more)")};
  }
  (void)session.apply(ForgetHistory{});  // it is what the session opened with
  return {};
}

std::string exportedSet(SettingsTarget target, const Session& session) {
  if (target == SettingsTarget::Json) return transitionSetText(session.character().transitions(), session);
  return settingsCode(target, exportOfSet(session));
}

Result<ExportedCode> exportedCode(const CopyAsCode& request, const Session& session) {
  const std::string format = " for " + std::string(formatOf(request.target).name);
  if (request.wholeSet) return ExportedCode{"the transition set" + format, exportedSet(request.target, session)};
  const auto pair = exportOfPair(session);
  if (!pair) return pair.error();
  const ExportedClip &from = pair->clips.front(), &to = pair->clips.back();
  const std::string what = from.key + " to " + to.key + format;
  if (request.target != SettingsTarget::Json) return ExportedCode{what, settingsCode(request.target, *pair)};
  TransitionCells cells;
  cells.set(pairOf({from.index, to.index}), resolved(*pair, {0, 1}));
  return ExportedCode{what, transitionSetText(cells, session)};
}

CodeNotes notesOfCode(const DescribeCode& request, const Session& session) {
  constexpr std::string_view kMark = "LOST: ";
  CodeNotes notes{.of = request, .lost = {}, .others = {}, .error = {}};
  const auto settings = request.wholeSet ? Result<SettingsExport>(exportOfSet(session)) : exportOfPair(session);
  if (!settings) notes.error = settings.error().message;
  for (std::string& sentence : settings ? settingsNotes(request.target, *settings) : std::vector<std::string>()) {
    auto& list = sentence.find(kMark) == sentence.npos ? notes.others : notes.lost;
    if (sentence.starts_with(kMark)) sentence.erase(0, kMark.size());
    list.push_back(std::move(sentence));
  }
  return notes;
}

bool isShapeFile(const std::string& path) {
  return std::ranges::any_of(kShapeEndings, [&](std::string_view ending) { return hasEnding(path, ending); });
}

Result<shapes::ImportShapes> loadShapes(const std::string& path) {
  return withinMemory(path, [&]() -> Result<shapes::ImportShapes> {
    const auto text = readTextFile(path);
    if (!text) return text.error();
    return shapesOf(path, *text);
  });
}

Result<shapes::ImportShapes> shapesOf(const std::string& path, std::string_view text) {
  if (hasEnding(path, ".svg"))
    return withinMemory(path, [&]() -> Result<shapes::ImportShapes> {
      auto keys = parseSvg(text);
      if (!keys) return Error{path + ": " + keys.error().message};
      return shapes::ImportShapes{.keys = *std::move(keys)};
    });
  auto document = parseShapes(text);
  if (!document) return Error{path + ": " + document.error().message};
  return shapes::ImportShapes{.keys = std::move(document->keys), .settings = std::move(document->settings)};
}

Result<void> saveShapes(const std::string& path, const ShapeDocument& document) {
  return writeTextFile(path, hasEnding(path, ".svg") ? svgOf(document.keys) : shapesJson(document));
}

}  // namespace app
