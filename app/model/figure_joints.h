// Which joints are part of the figure, in files that also have other nodes: cameras, lights, what a camera looks at.
#ifndef APP_MODEL_FIGURE_JOINTS_H
#define APP_MODEL_FIGURE_JOINTS_H

#include <vector>

#include "app/model/model.h"

namespace app {

/// For each joint, whether it is part of the figure: if the file marks chains of bones, these and all joints below
/// them; else every joint. Never a joint that holds a camera or a light, but no mesh and no joint below it.
std::vector<bool> figureJoints(const Model& model);

}  // namespace app

#endif  // APP_MODEL_FIGURE_JOINTS_H
