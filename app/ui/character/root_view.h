// How a clip travels, and what becomes of the motion of its root.
#pragma once

#include "app/session/command.h"
#include "app/session/session.h"

namespace app {

/// In the details of a clip.
void drawRootOf(const Session& session, int clip, float width, Commands& out);

/// What the character does in this mode.
const char* sentenceOf(TravelMode mode);

/// In file, treadmill or travel.
void drawTravelModes(const Session& session, float width, Commands& out);

}  // namespace app
