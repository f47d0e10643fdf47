// The viewer's state as a JSON file, for tests that run the program.
#pragma once

#include <string>

#include "app/host/stage/picture_stage.h"

namespace app {

/// Writes a temporary file and renames it, so that a reader never sees half of it. `serial` counts the writes.
void writeState(const std::string& path, const Session& session, PictureStage& stage, int serial);

}  // namespace app
