// One model being looked at: what plays, how it fades, where the camera stands. Changed by commands, moved by time.
#pragma once

#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "app/model/model.h"
#include "app/session/command.h"
#include "app/session/fade_curve.h"
#include "app/session/shape_scene.h"
#include "app/session/timing_scene.h"
#include "app/session/walk_figure.h"
#include "app/session/weight_history.h"
#include "app/view/camera.h"
#include "app/view/draw_list.h"
#include "engine/mixer/animation_mixer.h"
#include "engine/mixer/transition.h"
#include "engine/sampling/transition_sampler.h"
#include "engine/skeleton/pose.h"
#include "engine/timing/clock.h"
#include "engine/timing/frame_profiler.h"

namespace app {

/// A cross-fade on its way: everything else fades out, `to` fades in.
struct RunningFade {
  int from = -1;  // the clip that was shown most when it began; -1: none
  int to = -1;
  double begin = 0;            // mixer time at which it began
  double progressAtAnchor = 0; // 0..1; with the two below: progress is linear from the last change of length on
  double anchor = 0;           // mixer time
  double seconds = 0;          // what a whole fade takes
  engine::TransitionKind kind = engine::TransitionKind::Inertial;
  double progress(double mixerTime) const;
  double end() const { return anchor + (1 - progressAtAnchor) * seconds; }
};

/// Whoever films or asks for a pose gets all the time there is; the window, which has a person before it, sets limits of its own.
inline constexpr engine::ClockSettings kUnlimitedClock{.longestFrame = std::numeric_limits<double>::infinity(), .mostSteps = 1'000'000};

/// What stays when another model is opened.
struct SessionSettings {
  ViewOptions view;
  double speed = 1;
  engine::ClockSettings clock = kUnlimitedClock;  // speed and pause are the session's own
  double fadeSeconds = 0.4;
  bool warp = false;
  engine::TransitionKind fadeKind = engine::TransitionKind::Inertial;
  engine::Sync fadeSync = engine::Sync::None;
  engine::AnimationCurve fadeCurve = app::fadeCurve(FadeCurvePreset::Smooth);
  float aspect = 16.0f / 9;
  RecordingOptions recording;
};

struct Message {
  std::string text;
  bool isError = false;
};

class Session {
 public:
  /// Starts with the clip called like "idle" (else the first) playing and the camera framing the model.
  explicit Session(Model model, const SessionSettings& settings = {});
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// The one door for change. A number that is not finite or out of range, or a clip that does not exist, is refused with a sentence and changes nothing.
  engine::Result<void> apply(const Command& command);
  /// The one door for time: moves everything by `delta` seconds times speed (nothing when paused) and makes the new pose.
  void advance(double delta, engine::FrameProfiler& profiler);

  const Model& model() const { return model_; }
  int clipCount() const { return static_cast<int>(actions_.size()); }
  const engine::AnimationAction& action(int clip) const { return *actions_[static_cast<std::size_t>(clip)]; }
  double mixerTime() const { return mixer_.time(); }
  bool paused() const { return paused_; }
  double speed() const { return settings_.speed; }
  /// What time goes by: its kind, ticks, and all it ever dropped; and what it made of the last advance.
  const engine::Clock& clock() const { return clock_; }
  const engine::ClockStep& clockStep() const { return clockStep_; }

  const FadeSettings& fadeSettings() const { return fadeSettings_; }
  const engine::AnimationCurve& fadeCurve() const { return settings_.fadeCurve; }
  std::optional<RunningFade> runningFade() const;
  const WeightHistory& weightHistory() const { return history_; }
  /// The clip with the largest effective weight, -1 when nothing plays.
  int dominantClip() const;

  const engine::Pose& pose() const { return pose_; }
  PosedModel posed() const { return {worlds_, palettes_, paletteOffsets_, pose_.morphWeights}; }

  SceneKind scene() const { return scene_; }
  const ShapeScene& shapes() const { return shapes_; }
  const TimingScene& timing() const { return timing_; }
  /// The model as what can take the timing block's place.
  const WalkFigure& walkFigure() const { return walkFigure_; }
  /// The workspaces of the session that this one takes the place of.
  void takeScenesFrom(Session& before);

  const Camera& camera() const { return camera_; }
  const ViewOptions& view() const { return settings_.view; }
  const SessionSettings& settings() const { return settings_; }
  const Bounds& restBounds() const { return restBounds_; }
  /// Where the floor is drawn: at 0 for a model that stands there, else just under the model.
  float groundHeight() const;
  const std::optional<Message>& message() const { return message_; }
  /// A file the user asked to open; taking it clears the request.
  std::optional<std::string> takeOpenRequest();
  /// RequestShapes or SaveShapes; taking it clears the request.
  std::optional<Command> takeShapesRequest();
  /// StartRecording, StopRecording or CancelRecording; taking it clears the request.
  std::optional<Command> takeRecordingRequest();
  /// As it was asked for last, and how far it is; the owner of the window tells.
  const RecordingOptions& recordingOptions() const { return settings_.recording; }
  const RecordingProgress& recording() const { return recording_; }
  void setRecording(const RecordingProgress& progress) { recording_ = progress; }
  void setAspect(float aspect) { settings_.aspect = aspect; }

 private:
  struct Applier;  // one overload per command, in session_commands.cpp

  engine::AnimationAction& mutableAction(int clip) { return *actions_[static_cast<std::size_t>(clip)]; }
  void wake(int clip);
  int clipOf(const engine::AnimationAction* action) const;
  void fadeEverythingTo(int clip, const engine::TransitionOptions& options);
  engine::TransitionOptions fadeOptions(const FadeSettings& settings);
  const engine::JointMask* maskOf(int joint, int feather);
  void warpTransition();
  void warpPair(int from, int to, double seconds);
  void leaveTransition(double seconds);
  void advanceCharacter(double delta, engine::FrameProfiler& profiler);
  void useClock(const engine::ClockSettings& settings);
  void advanceInSteps(double byHand, bool backwards, engine::FrameProfiler& profiler);
  void moveBy(double seconds, bool backwards, engine::Pose& pose, engine::FrameProfiler& profiler);
  void updateModel(engine::FrameProfiler& profiler);
  Bounds boundsOfOpening(int clip);
  void recordWeights();

  struct Mask {
    int joint = 0;
    int feather = 0;
    engine::JointMask weights;
  };

  Model model_;
  SessionSettings settings_;  // with the curve that fades run on
  std::deque<Mask> masks_;    // actions point to them
  engine::AnimationMixer mixer_;
  std::vector<engine::AnimationAction*> actions_;  // one per clip, owned by the mixer
  engine::Transition transition_{mixer_};
  engine::TransitionSampler sampler_;
  engine::Pose pose_;                      // what is shown
  engine::Pose stepPose_, stepPoseBefore_;  // fixed steps: the last two states
  std::vector<glm::mat4> worlds_;
  std::vector<glm::mat4> palettes_;
  std::vector<int> paletteOffsets_;

  bool paused_ = false;
  double pendingStep_ = 0;
  engine::Clock clock_;
  engine::ClockStep clockStep_;
  bool betweenSteps_ = false;  // fixed steps: the last two states differ, and the picture is late
  double owed_ = 0;            // seconds that the mixer is ahead of the picture since the clock was changed
  FadeSettings fadeSettings_;
  WeightHistory history_;
  std::vector<float> weightRow_;

  SceneKind scene_ = SceneKind::Character;
  ShapeScene shapes_{openingShapes()};
  TimingScene timing_;
  WalkFigure walkFigure_;

  Camera camera_;
  Bounds restBounds_;    // of the opening pose
  Bounds framedBounds_;  // of the opening clip as it moves: what the camera frames
  std::optional<Message> message_;
  std::optional<std::string> openRequest_;
  std::optional<Command> shapesRequest_;
  std::optional<Command> recordingRequest_;
  RecordingProgress recording_;
};

}  // namespace app
