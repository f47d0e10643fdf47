// Outlines as SVG path data, in and out.
#ifndef APP_FORMAT_SVG_PATH_H
#define APP_FORMAT_SVG_PATH_H

#include <string>
#include <string_view>
#include <vector>

#include "crossfade/base/result.h"
#include "crossfade/shape/shape.h"

namespace app {

/// One shape per subpath of path data (SVG 2, 9.3), closed by a Z. Curves are sampled: 16 points per cubic, 12 per
/// quadratic, one per pi/16 of an arc. The error names the position (from 0) and the character there. Refuses what
/// exceeds shape_limits (shape_document.h).
crossfade::Result<std::vector<crossfade::Shape>> parseSvgPath(std::string_view data);

/// The "points" attribute of polygons and polylines; a shape without points if it is empty.
crossfade::Result<crossfade::Shape> parseSvgPoints(std::string_view data, bool closed);

/// "M160 220L160 240...Z", with enough digits to read the same values back; "" without points.
std::string svgPathOf(const crossfade::Shape& shape);

}  // namespace app

#endif  // APP_FORMAT_SVG_PATH_H
