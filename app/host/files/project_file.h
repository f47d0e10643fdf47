// Project files on disk: which paths they hold, and how they open like a model.
#ifndef APP_HOST_FILES_PROJECT_FILE_H
#define APP_HOST_FILES_PROJECT_FILE_H

#include <string>
#include <vector>

#include "app/format/project_json.h"
#include "app/import/import_model.h"

namespace app {

/// Whether the name ends in .crossfade, whatever the case.
bool isProjectFile(const std::string& path);

/// The model that a project names, with its clip files. Relative paths start at the project's folder; a model that is
/// not where it was is looked for beside the project. Model::project holds the text and warns when the model has
/// changed. The error names the file.
crossfade::Result<Model> loadProjectModel(const std::string& path, const ImportOptions& options = {},
                                          const std::vector<ClipFileEntry>& clipFiles = {});

/// The model or project `path` with the clip files of work on it that was kept as `kept` (autosave.h). If that cannot
/// be read, the model alone; its report says why.
crossfade::Result<Model> loadKeptModel(const std::string& path, const std::string& kept, const ImportOptions& options,
                                       const std::vector<ClipFileEntry>& clipFiles);

/// Brings a session of that model to what the project says, and forgets its history: it is as it was opened. Returns
/// warnings and everything that was left out, one sentence each.
std::vector<std::string> openProject(const ProjectSource& project, Session& session);

/// The same for commands without a window: applies the project that the session's model was opened through, if any, and
/// prints what was left out.
void openProjectOf(Session& session);

/// The text to write as `path`. The paths of files in its folder or below are relative to it; with an empty path all
/// are absolute. See projectText for `earlier`.
std::string projectTextAt(const std::string& path, const Session& session, std::string_view earlier = {});

/// "walk" of "scenes/walk.crossfade".
std::string projectName(const std::string& path);

}  // namespace app

#endif  // APP_HOST_FILES_PROJECT_FILE_H
