// A moment of a skeleton: every joint's transform in its parent, and the morph weights.
#pragma once

#include <vector>

#include "crossfade/math/transform.h"

namespace crossfade {

/// Plain values, one for each character that is shown: what a sampler writes.
struct Pose {
  std::vector<Transform> locals;    // one per joint, in the skeleton's order
  std::vector<float> morphWeights;  // of all morphed meshes, one after the other; the owner knows where each begins
};

}  // namespace crossfade
