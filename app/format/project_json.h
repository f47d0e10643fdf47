// Project files: a session as JSON, without the model. docs/project_file.md describes every member.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/file_formats.h"
#include "app/session/session.h"

namespace app {

inline constexpr int kProjectVersion = 1;

/// A file whose clips are added, and how they are fitted if that is set.
struct ClipFileEntry {
  std::string path;
  RetargetSettings settings = {};  // without its map, for which this stands:
  std::string map = {};            // as in joint_map_json.h; empty: guessed
};

/// The files that a project names, with their paths as they stand there.
struct ProjectFiles {
  std::string model;       // empty: the bundled character
  std::uint64_t hash = 0;  // of the model file when the project was saved; 0: not known
  Importer importer = Importer::Own;
  std::vector<ClipFileEntry> clips;
};

/// Enough to load the model. The error: the text is no project at all.
crossfade::Result<ProjectFiles> projectFilesOf(std::string_view text);

/// Brings a session of the project's model to what the project says, through commands. Whatever is damaged, out of
/// range or unknown is left out and reported, one sentence each, beginning with a JSON pointer: "/fade/seconds: ...".
/// The clip that played starts from its beginning.
std::vector<std::string> openProject(std::string_view text, Session& session);

/// The text of a project file; ends in a line break. The same session gives the same bytes. Members that this version
/// does not know are taken over from `earlier`, the text that the project was opened from.
std::string projectText(const Session& session, const ProjectFiles& files, std::string_view earlier = {});

/// What is kept of a session that is left without being saved (host/files/autosave.h). No part has the view, except for
/// what the model's file offers (variants, cameras, lights), nor the scene that is shown.
enum class WorkPart {
  Model,       // what belongs to the model
  Workspaces,  // shapes, drawing, timing, crowd and curves, which belong to no model
  Both
};
/// This part of the text of a project, for openProject.
std::string workText(std::string_view project, WorkPart part);

}  // namespace app
