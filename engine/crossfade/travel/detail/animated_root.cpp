#include "crossfade/travel/detail/animated_root.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "crossfade/clip/sample_linear.h"
#include "crossfade/math/rotation.h"
#include "crossfade/skeleton/joint_tree.h"

namespace crossfade::detail {
namespace {

constexpr double kLeastSize = 1e-3;  // smaller motions are as exact as one of this size

}  // namespace

const KeyframeTrack* findTrack(const AnimationClip& clip, TrackTarget target) {
  const auto tracks = clip.tracks();
  const auto found =
      std::find_if(tracks.begin(), tracks.end(), [&](const KeyframeTrack& track) { return track.target() == target; });
  return found == tracks.end() ? nullptr : &*found;
}

const KeyframeTrack* findMovingTrack(const AnimationClip& clip, TrackTarget target) {
  const KeyframeTrack* track = findTrack(clip, target);
  return track && !isConstant(*track, kRounding) ? track : nullptr;
}

glm::dvec3 RootMoment::localOf(const glm::dvec3& at) const {
  return glm::dvec3(glm::inverse(parent) * glm::dvec4(at, 1));
}

glm::dmat3 RootMoment::parentAxes() const { return unitAxes(parent); }

double RootMoment::scale() const {
  return std::max({glm::length(parent[0]), glm::length(parent[1]), glm::length(parent[2])});
}

AnimatedRoot::AnimatedRoot(const Skeleton& skeleton, const AnimationClip& clip, int joint)
    : clip_(&clip),
      joint_(joint),
      pose_(skeleton, clip, std::span(&joint, 1)),
      translation_(findTrack(clip, translationTarget())),
      rotation_(findTrack(clip, rotationTarget())),
      start_(at(0)) {
  for (const KeyframeTrack& track : clip.tracks()) {
    const int node = track.target().node;
    const bool isAbove = node != joint && isAtOrBelow(skeleton.parents(), joint, node);
    if (isAbove && isTransform(track.target().channel) && !isConstant(track, kRounding)) above_.push_back(&track);
  }
}

RootMoment AnimatedRoot::at(double time) {
  pose_.moveTo(time);
  return {.parent = pose_.parent(joint_), .local = pose_.local(joint_)};
}

bool AnimatedRoot::hasInvertibleParent() const { return inverseOf(start_.parent).has_value(); }

double AnimatedRoot::sizeAt(const std::vector<float>& times) {
  double size = kLeastSize;
  for (const float time : times) size = std::max(size, glm::length(at(static_cast<double>(time)).position()));
  return size;
}

bool AnimatedRoot::movesBy(const KeyframeTrack* own) const {
  return isOnMovingNodes() || (own && !isConstant(*own, kRounding));
}

std::vector<float> AnimatedRoot::breaks(const KeyframeTrack* own, double perSecond) const {
  std::vector<const KeyframeTrack*> tracks = above_;
  if (own) tracks.push_back(own);
  return breakTimes(tracks, clip_->duration(), perSecond);
}

AnimationClip AnimatedRoot::with(std::optional<KeyframeTrack> translation,
                                 std::optional<KeyframeTrack> rotation) const {
  std::vector<KeyframeTrack> tracks;
  for (const KeyframeTrack& track : clip_->tracks()) {
    std::optional<KeyframeTrack>* own = nullptr;
    if (track.target() == translationTarget()) own = &translation;
    if (track.target() == rotationTarget()) own = &rotation;
    tracks.push_back(own && *own ? **own : track);
    if (own) own->reset();
  }
  for (auto* added : {&translation, &rotation})
    if (*added) tracks.push_back(std::move(**added));
  return *AnimationClip::make(clip_->name(), std::move(tracks), clip_->blendMode(), clip_->duration());
}

}  // namespace crossfade::detail
