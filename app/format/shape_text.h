// Script commands of the shapes workspace.
#ifndef APP_FORMAT_SHAPE_TEXT_H
#define APP_FORMAT_SHAPE_TEXT_H

#include "app/format/script_fields.h"
#include "app/session/command.h"

namespace app {

/// Reads entries like {"do": "shapes", "set": "algorithm", "value": "clockwise"}; docs/scripts.md lists every "set". A
/// file becomes RequestShapes.
Commands shapeCommandsOf(ScriptFields& fields);

}  // namespace app

#endif  // APP_FORMAT_SHAPE_TEXT_H
