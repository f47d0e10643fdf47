// The shapes workspace's words in scripts.
#pragma once

#include "app/session/command.h"
#include "app/session/script_fields.h"

namespace app {

/// What {"do": "shapes", "set": "algorithm", "value": "clockwise"} and the like stand for; docs/scripts.md lists every
/// "set". A file becomes RequestShapes.
Commands shapeCommandsOf(ScriptFields& fields);

}  // namespace app
