// One playback of a clip: its time, weight, speed and loop mode, with three.js's names (AnimationAction, r187).
#ifndef CROSSFADE_MIXER_ANIMATION_ACTION_H
#define CROSSFADE_MIXER_ANIMATION_ACTION_H

#include <array>
#include <cstdint>
#include <limits>
#include <optional>

#include "crossfade/base/export.h"
#include "crossfade/clip/clip_events.h"
#include "crossfade/clip/clip_set.h"
#include "crossfade/mixer/blend_list.h"
#include "crossfade/mixer/clip_time.h"
#include "crossfade/mixer/ramp.h"

namespace crossfade {

class AnimationMixer;
class BlendSpacePlayer;
class MixerSnapshot;
struct MixerEvent;

/// Made by AnimationMixer::clipAction and owned by the mixer. Methods return the action, so calls chain:
/// `mixer.clipAction(run).reset().fadeIn(0.3).play();`
class CROSSFADE_API AnimationAction {
 public:
  double time = 0;                                               // seconds in the clip
  double timeScale = 1;                                          // negative plays backward, 0 stands still
  double weight = 1;                                             // yours; the fade multiplies it
  double repetitions = std::numeric_limits<double>::infinity();  // loops of Repeat and PingPong
  Loop loop = Loop::Repeat;
  bool zeroSlopeAtStart = true;     // how smooth tracks start where no other loop adjoins; read when a loop starts
  bool zeroSlopeAtEnd = true;       // and how they end
  const JointMask* mask = nullptr;  // which joints it affects, and how much; must outlive its use. nullptr: all in full
  bool paused = false;
  bool enabled = true;  // false: no influence, and time stands still
  /// true: a finished action holds its last pose. false: it is disabled, and already has weight 0 in the frame in which
  /// it ends.
  bool clampWhenFinished = false;

  /// Puts the action on the mixer's list, at the end of the activation order. Does nothing if it is already there.
  AnimationAction& play();
  /// Takes it off the list and resets it.
  AnimationAction& stop();
  /// Back to time 0, enabled, not paused, without fade, warp or scheduled start.
  AnimationAction& reset();
  /// Does not advance before this mixer time (seconds).
  AnimationAction& startAt(double mixerTime);
  /// `loops` counts for Repeat and PingPong, infinity allowed; Once has one.
  AnimationAction& setLoop(Loop mode, double loops = std::numeric_limits<double>::infinity());

  AnimationAction& setEffectiveWeight(double newWeight);  // ends a fade
  double getEffectiveWeight() const { return effectiveWeight_; }
  /// From 0 to 1 or from 1 to 0 in `seconds`, whatever the fade's value was before. An action that faded out is
  /// disabled.
  AnimationAction& fadeIn(double seconds);
  AnimationAction& fadeOut(double seconds);
  /// The other action fades out while this one fades in; the call neither plays nor enables them. With warp, both
  /// change speed so that their loops take the same time: the outgoing one goes from 1 to outDuration / inDuration,
  /// the incoming one from inDuration / outDuration to 1.
  AnimationAction& crossFadeFrom(AnimationAction& fadeOutAction, double seconds, bool withWarp = false);
  AnimationAction& crossFadeTo(AnimationAction& fadeInAction, double seconds, bool withWarp = false);
  /// Drops the fade: the effective weight is `weight` again.
  AnimationAction& stopFading();

  AnimationAction& setEffectiveTimeScale(double newTimeScale);  // ends a warp
  double getEffectiveTimeScale() const { return effectiveTimeScale_; }
  AnimationAction& setDuration(double seconds);  // of one loop; below 0 plays backward, 0 stands still
  /// Copies the other's time and speed, not its phase: clips of different lengths drift apart.
  AnimationAction& syncWith(const AnimationAction& other);
  /// Slows to a stop in `seconds`, then pauses. Does nothing when paused.
  AnimationAction& halt(double seconds);
  /// The effective time scale goes from `startTimeScale` to `endTimeScale` in `seconds` of mixer time; at 0 the action
  /// pauses. Does nothing when timeScale is 0.
  AnimationAction& warp(double startTimeScale, double endTimeScale, double seconds);
  /// Back to timeScale at once.
  AnimationAction& stopWarping();

  // Beyond three.js:

  /// Back to the first loop, at its start (at its end, if timeScale is negative), and not paused. Weight, fade and
  /// speed stay.
  AnimationAction& restart();
  /// Plays from time 0 with its fade at 0: shows nothing until you fade it in with fadeTo.
  AnimationAction& playFadedOut();
  /// Fades from the current value, so an interrupted fade never jumps. A disabled action counts as 0 and is
  /// enabled.
  AnimationAction& fadeTo(double target, double seconds, FadeShape shape = {});
  /// The same, but the value first goes on as fast as it changed (per second), and slows down in `coastSeconds`.
  AnimationAction& fadeTo(double target, double seconds, FadeShape shape, double velocity, double coastSeconds);
  /// A running fade or warpBetween keeps its current value and reaches its end after `remainingSeconds`.
  AnimationAction& retimeFade(double remainingSeconds);
  /// The speed goes from one multiple of timeScale to another, and back to timeScale when the warp is over. timeScale
  /// itself does not change.
  AnimationAction& warpBetween(double startRatio, double endRatio, double seconds);
  /// Plays at `ratio` times timeScale until the next warp or stopWarping.
  AnimationAction& holdWarp(double ratio);

  /// The fade's value now, or at another mixer time if nothing changes: 1 without a fade, 0 when stopped or disabled.
  /// The effective weight is `weight` times this.
  double fadeValue() const;
  double fadeValueAt(double mixerTime) const;
  /// How fast that changes, per second.
  double fadeVelocity() const;
  const std::optional<Ramp>& fadeRamp() const { return fade_; }
  /// The current multiple of timeScale: 1 without a warp.
  double warpValue() const;
  bool isWarping() const { return warp_ || heldWarp_; }

  /// Clip seconds per second of mixer time, as of the last update. Negative in reverse, including a ping-pong's return
  /// loops; 0 while it does not advance.
  double shownSpeed() const;
  /// Whether its time advances: on the list, enabled, not paused, started, at a speed other than 0.
  bool isRunning() const;
  /// Whether it is on the mixer's list.
  bool isScheduled() const { return active_; }
  ClipId clipId() const { return clip_; }
  /// nullptr when the clip was removed from the mixer's set.
  const AnimationClip* getClip() const;
  /// Seconds; 0 when the clip was removed.
  double duration() const;
  BlendMode blendMode() const { return blendMode_; }
  const AnimationMixer& getMixer() const { return *mixer_; }
  /// Its slot in the mixer, from 0: the index that samplers bind its clip to.
  int slot() const { return slot_; }
  /// Its entry from the last update; it is on the blend list if its weight is above 0. Its clip is nullptr before the
  /// first update and after a stop.
  const BlendEntry& shown() const { return shown_; }
  /// Its entry as an update by 0 seconds would make it, with what calls have changed since the last update.
  BlendEntry entryNow() const;
  /// Whether its time or its weight was changed by a call since the last update, which showed it.
  bool hasJumped() const;
  /// Its part at a blend space's point, 0 to 1, which multiplies the effective weight; 1 for other actions.
  double share() const;
  /// The blend space that it belongs to, which sets its share, its time and its speed; nullptr for other actions.
  const BlendSpacePlayer* blendSpace() const { return blendSpace_; }

  AnimationAction(AnimationMixer& mixer, ClipId clip, BlendMode blendMode, int slot);

 private:
  friend class AnimationMixer;
  friend class BlendSpacePlayer;
  friend class MixerSnapshot;
  friend class Transition;

  AnimationAction(const AnimationAction&) = default;  // for snapshots
  AnimationAction& operator=(const AnimationAction&) = default;
  /// Everything of the other action except its mixer and its blend space.
  void takeOver(const AnimationAction& other);

  /// What happened in an update; one without an action did not happen.
  using Events = std::array<MixerEvent, 2>;
  /// What the clip did in an update.
  struct Played {
    double sampleTime = 0;
    double moved = 0;
    std::int64_t loops = 0;
    double loopTime = 0;  // mixer times: of the last loop,
    bool finished = false;
    double finishTime = 0;  // and of the end
    int direction = 1;      // of the clip
  };
  /// A part of an update in which the speed changes linearly and keeps its sign.
  struct Piece {
    double begin = 0, end = 0;            // mixer times
    double beginSpeed = 0, endSpeed = 0;  // clip seconds per second
  };

  /// How much of it shows, which decides on its events: with a transition that works on poses not what its fade says.
  enum class Shows { AsFaded, InFull, Nothing };

  /// One frame: makes `shown_`.
  Events update(double mixerTime, double passed, int direction);
  Played playHeld(const AnimationClip& clip, double mixerTime, double passed, int direction);
  Played playExactly(const AnimationClip& clip, double mixerTime, double passed);
  Piece nextPiece(double begin, double end);
  void playPiece(const AnimationClip& clip, const Piece& piece, Played& played);
  ClipStep advanceClip(const AnimationClip& clip, double delta, double tolerance);
  template <class TimeAfter>
  void passEvents(const AnimationClip& clip, const ClipStep& step, const TimeAfter& timeAfter);
  void cutSpans(double mixerTime, std::optional<double> now = {});
  double shownWeightAt(double mixerTime) const;
  bool showsNothing() const;
  Events eventsOf(const Played& played) const;
  double meanOf(double begin, double end) const;
  double shareAt(double mixerTime) const;
  void addMotion(double passed, ActionMotion& motion) const;
  double startedDelta(double mixerTime, double delta, int direction);
  double updateWeight(double mixerTime);
  double updateTimeScale(double mixerTime);
  void updateWarp(double mixerTime);
  void endWarp();
  Endings endingsOf(LoopEnds ends) const;

  AnimationMixer* mixer_;
  ClipId clip_;
  BlendMode blendMode_;
  int slot_;
  bool active_ = false;
  bool holdsEnd_ = false;  // a Transition needs the last pose, whatever clampWhenFinished says
  std::int64_t loopCount_ = -1;
  std::optional<double> startTime_;
  std::optional<Ramp> fade_;
  std::optional<Ramp> warp_;                // at most one of
  std::optional<double> heldWarp_;          // these two is set
  std::optional<double> restoreTimeScale_;  // timeScale after a cross-fade's warp ends
  bool warpKeepsTimeScale_ = false;
  bool isExtra_ = false;  // made by addAction
  BlendSpacePlayer* blendSpace_ = nullptr;
  std::optional<Ramp> share_;
  BlendEntry shown_;
  Shows shows_ = Shows::AsFaded;
  std::uint64_t openSpans_ = 0;        // one bit for each span of the clip's events that has begun
  std::optional<double> eventsUpTo_;   // the sample time that they have reached; nullopt: playing begins
  double moved_ = 0, meanWeight_ = 0;  // in the last update
  double effectiveWeight_ = 1;
  double effectiveTimeScale_ = 1;
  Endings endings_;  // of smooth tracks, for the current loop
};

}  // namespace crossfade

#endif  // CROSSFADE_MIXER_ANIMATION_ACTION_H
