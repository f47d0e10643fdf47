// A session: the model on screen, the workspaces beside it, and what they share. Commands change it, time moves it.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "app/jobs/background_thread.h"
#include "app/session/character/character_scene.h"
#include "app/session/command.h"
#include "app/session/host_commands.h"
#include "app/session/recording.h"
#include "app/session/scene_camera.h"
#include "app/session/scene_kind.h"
#include "app/view/view_options.h"

namespace app {

// What a session starts with.

/// Settings that survive opening another model.
struct SessionSettings {
  ViewOptions view;
  CharacterSettings character;
  float aspect = 16.0f / 9;
  RecordingOptions recording;
  std::optional<PictureQuality> quality;  // see SetQuality
  bool waitsForCrowd = true;              // false: a crowd is made on a thread, and shown when it is there
};

class CrowdScene;
class CurvesScene;
class ShapeScene;
class TimingScene;
class UndoHistory;
struct Document;
struct UndoStep;
struct VersionNames;
struct WalkFigure;
struct Workspaces;

class Session {
 public:
  using KnownBounds = std::optional<CharacterBounds>;  // boundsOfOpening(model), if measured before

  /// The opening clip plays (see CharacterScene) and the camera frames the model.
  explicit Session(Model model, const SessionSettings& settings = {}, const KnownBounds& bounds = std::nullopt);
  /// Replaces the model of the session `before`: takes over its settings, workspaces and open requests, and of its
  /// history what makes sense with another model.
  Session(Model model, Session&& before, const KnownBounds& bounds = std::nullopt);
  /// The same for another version of the model of `before`: its file was read again, or clips of one more file were
  /// added. What was set, the cameras and what plays stay, by the names of clips and joints.
  static std::unique_ptr<Session> reloaded(Model model, Session&& before, const KnownBounds& bounds = std::nullopt);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Every change goes through here. On an error nothing changes; it says which value is wrong, and message() shows it.
  /// Only a command for which there is not enough memory may be half done; the session can still be used and saved.
  crossfade::Result<void> apply(const Command& command);
  /// Advances the current scene by `delta` seconds and poses it.
  void advance(double delta, FrameProfiler& profiler);
  /// See CharacterScene. 0 while another scene is shown: the character stands still.
  double foreseenSeconds() const { return scene() == SceneKind::Character ? character_->foreseenSeconds() : 0; }
  ShownMoment peek(double delta) { return character_->peek(delta); }
  /// Waits for figures that otherwise come some frames later, so that films and printed tables have them.
  void finishMeasuring() { character_->finishMeasuring(); }
  /// What the host has to do: everything asked for since the last call, in order.
  std::vector<HostRequest> takeRequests();

  /// The settings that the next model's session starts with.
  SessionSettings settings() const;

  SceneKind scene() const;
  const CharacterScene& character() const { return *character_; }
  const ShapeScene& shapes() const;
  const TimingScene& timing() const;
  const CrowdScene& crowd() const;
  const CurvesScene& curves() const;
  /// The model as a figure for the timing workspace.
  const WalkFigure& walkFigure() const { return *walkFigure_; }

  const ViewOptions& view() const { return view_; }
  /// What the window was told to draw with (SetQuality), and what it draws moving scenes with.
  std::optional<PictureQuality> quality() const { return quality_; }
  PictureQuality drawnQuality() const { return host_.drawnQuality(); }
  /// The camera of the current scene; the crowd has its own.
  const Camera& camera() const { return cameraOf(scene()); }
  /// As the picture is seen from: the same, but behind a character that travels and has just changed its speed,
  /// along with one that its clips carry away, or as a camera of the file sees it.
  Camera shownCamera() const;
  /// The one of the crowd, or the one of the character.
  const Camera& cameraOf(SceneKind scene) const { return sceneCamera(scene).now(); }
  /// Height of the floor: 0 if the model stands there, otherwise the model's lowest point; and lower by what it has
  /// climbed in travel.
  float groundHeight() const;
  FloorPattern floorPattern() const;

  const LoadingProgress& loading() const { return host_.loading(); }
  const RecordingProgress& recording() const { return host_.recording(); }
  const ScriptProgress& script() const { return host_.script(); }
  const RecordingOptions& recordingOptions() const { return host_.recordingOptions(); }
  const std::optional<Message>& message() const { return host_.message(); }
  const ProjectStatus& project() const { return host_.project(); }
  bool hasUnsavedChanges() const;

  /// What the user set: read from the scenes when it is first asked for after a change, and the same object until the
  /// next one.
  const Document& document() const;

  const UndoHistory& history() const { return *history_; }
  /// Of the camera of the current scene.
  const CameraHistory& cameraHistory() const { return sceneCamera(scene()).history(); }
  const FileStatus& files() const { return host_.files(); }

  // Shortcuts into the character scene.
  const Model& model() const { return character_->model(); }
  int clipCount() const { return character_->player().clipCount(); }
  const crossfade::AnimationAction& action(int clip) const { return character_->player().action(clip); }
  bool isFavorite(int clip) const { return character_->isFavorite(clip); }
  const PlaybackEvents& playbackEvents() const { return character_->player().events(); }
  double mixerTime() const { return character_->player().mixerTime(); }
  bool paused() const { return character_->paused(); }
  double speed() const { return character_->speed(); }
  const crossfade::Clock& clock() const { return character_->player().clock(); }
  const crossfade::ClockStep& clockStep() const { return character_->player().clockStep(); }
  const FadeSettings& fadeSettings() const { return character_->fade().settings(); }
  const crossfade::AnimationCurve& fadeCurve() const { return character_->fade().curve(); }
  std::optional<RunningFade> runningFade() const { return character_->fade().running(); }
  const WeightHistory& weightHistory() const { return character_->player().history(); }
  int dominantClip() const { return character_->player().dominantClip(); }
  const crossfade::Pose& pose() const { return character_->player().shown(); }
  PosedModel posed() const { return character_->player().posed(); }
  std::optional<float> heldMorph(int index) const { return character_->player().heldMorph(index); }
  const std::vector<JointRow>& jointRows() const { return character_->joints().rows(); }
  int selectedJoint() const { return character_->joints().selected(); }
  bool isTraced(int joint) const { return character_->joints().isTraced(joint); }
  Annotations annotations() const { return character_->annotations(); }
  const Bounds& restBounds() const { return character_->bounds().rest; }

 private:
  template <class Group>
  struct Applier;  // one overload for each command of a group, in session_commands.cpp
  struct Dispatcher;

  crossfade::Result<void> carryOut(const Command& command);
  crossfade::Result<void> carryOutAndNote(const Command& command);
  crossfade::Result<void> replay(const UndoStep& step, const Commands& commands);
  const SceneCamera& sceneCamera(SceneKind scene) const { return scene == SceneKind::Crowd ? crowdCamera_ : camera_; }
  SceneCamera& sceneCamera(SceneKind scene) { return scene == SceneKind::Crowd ? crowdCamera_ : camera_; }
  Camera framedCharacter() const;
  Camera framedCrowd() const;
  void takeOver(Session& before);
  std::unique_ptr<CharacterScene> replaceCharacter(Model model, const KnownBounds& bounds);
  void continueFrom(std::unique_ptr<CharacterScene> before, const VersionNames& names, const Document& wanted);
  // Both make a new CharacterScene that continues from the old one, with an empty timeline: samplers, layers and
  // measurements refer to clips and to the skeleton.
  void replaceClips(const ReplaceClips& clips);
  void turnTo(const glm::quat& turn);

  std::unique_ptr<CharacterScene> character_;
  std::unique_ptr<WalkFigure> walkFigure_;
  std::unique_ptr<Workspaces> workspaces_;
  ViewOptions view_;
  std::optional<PictureQuality> quality_;
  float aspect_;
  SceneCamera camera_;
  SceneCamera crowdCamera_;
  HostLink host_;
  Disposal disposal_;  // of scenes that others have replaced
  std::unique_ptr<UndoHistory> history_;
  mutable std::unique_ptr<const Document> document_;  // null: a command has changed a scene since it was read
};

}  // namespace app
