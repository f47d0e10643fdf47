// The steps of many characters that play the same clips: RootMotionMixer beside the batched path.
//
//   CrowdRootMotion roots;                                           // once, beside the CrowdRig
//   roots.setTrack(walk, extracted.track);
//   each frame: const RootDelta step = roots.step(mixer.blendList());   // per character, from any thread
#ifndef CROSSFADE_TRAVEL_CROWD_ROOT_MOTION_H
#define CROSSFADE_TRAVEL_CROWD_ROOT_MOTION_H

#include <span>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/clip/clip_set.h"
#include "crossfade/mixer/blend_list.h"
#include "crossfade/travel/root_track.h"

namespace crossfade {

/// How far a sampled track may be from the exact one: `way` relative to the longest way from its start, `angle` in
/// radians.
struct RootTolerance {
  double way = 1e-4;
  double angle = 1e-4;
};

/// Root tracks sampled at even steps in time, so that looking one up takes no search. Nothing is remembered of a
/// character. A loop is as long as in the exact track, so however many there are, characters do not drift apart.
class CROSSFADE_API CrowdRootMotion {
 public:
  /// Samples the track: at most 4096 steps per loop, even if the tolerance asks for more. Clips without a track stand
  /// still.
  void setTrack(ClipId clip, const RootTrack& track, const RootTolerance& tolerance = {});
  /// Steps per loop; 0 without a track, or with one that does not move.
  int stepCount(ClipId clip) const;

  /// What a character with this blend list did in its mixer's last update, as RootMotionMixer::step says it. No
  /// allocation.
  RootDelta step(std::span<const BlendEntry> entries) const;

 private:
  struct Sample {
    double x = 0, y = 0, z = 0, turn = 0;
  };
  /// One clip's way from the start of a loop.
  struct Way {
    ClipId clip;
    int joint = kNoJoint;
    double duration = 0;
    bool turns = false;
    RootDelta perLoop;
    std::vector<Sample> samples;  // one more than steps; none: does not move

    RootDelta inLoop(double time) const;
    RootDelta delta(double from, double to) const;
  };
  const Way* find(ClipId clip) const;

  std::vector<Way> ways_;  // by the index of their clip
};

}  // namespace crossfade

#endif  // CROSSFADE_TRAVEL_CROWD_ROOT_MOTION_H
