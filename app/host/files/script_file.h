// Loads and writes script files.
#pragma once

#include <string>

#include "app/format/script.h"

namespace app {

/// Also reads the shapes files that the script names. The error names the file and the command.
crossfade::Result<Script> loadScript(const std::string& path, const Model& model);

/// Writes the session's queue as a script to out/queue.json, or to out/queue-2.json and so on if that exists. Returns
/// the absolute path.
crossfade::Result<std::string> saveQueueScript(const Session& session);

}  // namespace app
