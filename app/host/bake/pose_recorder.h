// Poses over time, as a clip that shows them again.
#pragma once

#include <string>
#include <vector>

#include "app/host/bake/poses_between.h"
#include "app/model/model.h"
#include "app/session/character/motion/travel_stage.h"
#include "crossfade/base/result.h"
#include "crossfade/clip/animation_clip.h"
#include "crossfade/skeleton/pose.h"

namespace app {

/// How far the last pose is from the first one, at the joint where that is most.
struct LoopGap {
  double rotation = 0;     // radians
  double translation = 0;  // in the file's unit
  int rotationJoint = -1, translationJoint = -1;
};

class PoseRecorder {
 public:
  /// The model must outlive it.
  explicit PoseRecorder(const Model& model);
  ~PoseRecorder();

  /// The pose after traveling: moves the root nodes that clips animate, and those with animated nodes below.
  crossfade::Pose placed(crossfade::Pose pose, const crossfade::RootDelta& travel) const;

  /// Records the pose at `time`: seconds of the clip, above 0 after the first one. One at the time of the last pose
  /// replaces it. The error: too many values (limits::kKeyValues).
  crossfade::Result<void> add(float time, const crossfade::Pose& pose);
  int poses() const { return static_cast<int>(times_.size()); }
  float seconds() const { return times_.empty() ? 0 : times_.back(); }

  /// Of what does not travel.
  LoopGap gap() const;
  /// The last pose becomes the first one.
  void closeLoop();

  /// One key per pose, without those that can be dropped within `error` (PoseDistance); 0 keeps every pose, except of
  /// tracks that stand still or are steps. Has tracks for everything that a clip of the model animates or that differs
  /// from the rest pose.
  crossfade::AnimationClip clip(std::string name, double error) const;

  const PoseDistance& distance() const { return distance_; }

 private:
  struct Track;
  void addTracks();
  bool isMoved(const Track& track, const crossfade::Pose& pose);
  crossfade::KeyframeTrack withEveryKey(const Track& track) const;
  crossfade::KeyframeTrack withFewKeys(const Track& track, double error) const;

  const Model& model_;
  PoseDistance distance_;
  std::vector<int> placed_;  // root nodes that a clip moves, or something below them
  std::vector<Track> tracks_;
  std::vector<float> times_;
  crossfade::Pose first_, last_;
  std::vector<float> scratch_;
};

}  // namespace app
