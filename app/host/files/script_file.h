// Script files, and other text files that are told apart by their content.
#ifndef APP_HOST_FILES_SCRIPT_FILE_H
#define APP_HOST_FILES_SCRIPT_FILE_H

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/format/script.h"

namespace app {

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

}  // namespace app

#endif  // APP_HOST_FILES_SCRIPT_FILE_H
