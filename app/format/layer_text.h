// The words of scripts that set layers and masks with names.
#pragma once

#include "app/format/script_fields.h"
#include "app/session/session.h"

namespace app {

/// "addLayer": clip, mode, mask, feather, weight, speed, phase, muted, solo, reference, referenceTime.
Commands addLayerOf(ScriptFields& fields);
/// "setLayer": the same for the layer "layer"; what is missing gets its default.
Commands setLayerOf(ScriptFields& fields);
/// "removeLayer": layer, 0 for the lowest.
Commands removeLayerOf(ScriptFields& fields);
/// "moveLayer": layer, to.
Commands moveLayerOf(ScriptFields& fields);
/// "baseLayer": muted, solo.
Commands baseLayerOf(ScriptFields& fields);
/// "mask": a name, and joints with weights, or a joint with a feather.
Commands maskOf(ScriptFields& fields);
/// "renameMask": name, to.
Commands renameMaskOf(ScriptFields& fields);

}  // namespace app
