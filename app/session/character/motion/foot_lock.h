// Feet on the ground: which are down, the stage of the frame that holds them, and how much they slide.
#pragma once

#include <optional>
#include <vector>

#include <glm/vec3.hpp>

#include "app/model/model.h"
#include "app/session/character/motion/clip_study.h"
#include "app/session/character/motion/travel_stage.h"
#include "app/session/character/settings/clip_settings.h"
#include "crossfade/ground/clip_ground.h"
#include "crossfade/ground/foot_lock.h"
#include "crossfade/ground/foot_slide.h"
#include "crossfade/mixer/animation_mixer.h"
#include "crossfade/skeleton/pose.h"

namespace app {

// What a player needs to keep the feet of its character on the ground.

struct FootLocking {
  crossfade::FootLock lock;
  crossfade::ClipGround ground;          // relative to the motion of the tracks in RootClips
  std::vector<crossfade::ClipId> jumps;  // clips whose loop is a cut
};

/// Measures clips that are not measured yet. Nothing without human legs. `floor`: its height.
std::optional<FootLocking> footLockingOf(const Model& model, const std::vector<ClipSettings>& settings, TravelMode mode,
                                         double floor, ClipStudy& study);

// The stage of a player's frame that keeps feet on the ground. What it remembers from frame to frame, the FootLock, is
// part of the player's state, so that the timeline can return to it.

/// What happened since the last multiple of crossfade::kTimeCell, at which the lock was applied last: in between, a
/// copy of it is, so that nothing depends on frames.
struct FootLockCell {
  double seconds = 0;
  glm::dvec3 groundMoved{0.0};
  bool cuts = false;
};

class FootLockStage {
 public:
  /// From the next pose on; a copy. nullptr: lets go of the feet, without a jump. `lock`: none before the first time.
  void use(const FootLocking* how, const crossfade::AnimationMixer& mixer, std::optional<crossfade::FootLock>& lock);
  bool isOn() const { return ground_.has_value(); }
  /// Whether it changes poses: it is on, or there is something to let go of.
  bool isActive(const std::optional<crossfade::FootLock>& lock) const { return lock && (isOn() || !lock->isSettled()); }
  /// Moves the feet of a pose that lies `seconds` after the last one and not beyond the end of a time cell. `velocity`:
  /// of the character over the ground by its root tracks, per second. Does not allocate.
  void apply(double seconds, const crossfade::AnimationMixer& mixer, const glm::dvec3& velocity,
             std::optional<crossfade::FootLock>& lock, FootLockCell& cell, crossfade::Pose& pose);

 private:
  bool cuts(const crossfade::AnimationMixer& mixer) const;

  std::optional<crossfade::ClipGround> ground_;  // none: off
  std::vector<crossfade::ClipId> jumps_;
  std::optional<crossfade::FootLock> shown_;  // the copy
  crossfade::GroundState now_;
};

// ---- How much feet that stand slide over the ground while the character plays: a figure for the panel of blend
// spaces.

/// What plays in a frame. `travel`: how fast tracks move the character over the ground, length units per second.
struct SlideFrame {
  const crossfade::AnimationMixer& mixer;
  const crossfade::Pose& pose;
  const std::vector<ClipSettings>& settings;
  TravelMode mode = TravelMode::InFile;
  glm::dvec3 travel{0.0};
};

/// Measures poses on screen, about the last half second of them, by the contacts of the clips: with foot lock, what is
/// left of the slide.
class SlideGauge {
 public:
  /// `study` and what it is of must outlive it. A model that is no human body has nothing to measure.
  SlideGauge(const Model& model, const ClipStudy& study);

  /// Call it once a frame. Frames in which no time passes, or more than a tenth of a second, are left out. Clips that
  /// the study has not measured yet do not count.
  void add(const SlideFrame& frame);
  /// The mean speed of feet in contact over the ground, as a fraction of how fast the ground moves. None while nothing
  /// walks.
  std::optional<double> fraction() const;

 private:
  const ClipStudy& study_;
  crossfade::FootSlideMeter meter_;
  crossfade::GroundState ground_;
  std::optional<double> last_;  // mixer time
  double slid_ = 0, walked_ = 0;
};

}  // namespace app
