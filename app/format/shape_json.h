// Key shapes and their settings as JSON.
#pragma once

#include <string>
#include <string_view>

#include "app/session/shapes/shape_document.h"

namespace app {

/// {"shapes": [{"points": [[x, y], ...], "closed": true, "hold": 0.5, "morph": 1, "name": "hat", "correspondence":
/// "automatic"},
///             {"preset": "apple", "center": [170, 200]}],
///  "algorithm": "vector", "rotation": "clockwise", "closing": "spread", "sideBySide": false, "mode": "animation",
///  "inBetweens": 5, "pace": "seconds", "fps": 25, "ending": "pingPong", "easing": "easeInOut", "fills": true,
///  "outlines": true, "onionSkin": true}
/// Only "shapes" is required; the defaults are those of a new scene. "rotation" is for "vector"; "algorithm" may also
/// be one of kWords<crossfade::MorphKind>. "correspondence": "automatic", "drawn" or {"rotation": 2, "reversed": true}.
/// "easing": "linear", "easeInOut" or a list of keys {"time", "value", "in", "out", "weighted", "inWeight",
/// "outWeight"}, whose slopes may be "step". An unknown member is an error, as is anything beyond shape_limits; the
/// message names location and value.
crossfade::Result<ShapeDocument> parseShapes(std::string_view json);

/// parseShapes() restores the same document, bit for bit, except for the wrap modes of curves, which do not matter from
/// 0 to 1.
std::string shapesJson(const ShapeDocument& document);

}  // namespace app
