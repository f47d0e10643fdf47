// Which joints are part of the figure, in files that also have other nodes: cameras, lights, what a camera looks at.
#ifndef APP_MODEL_FIGURE_JOINTS_H
#define APP_MODEL_FIGURE_JOINTS_H

#include <vector>

#include "app/model/model.h"

namespace app {

/// For each joint, whether it is part of the figure: if the file marks chains of bones, these and all joints below
/// them; else every joint. Never a joint that holds a camera or a light, but no mesh and no joint below it, and none of
/// farEnds(). Nor what stands still in all clips while the rest moves away from it, as a scene's root from the hips:
/// unless no two joints that belong together would be left.
std::vector<bool> figureJoints(const Model& model);

/// For each joint, whether it is the end of a chain and in the rest pose more than kFarEnd times as long as the longest
/// bone of a skeleton with at least four bones between other joints: some exporters give such lengths to the ends that
/// they add. Bones from a root do not count, as that may be anywhere.
std::vector<bool> farEnds(const Model& model);

inline constexpr double kFarEnd = 3;

}  // namespace app

#endif  // APP_MODEL_FIGURE_JOINTS_H
