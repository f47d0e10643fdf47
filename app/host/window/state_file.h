// What the viewer shows, as a file that a test can read while it runs.
#pragma once

#include <string>

#include "app/host/stage/picture_stage.h"

namespace app {

/// Writes beside `path` and renames, so that a reader never sees half of it. `serial` tells one writing from the next.
void writeState(const std::string& path, const Session& session, PictureStage& stage, int serial);

}  // namespace app
