#include "crossfade/pose/clip_pose.h"

#include <algorithm>
#include <numeric>

#include "crossfade/base/assert.h"
#include "crossfade/skeleton/joint_tree.h"

namespace crossfade {
namespace {

std::vector<int> allJointsOf(const Skeleton& skeleton) {
  std::vector<int> joints(static_cast<std::size_t>(skeleton.jointCount()));
  std::iota(joints.begin(), joints.end(), 0);
  return joints;
}

}  // namespace

ClipPose::ClipPose(const Skeleton& skeleton, const AnimationClip& clip)
    : ClipPose(skeleton, clip, allJointsOf(skeleton)) {}

ClipPose::ClipPose(const Skeleton& skeleton, const AnimationClip& clip, std::span<const int> joints)
    : skeleton_(&skeleton),
      duration_(clip.duration()),
      sampler_(clip, ChannelLayout(skeleton.jointCount(), {})),
      models_(static_cast<std::size_t>(skeleton.jointCount()) + 1, glm::dmat4(1.0)) {
  for (const Transform& rest : skeleton.restLocals()) locals_.push_back(toDouble(rest));
  locals_.emplace_back();
  std::vector<bool> isNeeded(models_.size());
  for (int joint : joints)
    for (; joint >= 0 && joint < skeleton.jointCount() && !isNeeded[static_cast<std::size_t>(joint)];
         joint = skeleton.parents()[static_cast<std::size_t>(joint)])
      isNeeded[static_cast<std::size_t>(joint)] = true;
  for (int joint = 0; joint < skeleton.jointCount(); ++joint)
    if (isNeeded[static_cast<std::size_t>(joint)]) needed_.push_back(joint);
  moveTo(0);
}

void ClipPose::moveTo(double time) {
  const std::span<const double> values = sampler_.sample(std::min(std::max(0.0, time), duration_));
  const auto present = sampler_.present();
  for (const int joint : needed_) {
    const double* v = values.data() + joint * kValuesPerJoint;
    const std::uint8_t* has = present.data() + joint * kChannelsPerJoint;
    DoubleTransform& local = locals_[static_cast<std::size_t>(joint)];
    if (has[0]) local.translation = {v[0], v[1], v[2]};
    if (has[1]) local.rotation = glm::normalize(makeDoubleQuat(v[3], v[4], v[5], v[6]));
    if (has[2]) local.scale = {v[7], v[8], v[9]};
    models_[static_cast<std::size_t>(joint)] = parent(joint) * toDoubleMatrix(local);
  }
}

glm::dmat4 ClipPose::parent(int joint) const { return model(parentOf(skeleton_->parents(), joint)); }

void ClipPose::write(std::span<Transform> locals) const {
  const std::span<const DoubleTransform> own = this->locals();
  CROSSFADE_ASSERT(locals.size() == own.size(), "ClipPose::write: the result has not one transform per joint");
  const std::size_t count = std::min(locals.size(), own.size());
  for (std::size_t i = 0; i < count; ++i) locals[i] = toFloat(own[i]);
}

}  // namespace crossfade
