// Script commands of the curves workspace: {"do":"curves","set":"cursor","value":0.5}.
#ifndef APP_FORMAT_CURVES_TEXT_H
#define APP_FORMAT_CURVES_TEXT_H

#include "app/format/script_fields.h"
#include "app/session/command.h"

namespace app {

/// An error goes to `fields`. CurvesScene::apply checks ranges.
Commands curvesCommandsOf(ScriptFields& fields);

}  // namespace app

#endif  // APP_FORMAT_CURVES_TEXT_H
