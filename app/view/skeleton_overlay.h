// The skeleton as lines: one from each joint to its parent.
#pragma once

#include <vector>

#include "app/view/draw_list.h"

namespace app {

/// Adds a pair of points for each joint of a skin that has a parent joint; for a model without skins, for every node with a parent.
void addSkeletonOverlay(const Model& model, const PosedModel& pose, std::vector<LineVertex>& out);

}  // namespace app
