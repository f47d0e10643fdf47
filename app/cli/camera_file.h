// Writes the camera of a picture for programs that draw on top of it.
#ifndef APP_CLI_CAMERA_FILE_H
#define APP_CLI_CAMERA_FILE_H

#include <string>

#include "app/view/camera.h"
#include "crossfade/base/result.h"

namespace app {

/// In the space of the model, which the camera sees relative to `origin` (Model::origin). As JSON: the matrices "view"
/// and "projection" with 16 numbers each, column by column. `aspect`: width / height.
crossfade::Result<void> writeCamera(const Camera& camera, const glm::dvec3& origin, float aspect,
                                    const std::string& path);

}  // namespace app

#endif  // APP_CLI_CAMERA_FILE_H
