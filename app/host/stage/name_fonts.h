// The system's fonts for a model's names, where the interface's own font lacks characters.
#ifndef APP_HOST_STAGE_NAME_FONTS_H
#define APP_HOST_STAGE_NAME_FONTS_H

#include <vector>

#include "app/model/model.h"
#include "app/ui/widgets/fonts.h"

namespace app {

/// For the names that the interface shows: of the model, its clips, joints, meshes and morph targets. Empty for names
/// in Latin, Greek and Cyrillic; only for others is the system asked (system_fonts.h).
std::vector<ExtraFont> fontsForNames(const Model& model);

}  // namespace app

#endif  // APP_HOST_STAGE_NAME_FONTS_H
