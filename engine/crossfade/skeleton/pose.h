// A skeleton at one moment: every joint's transform relative to its parent, and the morph weights.
#ifndef CROSSFADE_SKELETON_POSE_H
#define CROSSFADE_SKELETON_POSE_H

#include <vector>

#include "crossfade/math/transform.h"

namespace crossfade {

/// What samplers write; one per character.
struct Pose {
  std::vector<Transform> locals;    // one per joint, in the skeleton's order
  std::vector<float> morphWeights;  // of all morphed meshes in a row; MorphChannel says where each mesh's begin
};

}  // namespace crossfade

#endif  // CROSSFADE_SKELETON_POSE_H
