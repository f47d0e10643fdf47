#include "app/host/files/project_file.h"

#include <algorithm>
#include <filesystem>

#include "app/host/files/model_file.h"
#include "app/host/files/text_file.h"
#include "app/host/terminal/messages.h"
#include "app/model/file_formats.h"

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
  const fs::path absolute = fs::absolute(file).lexically_normal();
  const fs::path relative = folder.empty() ? fs::path() : absolute.lexically_relative(folder);
  const bool isBelow = !relative.empty() && *relative.begin() != "..";
  return (isBelow ? relative : absolute).generic_string();
}

}  // namespace

bool isProjectFile(const std::string& path) { return lowerCase(path).ends_with(kProjectEnding); }

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
  if (files->importer == Importer::Assimp) how.importer = Importer::Assimp;
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
      plain->report.lines.push_back(
          {Finding::Lost, "document",
           "changes that were not saved could not be brought back: " + model.error().message});
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
  const fs::path folder = path.empty() ? fs::path() : fs::absolute(path).lexically_normal().parent_path();
  const Model& model = session.model();
  ProjectFiles files{.model = written(folder, model.path),
                     .hash = model.fileHash,
                     .importer = model.importer,
                     .clips = clipFileEntries(session)};
  for (ClipFileEntry& file : files.clips) file.path = written(folder, file.path);
  return projectText(session, files, earlier);
}

std::string projectName(const std::string& path) { return fs::path(path).stem().string(); }

}  // namespace app
