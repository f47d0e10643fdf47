// What the timeline has logged, as a script.
#pragma once

#include <string>

#include "app/session/session.h"

namespace app {

/// A script that begins with the state of the timeline's first moment and repeats what was done since, at the times at
/// which it was done: seconds of playing, so pauses are left out. It ends paused at the latest moment. Played with the
/// same frames in a session of the same model, it gives the same poses, bit for bit. One command a line.
std::string takeScript(const Session& session);

}  // namespace app
