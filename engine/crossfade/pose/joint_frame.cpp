#include "crossfade/pose/joint_frame.h"

#include <algorithm>

#include <glm/common.hpp>
#include <glm/gtc/quaternion.hpp>

#include "crossfade/base/assert.h"
#include "crossfade/math/transform.h"
#include "crossfade/pose/channel_layout.h"

namespace crossfade {

void placeJoint(std::span<const double> values, std::span<const int> parents, std::size_t joint,
                std::vector<JointFrame>& frames) {
  const bool exists = joint < parents.size() && joint < frames.size() && joint < values.size() / kValuesPerJoint &&
                      parents[joint] < static_cast<int>(joint);
  CROSSFADE_ASSERT(exists, "placeJoint: values, parents or frames lack the joint, or its parent comes later");
  if (!exists) return;
  const double* const own = &values[joint * kValuesPerJoint];
  const double *t = own + kTranslationOffset, *q = own + kRotationOffset, *scale = own + kScaleOffset;
  JointFrame local{.axes = glm::mat3_cast(glm::normalize(makeDoubleQuat(q[0], q[1], q[2], q[3]))),
                   .origin = {t[0], t[1], t[2]}};
  for (int axis = 0; axis < 3; ++axis) local.axes[axis] *= scale[axis];
  if (parents[joint] >= 0) {
    const JointFrame& parent = frames[static_cast<std::size_t>(parents[joint])];
    local.origin = parent.origin + parent.axes * local.origin;
    local.axes = parent.axes * local.axes;
  }
  frames[joint] = local;
}

double longestSideOf(std::span<const JointFrame> frames) {
  if (frames.empty()) return 0;
  glm::dvec3 low = frames[0].origin, high = low;
  for (const JointFrame& joint : frames) {
    low = glm::min(low, joint.origin);
    high = glm::max(high, joint.origin);
  }
  const glm::dvec3 sides = high - low;
  return std::max({sides.x, sides.y, sides.z});
}

}  // namespace crossfade
