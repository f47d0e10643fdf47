// Key shapes and their settings as a JSON file.
#pragma once

#include <string>
#include <string_view>

#include "app/session/shapes/shape_document.h"

namespace app {

/// {"shapes": [{"points": [[x, y], ...], "closed": true, "hold": 0.5, "morph": 1, "name": "hat", "correspondence":
/// "automatic"},
///             {"preset": "apple", "centre": [170, 200]}],
///  "algorithm": "vector", "rotation": "clockwise", "closing": "spread", "sideBySide": false, "mode": "animation",
///  "inBetweens": 5, "fps": 25, "ending": "pingPong", "easing": "easeInOut", "fills": true, "outlines": true,
///  "onionSkin": true}
/// Only "shapes" must be there; the rest is as in a new scene. "rotation" belongs to "vector"; "algorithm" may also be
/// one of kMorphNames itself. "correspondence": "automatic", "drawn" or {"rotation": 2, "reversed": true}. "easing":
/// "linear", "easeInOut" or a list of keys
/// {"time", "value", "in", "out", "weighted", "inWeight", "outWeight"}, whose slopes may be "step". A member nobody
/// knows is an error, as is anything beyond shape_limits; the message names the place and the value.
crossfade::Result<ShapeDocument> parseShapes(std::string_view json);

/// What parseShapes reads back as the same document, bit for bit (of a curve, not its wrap modes: it is asked from 0 to
/// 1 only).
std::string shapesJson(const ShapeDocument& document);

}  // namespace app
