#include "crossfade/travel/detail/joint_sampler.h"

#include <algorithm>
#include <cmath>

namespace crossfade::detail {
namespace {

constexpr float kSame = 1e-6f;  // values that differ by less are one

std::size_t at(int index) { return static_cast<std::size_t>(index); }

glm::dmat4 matrixOf(const JointTransform& local) {
  glm::dmat4 matrix = glm::mat4_cast(local.rotation);
  for (int axis = 0; axis < 3; ++axis) matrix[axis] *= local.scale[axis];
  matrix[3] = glm::dvec4(local.translation, 1);
  return matrix;
}

}  // namespace

bool isAtOrBelow(const Skeleton& skeleton, int joint, int ancestor) {
  while (joint > ancestor) joint = skeleton.parents()[at(joint)];
  return joint == ancestor;
}

bool moves(const KeyframeTrack& track) {
  const auto size = at(track.valueSize());
  const bool isSpline = track.interpolation() == Interpolation::Hermite;
  const std::size_t stride = isSpline ? 3 * size : size;
  const auto values = track.values();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool isTangent = isSpline && (i % stride) / size != 1;
    const float from = isTangent ? 0.0f : values[i % stride];
    if (std::abs(values[i] - from) > kSame * std::max(1.0f, std::abs(from))) return track.keyCount() > 1;
  }
  return false;
}

const KeyframeTrack* findTrack(const AnimationClip& clip, TrackTarget target) {
  const auto tracks = clip.tracks();
  const auto found =
      std::find_if(tracks.begin(), tracks.end(), [&](const KeyframeTrack& track) { return track.target() == target; });
  return found == tracks.end() ? nullptr : &*found;
}

JointSampler::JointSampler(const Skeleton& skeleton, const AnimationClip& clip, const std::vector<int>& joints)
    : skeleton_(&skeleton),
      sampler_(clip, ChannelLayout(skeleton.jointCount(), {})),
      locals_(at(skeleton.jointCount())),
      models_(at(skeleton.jointCount())) {
  for (int joint : joints)
    for (; joint >= 0; joint = skeleton.parents()[at(joint)]) needed_.push_back(joint);
  std::sort(needed_.begin(), needed_.end());
  needed_.erase(std::unique(needed_.begin(), needed_.end()), needed_.end());
  moveTo(0);
}

void JointSampler::moveTo(double time) {
  const std::span<const double> values = sampler_.sample(time);
  const auto present = sampler_.present();
  for (const int joint : needed_) {
    const Transform& rest = skeleton_->restLocals()[at(joint)];
    const double* v = values.data() + joint * kValuesPerJoint;
    const std::uint8_t* has = present.data() + joint * kChannelsPerJoint;
    JointTransform& local = locals_[at(joint)];
    local.translation = has[0] ? glm::dvec3(v[0], v[1], v[2]) : glm::dvec3(rest.translation);
    const glm::dquat rotation = has[1] ? makeDoubleQuat(v[3], v[4], v[5], v[6]) : glm::dquat(rest.rotation);
    local.rotation = glm::normalize(rotation);
    local.scale = has[2] ? glm::dvec3(v[7], v[8], v[9]) : glm::dvec3(rest.scale);
    models_[at(joint)] = parent(joint) * matrixOf(local);
  }
}

glm::dmat4 JointSampler::parent(int joint) const {
  const int above = skeleton_->parents()[at(joint)];
  return above < 0 ? glm::dmat4(1.0) : models_[at(above)];
}

}  // namespace crossfade::detail
