// An authored animation: a name, a duration, and tracks. Immutable; any number of actions may play it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "crossfade/base/result.h"
#include "crossfade/clip/keyframe_track.h"

namespace crossfade {

/// Normal clips are mixed by weight; additive ones are offsets laid on top of that mix.
enum class BlendMode { Normal, Additive };

/// Made once and checked then; cheap to move, and safe to share between characters and threads.
class AnimationClip {
 public:
  /// Without `duration` (seconds) it is the time of the last key of any track (0 without tracks), as three.js computes
  /// it; with one, later keys are not reached, or the last one is held. A duration below 0 or not finite, or two tracks
  /// of one target, are an error.
  static Result<AnimationClip> make(std::string name, std::vector<KeyframeTrack> tracks,
                                    BlendMode blendMode = BlendMode::Normal, std::optional<double> duration = {});

  const std::string& name() const { return name_; }
  /// Seconds; 0 for a clip that is a single pose.
  double duration() const { return duration_; }
  BlendMode blendMode() const { return blendMode_; }
  std::span<const KeyframeTrack> tracks() const { return tracks_; }

 private:
  AnimationClip() = default;

  std::string name_;
  double duration_ = 0;
  BlendMode blendMode_ = BlendMode::Normal;
  std::vector<KeyframeTrack> tracks_;
};

}  // namespace crossfade
