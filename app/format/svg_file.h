// SVG files in and out.
#ifndef APP_FORMAT_SVG_FILE_H
#define APP_FORMAT_SVG_FILE_H

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/shapes/shape_document.h"

namespace app {

/// The shapes of an SVG document in document order: the "d" of each <path>, the "points" of each <polygon> (closed) and
/// <polyline> (open). Text without any "<" is read as path data. A shape is named after the id of its element.
/// Contents of <defs>, <symbol>, <clipPath>, <mask>, <pattern> and <marker> are skipped; transforms, styles and
/// entities declared by the file are ignored. The error gives the byte at which the XML is invalid, or which element is
/// wrong ("path 1, character 7 ..."); a file without any shape is an error, too.
crossfade::Result<std::vector<KeyShape>> parseSvg(std::string_view text);

/// One <path> per shape; the viewBox is the bounding box of all points.
std::string svgOf(std::span<const KeyShape> keys);

}  // namespace app

#endif  // APP_FORMAT_SVG_FILE_H
