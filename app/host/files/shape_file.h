// Reads and writes shapes files: .json with settings, .svg without.
#ifndef APP_HOST_FILES_SHAPE_FILE_H
#define APP_HOST_FILES_SHAPE_FILE_H

#include <string>
#include <string_view>

#include "app/session/shapes/shape_command.h"

namespace app {

/// Whether the name ends in .json or .svg, whatever the case.
bool isShapeFile(const std::string& path);

/// A command that replaces all shapes with those of the file. The error names the file.
crossfade::Result<shapes::ImportShapes> loadShapes(const std::string& path);

/// Like loadShapes(), for the text of that file.
crossfade::Result<shapes::ImportShapes> shapesOf(const std::string& path, std::string_view text);

/// Writes all key shapes as .svg or, under any other name, as .json with the settings.
crossfade::Result<void> saveShapes(const std::string& path, const ShapeDocument& document);

}  // namespace app

#endif  // APP_HOST_FILES_SHAPE_FILE_H
