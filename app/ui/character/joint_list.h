// The joint tree as a list with a search: what the pose panel is mostly made of.
#pragma once

#include "app/session/command.h"
#include "app/session/session.h"

namespace app {

/// The search field and, `height` pixels of it, the tree. A joint that was chosen elsewhere is scrolled to.
void drawJointList(const Session& session, float height, Commands& out);

}  // namespace app
