// A skeleton at one moment: every joint's transform relative to its parent, and the morph weights and other values.
#ifndef CROSSFADE_SKELETON_POSE_H
#define CROSSFADE_SKELETON_POSE_H

#include <vector>

#include "crossfade/math/transform.h"

namespace crossfade {

/// What samplers write; one per character.
struct Pose {
  std::vector<Transform> locals;  // one per joint, in the skeleton's order
  // Of all morphed meshes in a row; MorphChannel says where each mesh's begin. They are followed by values that clips
  // animate but that move no joint, such as a material's color; ValueChannel says where. Unreal's animation curves
  // drive morph targets and material parameters in the same way.
  std::vector<float> morphWeights;
};

}  // namespace crossfade

#endif  // CROSSFADE_SKELETON_POSE_H
