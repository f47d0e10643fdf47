// What moves the root in a clip, and the way from the space of its tracks to model space.
#ifndef CROSSFADE_TRAVEL_DETAIL_ANIMATED_ROOT_H
#define CROSSFADE_TRAVEL_DETAIL_ANIMATED_ROOT_H

#include <optional>
#include <vector>

#include "crossfade/pose/clip_pose.h"

namespace crossfade::detail {

/// The clip's track for this target, or nullptr.
const KeyframeTrack* findTrack(const AnimationClip& clip, TrackTarget target);
/// The same, if its value changes.
const KeyframeTrack* findMovingTrack(const AnimationClip& clip, TrackTarget target);

/// The root at one time.
struct RootMoment {
  glm::dmat4 parent;  // from its parent's space to model space
  DoubleTransform local;

  glm::dvec3 position() const { return glm::dvec3(parent * glm::dvec4(local.translation, 1)); }
  /// The local translation that puts the root there.
  glm::dvec3 localOf(const glm::dvec3& position) const;
  glm::dmat3 parentAxes() const;
  glm::dmat3 axes() const { return parentAxes() * glm::mat3_cast(local.rotation); }
  /// Of the largest axis of the parent's space.
  double scale() const;
};

class AnimatedRoot {
 public:
  /// All must outlive it.
  AnimatedRoot(const Skeleton& skeleton, const AnimationClip& clip, int joint);

  RootMoment at(double time);
  const RootMoment& start() const { return start_; }
  /// Whether the parent's matrix is invertible at the start, so model-space positions have local ones.
  bool hasInvertibleParent() const;
  /// Largest distance from the origin at these times, at least 1e-3. Errors are relative to it.
  double sizeAt(const std::vector<float>& times);

  const KeyframeTrack* translation() const { return translation_; }
  const KeyframeTrack* rotation() const { return rotation_; }
  bool movesBy(const KeyframeTrack* own) const;
  TrackTarget translationTarget() const { return {joint_, Channel::Translation}; }
  TrackTarget rotationTarget() const { return {joint_, Channel::Rotation}; }
  bool isOnMovingNodes() const { return !above_.empty(); }
  /// Times where what the root does may change (breakTimes).
  std::vector<float> breaks(const KeyframeTrack* own, double perSecond = 0) const;

  /// The clip with other tracks for the root.
  AnimationClip with(std::optional<KeyframeTrack> translation, std::optional<KeyframeTrack> rotation) const;

 private:
  const AnimationClip* clip_;
  int joint_;
  ClipPose pose_;
  const KeyframeTrack *translation_, *rotation_;
  std::vector<const KeyframeTrack*> above_;  // tracks of nodes above it that move
  RootMoment start_;
};

}  // namespace crossfade::detail

#endif  // CROSSFADE_TRAVEL_DETAIL_ANIMATED_ROOT_H
