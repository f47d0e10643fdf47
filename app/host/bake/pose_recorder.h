// Poses over time, as a clip that shows them again.
#ifndef APP_HOST_BAKE_POSE_RECORDER_H
#define APP_HOST_BAKE_POSE_RECORDER_H

#include <string>
#include <vector>

#include "app/model/model.h"
#include "app/session/character/travel.h"
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

  /// Records the pose at `time` (seconds, later than the last). `travel`: the root motion so far, applied to the root
  /// nodes that clips animate or that have animated nodes below. The error: too many values (limits::kKeyValues).
  crossfade::Result<void> add(double time, const crossfade::Pose& pose, const crossfade::RootDelta& travel = {});
  int frames() const { return static_cast<int>(times_.size()); }
  /// From the first pose to the last one.
  double seconds() const { return times_.empty() ? 0 : times_.back() - times_.front(); }

  /// Of what does not travel.
  LoopGap gap() const;
  /// The last pose becomes the first one.
  void closeLoop();

  /// From time 0 on, one key per pose, without those that can be dropped within `error`: radians; a fraction of the
  /// model's size for translations; absolute for scales, morph weights and material values. Has tracks for everything
  /// that a clip of the model animates or that differs from the rest pose.
  crossfade::AnimationClip clip(std::string name, double error) const;

 private:
  struct Track;
  std::vector<Track> tracks() const;

  const Model& model_;
  std::vector<int> placed_;  // root nodes that a clip moves, or something below them
  std::vector<double> times_;
  std::vector<crossfade::Pose> poses_;
};

}  // namespace app

#endif  // APP_HOST_BAKE_POSE_RECORDER_H
