// Words of scripts for the curves and timing workspaces.
#pragma once

#include "app/format/script_fields.h"
#include "app/session/command.h"

namespace app {

// Script commands of the curves workspace: {"do":"curves","set":"cursor","value":0.5}.

/// An error goes to `fields`. CurvesScene::apply checks ranges.
Commands curvesCommandsOf(ScriptFields& fields);

// Script commands of the timing workspace.

/// "timing", such as {"do":"timing","set":"speed","value":0.5}. Besides "set" and "value": "hitches" takes "seconds"
/// and "every", "display" takes "row", "framesPerSecond", "jitter" and "hitches", "displays" takes a list of such
/// objects, "show" takes "row" and "value", "restart" takes nothing. TimingScene::apply checks ranges.
Commands timingCommandsOf(ScriptFields& fields);

}  // namespace app
