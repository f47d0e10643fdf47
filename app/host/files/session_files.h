// Scripts, transition sets and shapes in files.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/format/project_json.h"
#include "app/format/script.h"
#include "app/import/import_model.h"
#include "app/model/file_formats.h"
#include "app/model/settings_formats.h"
#include "app/session/session.h"
#include "app/session/shapes/shape_command.h"

namespace app {

// Project files on disk: which paths they hold, and how they open like a model.

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

/// A script of the text of a file; the error names the file and the command. Paths in it are relative to the file.
crossfade::Result<Script> scriptOf(const std::string& path, std::string_view text, const Model& model);

/// Also reads the shapes files that the script names. The error names the file and the command.
crossfade::Result<Script> loadScript(const std::string& path, const Model& model);

/// What to tell the session about a file that was dropped or chosen, whose ending is one of kShapeEndings: its content
/// says whether it holds shapes, a script or a project.
Commands commandsOfFile(const std::string& path);
/// The same for several files at once: scripts come last, so that they run on everything else. With `modelError`, which
/// says why the model that they were meant for is not there, no script runs, and the last command is a message with
/// that and the scripts' names.
Commands commandsOfFiles(const std::vector<std::string>& paths, const std::optional<std::string>& modelError = {});
/// "walk.json was not run: its model was not opened".
std::string scriptNotRun(const std::string& path);
/// Writes a text under a free numbered name like `wanted` ("out/queue-001.json"), and says where.
Commands writeNumbered(const std::string& wanted, const std::string& text);

// ---- Transition sets on disk, and as code.

/// Replaces the session's transition set by that of a set file, or of any project. The error names the file, the JSON
/// pointer and the value of the first thing that is wrong; then the session keeps its set. An empty path does nothing.
crossfade::Result<void> openTransitionSet(const std::string& path, Session& session);

/// The session's set as a file of this kind.
std::string exportedSet(SettingsTarget target, const Session& session);

struct ExportedCode {
  std::string what;  // "Walk to Run for three.js"
  std::string text;
};
/// The transition set, or the fade from From to To alone, as the set completes it. The error says what is not chosen.
crossfade::Result<ExportedCode> exportedCode(const CopyAsCode& request, const Session& session);
/// What that code says about itself.
CodeNotes notesOfCode(const DescribeCode& request, const Session& session);

// ---- Reads and writes shapes files: .json with settings, .svg without.

/// Whether the name ends in .json or .svg, whatever the case.
bool isShapeFile(const std::string& path);

/// A command that replaces all shapes with those of the file. The error names the file.
crossfade::Result<shapes::ImportShapes> loadShapes(const std::string& path);

/// Like loadShapes(), for the text of that file.
crossfade::Result<shapes::ImportShapes> shapesOf(const std::string& path, std::string_view text);

/// Writes all key shapes as .svg or, under any other name, as .json with the settings.
crossfade::Result<void> saveShapes(const std::string& path, const ShapeDocument& document);

}  // namespace app
