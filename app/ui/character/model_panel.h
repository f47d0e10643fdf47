// What the file offers to see it with: variants of its materials, its cameras and its lights.
#pragma once

#include "app/session/session.h"

namespace app {

/// A row for each that the file has.
void drawModelView(const Session& session, float width, Commands& out);

}  // namespace app
