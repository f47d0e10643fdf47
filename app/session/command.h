// Everything that can change a session. Keys, panels, scripts and tests all speak these; Session::apply is their one
// door.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <glm/vec2.hpp>

#include "app/session/character/fade_settings.h"
#include "app/session/crowd/crowd_command.h"
#include "app/session/recording.h"
#include "app/session/scene_kind.h"
#include "app/session/shapes/shape_command.h"
#include "app/session/timing/timing_command.h"
#include "app/view/camera.h"
#include "app/view/draw_list.h"
#include "crossfade/clock/clock.h"
#include "crossfade/curve/animation_curve.h"
#include "crossfade/mixer/clip_time.h"
#include "crossfade/transition/transition.h"

namespace app {

// Clips are indices into Model::clips, times seconds, weights and scales plain factors.

struct SetPaused {
  bool paused = false;
};
/// Pauses, then moves on by this much at the next advance.
struct Step {
  double seconds = 1.0 / 60;
};
/// Of everything; negative plays backwards.
struct SetSpeed {
  double factor = 1;
};
/// What turns passing time into steps; nothing jumps. The rate, 1 to 1000, is that of the fixed steps and what a frame
/// counts as when it is frame-based.
struct SetClock {
  crossfade::ClockKind kind = crossfade::ClockKind::TimeBased;
  std::optional<double> stepsPerSecond = std::nullopt;
};

/// At once, at full fade, beside what plays already.
struct PlayClip {
  int clip = 0;
};
struct StopClip {
  int clip = 0;
};
struct StopAll {};
struct SetEnabled {
  int clip = 0;
  bool enabled = true;
};
struct SetWeight {
  int clip = 0;
  double weight = 1;
};
struct SetTimeScale {
  int clip = 0;
  double timeScale = 1;
};
struct SetClipTime {
  int clip = 0;
  double time = 0;
};
struct SetLoop {
  int clip = 0;
  crossfade::Loop loop = crossfade::Loop::Repeat;
};
/// From the present weight, never a jump.
struct FadeIn {
  int clip = 0;
  double seconds = 0.3;
};
struct FadeOut {
  int clip = 0;
  double seconds = 0.3;
};
/// Holds the share it has now.
struct StopFading {
  int clip = 0;
};
struct Halt {
  int clip = 0;
  double seconds = 0.5;
};

/// While a fade runs: another length stretches what is left of it, another `to` turns it there from the present
/// weights, another `warp` or `sync` starts or ends the common pace, another `kind` goes on from what is on the screen.
struct SetFadeSettings {
  FadeSettings settings;
};
/// How the kinds curve, frozen and dead run from (0, 0) to (1, 1); a running fade follows at once.
struct SetFadeCurve {
  crossfade::AnimationCurve curve;
};
/// Starts the fade as set: shows `from` alone first if it is named and not on screen, but never in the middle of a
/// fade.
struct StartFade {};
/// Everything that plays fades out and `clip` in; what is not said is as the panel is set.
struct FadeTo {
  int clip = 0;
  std::optional<double> seconds = std::nullopt;
  std::optional<crossfade::TransitionKind> kind = std::nullopt;
  std::optional<crossfade::Sync> sync = std::nullopt;
  std::optional<int> maskJoint = std::nullopt;  // -1: the whole body, whatever the panel says
};
/// Named points of a clip's cycle, for Sync::Markers; none: the clip has no markers any more.
struct SetMarkers {
  int clip = 0;
  std::vector<crossfade::SyncMarker> markers;
};

/// three.js's crossFadeFrom, to the letter: `from` fades 1 to 0 and `to` 0 to 1 whatever they showed before. Jumps when
/// interrupted.
struct ClassicCrossFade {
  int from = 0;
  int to = 0;
  double seconds = 0.4;
  bool warp = false;
};

/// -1: none.
struct SelectJoint {
  int joint = -1;
};
/// Shows its path a second back and ahead.
struct TraceJoint {
  int joint = 0;
  bool on = true;
};
/// Holds one of the model's morph weights, -100 to 100, whatever plays; nothing: it follows again.
struct HoldMorph {
  int index = 0;
  std::optional<double> weight = std::nullopt;
};

struct OrbitCamera {
  float yaw = 0;
  float pitch = 0;
};
/// Fractions of the picture's height.
struct PanCamera {
  glm::vec2 delta{0.0f};
};
struct DollyCamera {
  float factor = 1;
};
struct FrameCamera {};
struct SetCamera {
  Camera camera;
};
struct SetViewOptions {
  ViewOptions options;
};

struct ShowScene {
  SceneKind scene = SceneKind::Character;
};

/// The owner of the session loads it and replaces the session.
struct RequestOpen {
  std::string path;
};
/// The owner stops loading; what is shown stays.
struct CancelLoading {};
/// The owner of the session reads the file, .json or .svg, and imports its shapes.
struct RequestShapes {
  std::string path;
};
/// And writes them, by the ending of the name.
struct SaveShapes {
  std::string path;
};
/// The owner of the window does it, as it does the next two.
struct StartRecording {
  RecordingOptions options;
};
/// Keeps what there is.
struct StopRecording {};
/// Leaves nothing.
struct CancelRecording {};
struct ShowMessage {
  std::string text;
  bool isError = false;
};
struct DismissMessage {};

using Command =
    std::variant<SetPaused, Step, SetSpeed, SetClock, PlayClip, StopClip, StopAll, SetEnabled, SetWeight, SetTimeScale,
                 SetClipTime, SetLoop, FadeIn, FadeOut, StopFading, Halt, SetFadeSettings, SetFadeCurve, StartFade,
                 FadeTo, SetMarkers, ClassicCrossFade, SelectJoint, TraceJoint, HoldMorph, OrbitCamera, PanCamera,
                 DollyCamera, FrameCamera, SetCamera, SetViewOptions, ShapeCommand, TimingCommand, CrowdCommand,
                 ShowScene, RequestOpen, CancelLoading, RequestShapes, SaveShapes, StartRecording, StopRecording,
                 CancelRecording, ShowMessage, DismissMessage>;
using Commands = std::vector<Command>;

}  // namespace app
