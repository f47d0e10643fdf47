// A blend space that plays on one character: a source for transitions, like an action.
#ifndef CROSSFADE_TRANSITION_BLEND_SPACE_PLAYER_H
#define CROSSFADE_TRANSITION_BLEND_SPACE_PLAYER_H

#include <span>
#include <vector>

#include <glm/vec2.hpp>

#include "crossfade/base/export.h"
#include "crossfade/base/glm_settings.h"
#include "crossfade/mixer/animation_mixer.h"
#include "crossfade/transition/blend_space.h"
#include "crossfade/transition/cycle_sync.h"

namespace crossfade {

/// Made by TransitionPlayer::addBlendSpace (or TransitionMixer's). Each sample has an action of its own, so a clip of
/// the space can also play by itself, or in another space. All clips stay at the same phase of their cycles, and a
/// cycle takes the weighted average of their times. What shows at a time follows from the calls alone, however time is
/// cut into frames. A snapshot of the player includes it.
class CROSSFADE_API BlendSpacePlayer {
 public:
  BlendSpacePlayer(const BlendSpacePlayer&) = delete;
  BlendSpacePlayer& operator=(const BlendSpacePlayer&) = delete;

  const BlendSpace& space() const { return space_; }
  Sync sync() const { return sync_; }

  /// Moves the point in a straight line, in `seconds` of mixer time from now on. At 0 or below, or not finite, it is
  /// there at once, and the pose jumps unless you also call TransitionPlayer::carryOver. The point may lie outside
  /// (BlendSpace::nearest); one that is not finite is ignored. Call it each frame with a gamepad's stick and, say, 0.1
  /// s.
  void moveTo(glm::dvec2 point, double seconds = 0);
  /// Now, as it was asked for, so possibly outside the samples.
  glm::dvec2 point() const { return pointAt(mixer_->time()); }
  glm::dvec2 goal() const { return now_.to; }

  /// Multiplies the speed of all samples; 0 stands still, below 0 or not finite is ignored.
  void setTimeScale(double timeScale);
  double timeScale() const { return now_.timeScale; }
  /// Multiplies the weight of all samples.
  void setWeight(double weight);
  /// The phase of the cycle, 0 to 1, that all clips share (that of the sample with the largest share).
  double phase() const;
  /// Puts all clips at a phase; times outside 0 to 1 wrap. The pose jumps unless you carry it over.
  void setPhase(double phase);
  /// Seconds that a cycle takes at the point, at time scale 1. 0 if a clip has no length.
  double cycleSeconds() const;

  /// By the index of the sample. Do not fade, warp or stop one alone.
  std::span<AnimationAction* const> actions() const { return actions_; }
  /// What stands for all of them in Transition::to, LayerFade::target and the like.
  AnimationAction& lead() const { return *actions_.front(); }

 private:
  friend class PlayerSnapshot;
  friend class Transition;
  friend class TransitionMixer;

  /// What changes while it plays; times are mixer times.
  struct State {
    glm::dvec2 from{0}, to{0};
    double begin = 0, end = 0;  // of the point's move
    double phaseEnd = 0;        // clips out of phase reach the common phase by then
    double cell = 0;            // the time at which shares and speeds must be set again
    double timeScale = 1;
  };

  BlendSpacePlayer(const BlendSpace& space, Sync sync, const AnimationMixer& mixer,
                   std::vector<AnimationAction*> actions);
  glm::dvec2 pointAt(double time) const;
  double shareAt(const AnimationAction& action, double time) const;
  void setShares(double from, double to);
  void bringToPhase();

  BlendSpace space_;
  Sync sync_;
  const AnimationMixer* mixer_;
  std::vector<AnimationAction*> actions_;
  mutable std::vector<double> first_, last_;  // scratch memory for shares
  State now_;
};

}  // namespace crossfade

#endif  // CROSSFADE_TRANSITION_BLEND_SPACE_PLAYER_H
