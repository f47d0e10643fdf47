// One model being looked at: what plays, how it fades, where the camera stands. Changed by commands, moved by time.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/model/model.h"
#include "app/session/character/cross_fade.h"
#include "app/session/character/fade_curve.h"
#include "app/session/character/motion_study.h"
#include "app/session/character/player.h"
#include "app/session/command.h"
#include "app/session/crowd/crowd_scene.h"
#include "app/session/loading_progress.h"
#include "app/session/shapes/shape_scene.h"
#include "app/session/timing/timing_scene.h"
#include "app/session/timing/walk_figure.h"
#include "app/view/camera.h"
#include "app/view/draw_list.h"
#include "app/view/joint_tree.h"

namespace app {

/// What stays when another model is opened.
struct SessionSettings {
  ViewOptions view;
  double speed = 1;
  crossfade::ClockSettings clock = kUnlimitedClock;  // speed and pause are the session's own
  FadeSettings fade;
  crossfade::AnimationCurve fadeCurve = app::fadeCurve(FadeCurvePreset::Smooth);
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

  /// The one door for change. A number that is not finite or out of range, or a clip that does not exist, is refused
  /// with a sentence and changes nothing.
  crossfade::Result<void> apply(const Command& command);
  /// The one door for time: moves everything by `delta` seconds times speed (nothing when paused) and makes the new
  /// pose.
  void advance(double delta, FrameProfiler& profiler);

  const Model& model() const { return model_; }
  int clipCount() const { return player_.clipCount(); }
  const crossfade::AnimationAction& action(int clip) const { return player_.action(clip); }
  double mixerTime() const { return player_.mixerTime(); }
  bool paused() const { return paused_; }
  double speed() const { return speed_; }
  /// What time goes by: its kind, ticks, and all it ever dropped; and what it made of the last advance.
  const crossfade::Clock& clock() const { return player_.clock(); }
  const crossfade::ClockStep& clockStep() const { return player_.clockStep(); }

  const FadeSettings& fadeSettings() const { return fade_.settings(); }
  const crossfade::AnimationCurve& fadeCurve() const { return fade_.curve(); }
  std::optional<RunningFade> runningFade() const { return fade_.running(); }
  const WeightHistory& weightHistory() const { return player_.history(); }
  /// The clip with the largest effective weight, -1 when nothing plays.
  int dominantClip() const { return player_.dominantClip(); }

  const crossfade::Pose& pose() const { return player_.shown(); }
  PosedModel posed() const { return player_.posed(); }

  const std::vector<JointRow>& jointRows() const { return jointRows_; }
  int selectedJoint() const { return selectedJoint_; }  // -1: none
  bool isTraced(int joint) const;
  /// Bones, the selected joint, paths and ghosts of this moment.
  Annotations annotations() const { return {bones_, selectedJoint_, study_.trails(), study_.ghosts()}; }
  /// What a morph weight is held at; nothing: it follows what plays.
  std::optional<float> heldMorph(int index) const { return player_.heldMorph(index); }

  SceneKind scene() const { return scene_; }
  const ShapeScene& shapes() const { return shapes_; }
  const TimingScene& timing() const { return timing_; }
  const CrowdScene& crowd() const { return crowd_; }
  /// The model as what can take the timing block's place.
  const WalkFigure& walkFigure() const { return walkFigure_; }
  /// The workspaces of the session that this one takes the place of.
  void takeScenesFrom(Session& before);

  /// Of the scene that is shown: the crowd has one of its own.
  const Camera& camera() const { return scene_ == SceneKind::Crowd ? crowdCamera_ : camera_; }
  const ViewOptions& view() const { return view_; }
  /// What the session of the next model begins with.
  SessionSettings settings() const;
  const Bounds& restBounds() const { return restBounds_; }
  /// Where the floor is drawn: at 0 for a model that stands there, else just under the model.
  float groundHeight() const;
  const std::optional<Message>& message() const { return message_; }
  /// A file the user asked to open; taking it clears the request.
  std::optional<std::string> takeOpenRequest();
  /// How far the file is that is being opened; the owner of the window tells.
  const LoadingProgress& loading() const { return loading_; }
  void setLoading(const LoadingProgress& progress) { loading_ = progress; }
  /// Whether the user asked to stop that; taking it clears the request.
  bool takeCancelLoading() { return std::exchange(cancelsLoading_, false); }
  /// RequestShapes or SaveShapes; taking it clears the request.
  std::optional<Command> takeShapesRequest();
  /// StartRecording, StopRecording or CancelRecording; taking it clears the request.
  std::optional<Command> takeRecordingRequest();
  /// As it was asked for last, and how far it is; the owner of the window tells.
  const RecordingOptions& recordingOptions() const { return recordingOptions_; }
  const RecordingProgress& recording() const { return recording_; }
  void setRecording(const RecordingProgress& progress) { recording_ = progress; }
  void setAspect(float aspect) { aspect_ = aspect; }

 private:
  struct Applier;  // one overload per command, in session_commands.cpp

  void advanceCharacter(double delta, FrameProfiler& profiler);
  Bounds boundsOfOpening(int clip);
  void frameCrowd();

  Model model_;
  Player player_;
  CrossFade fade_;
  MotionStudy study_;
  bool paused_ = false;
  double speed_ = 1;

  std::vector<Bone> bones_;
  std::vector<JointRow> jointRows_;
  int selectedJoint_ = -1;
  std::vector<int> tracedJoints_;

  SceneKind scene_ = SceneKind::Character;
  ShapeScene shapes_{openingShapes()};
  TimingScene timing_;
  CrowdScene crowd_;
  WalkFigure walkFigure_;

  ViewOptions view_;
  float aspect_;
  Camera camera_;
  Camera crowdCamera_;
  Bounds restBounds_;    // of the opening pose
  Bounds framedBounds_;  // of the opening clip as it moves: what the camera frames
  std::optional<Message> message_;
  std::optional<std::string> openRequest_;
  bool cancelsLoading_ = false;
  LoadingProgress loading_;
  std::optional<Command> shapesRequest_;
  std::optional<Command> recordingRequest_;
  RecordingOptions recordingOptions_;
  RecordingProgress recording_;
};

}  // namespace app
