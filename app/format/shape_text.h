// The shapes workspace's words in scripts.
#pragma once

#include "app/format/script_fields.h"
#include "app/session/command.h"

namespace app {

/// What {"do": "shapes", "set": "algorithm", "value": "clockwise"} and the like stand for; docs/scripts.md lists every
/// "set". A file becomes RequestShapes.
Commands shapeCommandsOf(ScriptFields& fields);

}  // namespace app
