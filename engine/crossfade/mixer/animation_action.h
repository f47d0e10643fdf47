// One playing of a clip: its time, weight, speed and loop mode, in three.js's words (AnimationAction, r187).
#pragma once

#include <limits>
#include <optional>

#include "crossfade/clip/animation_clip.h"
#include "crossfade/mixer/blend_list.h"
#include "crossfade/mixer/clip_time.h"
#include "crossfade/mixer/ramp.h"

namespace crossfade {

class AnimationMixer;
struct MixerEvent;

/// Made by AnimationMixer::clipAction and owned by the mixer. Methods return the action, so that calls chain:
/// `mixer.clipAction(run).reset().fadeIn(0.3).play();`
class AnimationAction {
 public:
  double time = 0;                                               // seconds in the clip
  double timeScale = 1;                                          // negative plays backwards, 0 stands still
  double weight = 1;                                             // the user's own weight; multiplied by the fade
  double repetitions = std::numeric_limits<double>::infinity();  // rounds of Repeat and PingPong
  Loop loop = Loop::Repeat;
  bool zeroSlopeAtStart =
      true;  // how smooth tracks begin and end where no other round follows; read when a round begins
  bool zeroSlopeAtEnd = true;
  const JointMask* mask = nullptr;  // which joints it moves, and how much; must outlive its use. None: all in full
  bool paused = false;
  bool enabled = true;             // false: no influence, and time stands
  bool clampWhenFinished = false;  // true: a finished action shows its last pose; false: it is disabled
  bool heldByTransition = false;   // a Transition is at work on it: shows its last pose in any case

  /// Puts the action on the mixer's list, where it stands in the order of activation; already there it stays as it is.
  AnimationAction& play();
  /// Takes it off the list and resets it.
  AnimationAction& stop();
  /// Back to time 0, enabled, not paused, without fade, warp or scheduled start.
  AnimationAction& reset();
  /// Stands still until the mixer's time (seconds) gets there.
  AnimationAction& startAt(double mixerTime);
  /// `rounds` of Repeat and PingPong, infinity allowed; Once has one.
  AnimationAction& setLoop(Loop mode, double rounds = std::numeric_limits<double>::infinity());

  AnimationAction& setEffectiveWeight(double newWeight);  // and ends a fade
  double getEffectiveWeight() const { return effectiveWeight_; }
  /// From 0 to 1 and from 1 to 0 within `seconds`, wherever the fade stood before. Faded out, the action is disabled.
  AnimationAction& fadeIn(double seconds);
  AnimationAction& fadeOut(double seconds);
  /// The other fades out while this one fades in; neither is played or enabled by it. With warp both change their
  /// speeds so that their rounds take the same time: the one that goes from 1 to outDuration / inDuration, the one that
  /// comes from inDuration / outDuration to 1.
  AnimationAction& crossFadeFrom(AnimationAction& fadeOutAction, double seconds, bool withWarp = false);
  AnimationAction& crossFadeTo(AnimationAction& fadeInAction, double seconds, bool withWarp = false);
  /// Without a fade: back to the weight alone.
  AnimationAction& stopFading();

  AnimationAction& setEffectiveTimeScale(double newTimeScale);  // and ends a warp
  double getEffectiveTimeScale() const { return effectiveTimeScale_; }
  AnimationAction& setDuration(double seconds);  // of one round; below 0 plays backwards, 0 stands still
  /// Takes over the other's time and speed, not its phase; clips of different length drift apart.
  AnimationAction& syncWith(const AnimationAction& other);
  /// Slows down to a stand within `seconds`, then pauses. A paused action stands already: nothing happens.
  AnimationAction& halt(double seconds);
  /// The effective time scale goes from `startTimeScale` to `endTimeScale` within `seconds` of mixer time; at 0 the
  /// action is paused. An action with timeScale 0 stays as it is.
  AnimationAction& warp(double startTimeScale, double endTimeScale, double seconds);
  /// Back to timeScale at once.
  AnimationAction& stopWarping();

  /// Beyond three.js: fades from whatever the fade's value is now, so an interrupted fade never jumps. A disabled
  /// action counts as 0 and is enabled again.
  AnimationAction& fadeTo(double target, double seconds, FadeShape shape = {});
  /// Beyond three.js: the running fade and warpBetween keep their present values and reach their ends after
  /// `remainingSeconds`.
  AnimationAction& retimeFade(double remainingSeconds);
  /// Beyond three.js: the speed goes between two multiples of timeScale, which stays what it is; after the warp it
  /// holds alone again.
  AnimationAction& warpBetween(double startRatio, double endRatio, double seconds);
  /// The warp's present multiple of timeScale: 1 without a warp.
  double warpValue() const;
  /// The fade's present value: 1 without a fade, 0 when disabled. effective weight = weight * this.
  double fadeValue() const;

  /// Whether its time moves: on the list, enabled, not paused, started, with a speed.
  bool isRunning() const;
  /// Whether it is on the mixer's list.
  bool isScheduled() const { return active_; }
  const std::optional<Ramp>& fadeRamp() const { return fade_; }
  const std::optional<Ramp>& warpRamp() const { return warp_; }
  const AnimationClip& getClip() const { return *clip_; }
  /// Its slot in the mixer, from 0 on: the index that samplers bind its clip to.
  int slot() const { return slot_; }
  BlendMode blendMode() const { return blendMode_; }
  /// What the last update put on the blend list, or would have with a weight above 0.
  const BlendEntry& shown() const { return shown_; }

  AnimationAction(AnimationMixer& mixer, const AnimationClip& clip, BlendMode blendMode, int slot);
  AnimationAction(const AnimationAction&) = delete;
  AnimationAction& operator=(const AnimationAction&) = delete;

 private:
  friend class AnimationMixer;

  /// One frame. Returns false when there is nothing to show, else fills `shown`; adds to `events`.
  bool update(double mixerTime, double delta, int direction, BlendEntry& shown, MixerEvent& event, bool& hasEvent);
  double updateWeight(double mixerTime);
  double updateTimeScale(double mixerTime);
  void endWarp();
  Endings endingsOf(RoundEnds ends) const;

  AnimationMixer* mixer_;
  const AnimationClip* clip_;
  BlendMode blendMode_;
  int slot_;
  bool active_ = false;
  std::int64_t loopCount_ = -1;
  std::optional<double> startTime_;
  std::optional<Ramp> fade_;
  std::optional<Ramp> warp_;
  std::optional<double> restoreTimeScale_;  // what timeScale becomes when a cross-fade's warp is over
  bool warpKeepsTimeScale_ = false;
  BlendEntry shown_;
  double effectiveWeight_ = 1;
  double effectiveTimeScale_ = 1;
  Endings endings_;  // of smooth tracks, as the present round asks for
};

}  // namespace crossfade
