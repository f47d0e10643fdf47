// The pose of one clip at any time, without a mixer: local transforms and model space, in double.
#ifndef CROSSFADE_POSE_CLIP_POSE_H
#define CROSSFADE_POSE_CLIP_POSE_H

#include <span>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "crossfade/base/export.h"
#include "crossfade/base/glm_settings.h"
#include "crossfade/clip/animation_clip.h"
#include "crossfade/pose/clip_sampler.h"
#include "crossfade/skeleton/skeleton.h"

namespace crossfade {

/// Whatever the clip does not animate stays at rest. Meaningless for additive clips. An index that is no joint names
/// one that stays at the origin, unturned.
class CROSSFADE_API ClipPose {
 public:
  /// At time 0. The skeleton and the clip must outlive it.
  ClipPose(const Skeleton& skeleton, const AnimationClip& clip);
  /// Poses only these joints and their ancestors. All others stay at rest, and their model() is invalid. Saves
  /// computing their matrices; all tracks are still sampled.
  ClipPose(const Skeleton& skeleton, const AnimationClip& clip, std::span<const int> joints);

  /// Poses the skeleton at `time` (seconds, clamped to the clip). No allocation.
  void moveTo(double time);

  /// One per joint of the skeleton, relative to its parent.
  std::span<const DoubleTransform> locals() const { return std::span(locals_).first(locals_.size() - 1); }
  const DoubleTransform& local(int joint) const { return locals_[indexOf(joint)]; }
  /// From the joint's space to model space.
  const glm::dmat4& model(int joint) const { return models_[indexOf(joint)]; }
  glm::dvec3 position(int joint) const { return glm::dvec3(model(joint)[3]); }
  /// From its parent's space to model space.
  glm::dmat4 parent(int joint) const;
  /// Rounds to float; `locals` has one transform per joint, or as many are written as it has.
  void write(std::span<Transform> locals) const;

 private:
  std::size_t indexOf(int joint) const {
    const auto index = static_cast<std::size_t>(joint), last = models_.size() - 1;
    return index < last ? index : last;
  }

  const Skeleton* skeleton_;
  double duration_;
  ClipSampler sampler_;
  std::vector<int> needed_;              // parents first
  std::vector<DoubleTransform> locals_;  // and the identity, for indices that are no joint
  std::vector<glm::dmat4> models_;       // the same
};

}  // namespace crossfade

#endif  // CROSSFADE_POSE_CLIP_POSE_H
