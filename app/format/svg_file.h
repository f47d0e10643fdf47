// Shapes in whole .svg files.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/shapes/shape_document.h"

namespace app {

/// The d of each <path>, the points of each <polygon> (closed) and <polyline> (open), in the order of the file; shapes
/// get the id of their element as a name. Text without any "<" is taken as path data. Left out is what the file only
/// defines (<defs>, <symbol>, <clipPath>, <mask>, <pattern>, <marker>); not looked at are transforms, styles and
/// entities. The error names the element; no shape at all is an error too.
crossfade::Result<std::vector<KeyShape>> parseSvg(std::string_view text);

/// One <path> per shape, in a picture as large as they are together.
std::string svgOf(std::span<const KeyShape> keys);

}  // namespace app
