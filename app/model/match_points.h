// What two clips of a model are compared by, to find moments at which they look alike (crossfade/match).
#pragma once

#include <vector>

#include "app/model/model.h"
#include "crossfade/quality/seam.h"

namespace app {

inline constexpr double kMatchRate = 30;  // frames per second

/// The joints that move vertices; if there are none, all.
std::vector<int> matchedJoints(const Model& model);

/// Whether a clip with this seam is a loop: nothing moves farther across the seam than in two steps of the clip.
bool isCycle(const crossfade::LoopSeam& seam);

}  // namespace app
