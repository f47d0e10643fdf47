// Where joints of a clip are at a time, in model space and in double.
#ifndef CROSSFADE_TRAVEL_DETAIL_JOINT_SAMPLER_H
#define CROSSFADE_TRAVEL_DETAIL_JOINT_SAMPLER_H

#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "crossfade/clip/animation_clip.h"
#include "crossfade/pose/clip_sampler.h"
#include "crossfade/skeleton/skeleton.h"

namespace crossfade::detail {

struct JointTransform {
  glm::dvec3 translation{0.0};
  glm::dquat rotation = makeDoubleQuat(0, 0, 0, 1);
  glm::dvec3 scale{1.0};
};

/// Whether `joint` is `ancestor` or below it; kNoJoint is above all.
bool isAtOrBelow(const Skeleton& skeleton, int joint, int ancestor);
/// Whether the track holds more than one value.
bool moves(const KeyframeTrack& track);
/// The clip's track for this target, or nullptr.
const KeyframeTrack* findTrack(const AnimationClip& clip, TrackTarget target);

/// Evaluates some joints and what they hang on. The skeleton and the clip must outlive it.
class JointSampler {
 public:
  JointSampler(const Skeleton& skeleton, const AnimationClip& clip, const std::vector<int>& joints);

  /// All other calls are about this time (seconds; the clip's ends hold).
  void moveTo(double time);
  /// From the joint's space to model space. Valid for the joints asked for and their ancestors.
  const glm::dmat4& model(int joint) const { return models_[static_cast<std::size_t>(joint)]; }
  glm::dvec3 position(int joint) const { return glm::dvec3(model(joint)[3]); }
  /// From its parent's space to model space.
  glm::dmat4 parent(int joint) const;
  const JointTransform& local(int joint) const { return locals_[static_cast<std::size_t>(joint)]; }

 private:
  const Skeleton* skeleton_;
  ClipSampler sampler_;
  std::vector<int> needed_;  // parents first
  std::vector<JointTransform> locals_;
  std::vector<glm::dmat4> models_;
};

}  // namespace crossfade::detail

#endif  // CROSSFADE_TRAVEL_DETAIL_JOINT_SAMPLER_H
