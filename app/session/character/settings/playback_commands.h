// Commands to what plays, which the timeline logs: clips, fades, joints. Clips are indices into Model::clips, times are
// seconds.
#pragma once

#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "app/session/character/settings/clip_settings.h"
#include "app/session/character/settings/fade_settings.h"
#include "crossfade/clock/clock.h"
#include "crossfade/curve/animation_curve.h"
#include "crossfade/mixer/clip_time.h"
#include "crossfade/transition/sync_markers.h"

namespace app {

struct SetPaused {
  bool paused = false;
};

/// Pauses, then steps by `seconds` at the next advance.
struct Step {
  double seconds = 1.0 / 60;
};

/// Speed of everything; negative plays backward.
struct SetSpeed {
  double factor = 1;
};

/// How passing time becomes steps. `stepsPerSecond`, 1 to 1000, is the rate of fixed steps and what one frame counts as
/// on a frame-based clock; none keeps the current rate. The pose does not jump.
struct SetClock {
  crossfade::ClockKind kind = crossfade::ClockKind::TimeBased;
  std::optional<double> stepsPerSecond = std::nullopt;
};

/// Plays at once at full weight, on top of whatever already plays.
struct PlayClip {
  int clip = 0;
};

struct StopClip {
  int clip = 0;
};

struct StopAll {};

/// Some of the settings of a clip; not `markers`, `events` and `root`. A clip that had finished goes on if loops are
/// left.
struct SetClip : FieldChange<ClipSettings> {
  SetClip(int which, ClipSettings next, FieldSet these) : FieldChange(std::move(next), these), clip(which) {}
  template <class Value>
  SetClip(int which, Value ClipSettings::*member, std::type_identity_t<Value> value)
      : FieldChange(member, std::move(value)), clip(which) {}

  crossfade::Result<ClipSettings> appliedTo(ClipSettings now) const {
    if (sets(&ClipSettings::loop)) now.clamp = settings.loop == crossfade::Loop::Once;
    return FieldChange::appliedTo(std::move(now));
  }

  int clip;
};

struct SetClipTime {
  int clip = 0;  // or blendSpaceNumber(): all clips of a blend space go to that time of its cycle
  double time = 0;
};

/// Plays the clip at full weight, held at its first pose until this mixer time.
struct StartAt {
  int clip = 0;
  double mixerTime = 0;
};

/// Slows the clip down to a stop.
struct Halt {
  int clip = 0;
  double seconds = 0.5;
};

/// Sets the time scale so that one loop takes this long; below 0 plays backward. Not 0, and the time scale must be one
/// that a clip may have.
struct SetClipDuration {
  int clip = 0;
  double seconds = 1;
};

/// Copies the time and the time scale of another clip, as three.js does; not its phase.
struct SyncClip {
  int clip = 0;
  int with = 0;
};

/// The effective time scale goes from one value to the other, which then is the time scale; at 0 the clip pauses.
/// Without `from` it starts at what it is. Refused for a time scale of 0.
struct WarpClip {
  int clip = 0;
  std::optional<double> from = std::nullopt;
  double to = 1;
  double seconds = 0.5;  // above 0
};

/// Back to the time scale at once.
struct StopWarping {
  int clip = 0;
};

/// The pose on screen fades into whatever commands before this one set in the same frame: weights, times, what plays.
struct CarryOver {
  double seconds = 0.2;
};

/// Moves the point of a blend space in a straight line.
struct MoveBlendPoint {
  int space = 0;  // blendSpaceNumber() of its name
  double x = 0;
  double y = 0;
  double seconds = 0;  // of mixer time; 0: at once
};

using PlaybackCommand =
    std::variant<SetPaused, Step, SetSpeed, SetClock, PlayClip, StopClip, StopAll, SetClip, SetClipTime, StartAt, Halt,
                 SetClipDuration, SyncClip, WarpClip, StopWarping, CarryOver, MoveBlendPoint>;

// ---- Commands for fades. Clips are indices into Model::clips, times seconds.

/// Fades one clip in from its current weight.
struct FadeIn {
  int clip = 0;
  double seconds = 0.3;
};

/// Fades one clip out from its current weight.
struct FadeOut {
  int clip = 0;
  double seconds = 0.3;
};

/// Ends the clip's fade; it keeps its current weight.
struct StopFading {
  int clip = 0;
};

/// Settings for the next fade. A running fade follows: a new `seconds` stretches the rest of it, a new `to` redirects
/// it, a new `warp` or `sync` starts or ends the shared tempo, and a new `kind` continues from the pose on screen.
struct SetFadeSettings {
  FadeSettings settings;
};

/// The curve that the kinds `curve`, `frozen` and `dead` follow, from (0, 0) to (1, 1). A running fade follows at once.
struct SetFadeCurve {
  crossfade::AnimationCurve curve;
};

/// Fades everything out and `clip` in; a clip that is fading in already starts over from its current weight. What is
/// omitted comes from the transition set, and what that leaves unset from the current settings.
struct FadeTo {
  int clip = 0;                    // or blendSpaceNumber()
  FadeChoice how = {};             // kFadeFields
  bool usesSet = true;             // false: what is omitted comes from the current settings alone
  bool secondsAreDefault = false;  // a length in the set takes precedence over that of `how`
  friend bool operator==(const FadeTo&, const FadeTo&) = default;
};

/// Starts the fade of the current settings, from From to To. If `from` is not on screen it is shown alone first, unless
/// a fade runs.
struct StartFade {
  FadeChoice how = {};   // what differs from the settings; kFadeFields
  bool usesSet = false;  // as in FadeTo
};

/// As FadeTo, but From and To of the settings stay: what a replay or a queue does.
struct EnterClip {
  FadeTo fade;
};

/// Changes the running fade; see SetFadeSettings and SetFadeCurve, which change the settings, too. Without a fade that
/// runs, nothing happens. A change of the transition set sends it for the fade of that pair.
struct AdjustFade {
  FadeChoice how = {};  // kAdjustableFields
};

/// Named points of the clip's cycle, for Sync::Markers. An empty list removes them.
struct SetMarkers {
  int clip = 0;
  std::vector<crossfade::SyncMarker> markers;
};

/// The events of the clip, by time; none: those of the file again. Poses stay as they are. Refused where
/// ClipEvents::make refuses them.
struct SetClipEvents {
  int clip = 0;
  std::optional<std::vector<crossfade::ClipEvent>> events;
};

/// three.js's crossFadeFrom: `from` fades 1 to 0 and `to` 0 to 1, whatever their weights were. Jumps if it interrupts
/// another fade.
struct ClassicCrossFade {
  int from = 0;
  int to = 0;
  double seconds = 0.4;
  bool warp = false;
};

using FadeCommand = std::variant<FadeIn, FadeOut, StopFading, SetFadeSettings, SetFadeCurve, StartFade, FadeTo,
                                 AdjustFade, SetMarkers, SetClipEvents, ClassicCrossFade, EnterClip>;

// ---- Commands for single joints and morph weights of the model.

/// -1: none.
struct SelectJoint {
  int joint = -1;
};

/// Draws the joint's path, one second back and one ahead.
struct TraceJoint {
  int joint = 0;
  bool on = true;
};

/// Holds one of Model::restMorphWeights at `weight`, -100 to 100, whatever plays. Without a weight the animation
/// controls it again.
struct HoldMorph {
  int index = 0;
  std::optional<double> weight = std::nullopt;
};

using JointCommand = std::variant<SelectJoint, TraceJoint, HoldMorph>;

}  // namespace app
