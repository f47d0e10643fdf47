// SVG files in and out.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/shapes/shape_document.h"
#include "crossfade/base/result.h"
#include "crossfade/shape/shape.h"

namespace app {

// Outlines as SVG path data, in and out.

/// One shape per subpath of path data (SVG 2, 9.3), closed by a Z. Curves are sampled: 16 points per cubic, 12 per
/// quadratic, one per pi/16 of an arc. The error names the position (from 0) and the character there. Refuses what
/// exceeds shape_limits (shape_document.h).
crossfade::Result<std::vector<crossfade::Shape>> parseSvgPath(std::string_view data);

/// The "points" attribute of polygons and polylines; a shape without points if it is empty.
crossfade::Result<crossfade::Shape> parseSvgPoints(std::string_view data, bool closed);

/// "M160 220L160 240...Z", with enough digits to read the same values back; "" without points.
std::string svgPathOf(const crossfade::Shape& shape);

/// The shapes of an SVG document in document order: the "d" of each <path>, the "points" of each <polygon> (closed) and
/// <polyline> (open). Text without any "<" is read as path data. A shape is named after the id of its element.
/// Contents of <defs>, <symbol>, <clipPath>, <mask>, <pattern> and <marker> are skipped; transforms, styles and
/// entities declared by the file are ignored. The error gives the byte at which the XML is invalid, or which element is
/// wrong ("path 1, character 7 ..."); a file without any shape is an error, too.
crossfade::Result<std::vector<KeyShape>> parseSvg(std::string_view text);

/// One <path> per shape; the viewBox is the bounding box of all points.
std::string svgOf(std::span<const KeyShape> keys);

}  // namespace app
