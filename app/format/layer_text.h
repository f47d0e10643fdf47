// The words of scripts that set layers and masks with names.
#ifndef APP_FORMAT_LAYER_TEXT_H
#define APP_FORMAT_LAYER_TEXT_H

#include <nlohmann/json_fwd.hpp>

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
Commands maskCommandOf(ScriptFields& fields);
/// "renameMask": name, to.
Commands renameMaskOf(ScriptFields& fields);

/// A mask as scripts choose it: null for the whole body, a joint, or {"named": ...}.
nlohmann::ordered_json maskJson(const Session& session, int mask);
/// Adds the commands that make the session's named masks, and its layers.
void addMasks(const Session& session, nlohmann::ordered_json& commands);
void addLayers(const Session& session, nlohmann::ordered_json& commands);

}  // namespace app

#endif  // APP_FORMAT_LAYER_TEXT_H
