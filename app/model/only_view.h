// Joints that only hold a camera or a light.
#ifndef APP_MODEL_ONLY_VIEW_H
#define APP_MODEL_ONLY_VIEW_H

#include <vector>

#include "app/model/model.h"

namespace app {

/// For each joint, whether it holds a camera or a light, but no mesh and no joint below it.
std::vector<bool> viewOnlyJoints(const Model& model);

}  // namespace app

#endif  // APP_MODEL_ONLY_VIEW_H
