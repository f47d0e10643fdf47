// Outlines as the path data of SVG.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "crossfade/base/result.h"
#include "crossfade/shape/shape.h"

namespace app {

/// The subpaths of path data (SVG 2, 9.3), each a shape, closed where a Z says so. Curves and arcs become points: 16 to
/// a cubic, 12 to a quadratic, one for every sixteenth of a half turn of an arc. The error names the character, counted
/// from 0, and what stands there; what is beyond shape_limits (shape_document.h) is refused.
crossfade::Result<std::vector<crossfade::Shape>> parseSvgPath(std::string_view data);

/// A list of points without commands, as polygons have them. Empty: no points.
crossfade::Result<crossfade::Shape> parseSvgPoints(std::string_view data, bool closed);

/// "M160 220L160 240...Z": every number gives the same value back. "" without points.
std::string svgPathOf(const crossfade::Shape& shape);

}  // namespace app
