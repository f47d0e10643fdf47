// Joints in model space, in double, for those that compare poses: axes with their scale and shear, and the origin.
#ifndef CROSSFADE_POSE_JOINT_FRAME_H
#define CROSSFADE_POSE_JOINT_FRAME_H

#include <span>
#include <vector>

#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include "crossfade/base/export.h"
#include "crossfade/base/glm_settings.h"

namespace crossfade {

struct JointFrame {
  glm::dmat3 axes{1.0};
  glm::dvec3 origin{0.0};
};

/// Joint `joint`, whose parent's frame must be there already. `values`: a pose as ChannelLayout stores it; rotations
/// may have any length. `parents`, `frames`: one per joint. Does nothing if these or the values lack the joint, or its
/// parent does not come before it.
CROSSFADE_API void placeJoint(std::span<const double> values, std::span<const int> parents, std::size_t joint,
                              std::vector<JointFrame>& frames);
/// The longest side of the box around all origins; 0 without joints.
CROSSFADE_API double longestSideOf(std::span<const JointFrame> frames);

}  // namespace crossfade

#endif  // CROSSFADE_POSE_JOINT_FRAME_H
