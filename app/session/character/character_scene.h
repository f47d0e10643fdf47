// The model on screen: what plays, how it fades, which joints are looked at.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "app/model/model.h"
#include "app/session/character/character_commands.h"
#include "app/session/character/character_opening.h"
#include "app/session/character/comparison/fade_comparison.h"
#include "app/session/character/comparison/fade_map.h"
#include "app/session/character/comparison/seam_map.h"
#include "app/session/character/fades/cross_fade.h"
#include "app/session/character/fades/sequence_player.h"
#include "app/session/character/layers/layer_mixer.h"
#include "app/session/character/motion/clip_study.h"
#include "app/session/character/motion/foot_lock.h"
#include "app/session/character/motion/travel_stage.h"
#include "app/session/character/playback/player.h"
#include "app/session/character/settings/clip_settings.h"
#include "app/session/character/settings/fade_settings.h"
#include "app/view/bones.h"
#include "app/view/draw_list.h"
#include "crossfade/clock/clock.h"
#include "crossfade/curve/animation_curve.h"
#include "crossfade/transition/sync_markers.h"

namespace app {

// ---- How a character moves over the ground: as in its file, on a treadmill or in travel, with its feet locked or not.

class GroundMotion {
 public:
  /// Model and settings must outlive it.
  GroundMotion(const Model& model, const std::vector<ClipSettings>& settings) : model_(model), settings_(settings) {}

  TravelMode travel() const { return travel_; }
  void setTravel(TravelMode mode) { travel_ = mode; }
  bool footLock() const { return footLock_; }
  void setFootLock(bool on) { footLock_ = on; }

  /// Takes over what `before` knows of all clips but `otherCount` from `firstOther` on, which are other ones now.
  void takeFacts(const GroundMotion& before, int firstOther, int otherCount);
  /// What is known of the clips; made when something first needs it.
  ClipStudy& study();
  /// nullptr: nothing has needed it yet.
  const ClipStudy* knownStudy() const { return study_.get(); }

  /// For the players: nullptr while the root is as in the file.
  const RootClips* roots() const { return roots_.get(); }
  /// Makes them as travel() and the clips' settings ask; all of them, or the one that changed. Returns those of before,
  /// which players still use.
  std::unique_ptr<RootClips> makeRoots(int changed);
  /// For the players; none without the lock, or without human legs. `floor`: its height.
  std::optional<FootLocking> footLocking(double floor);
  /// Where the feet of a clip come down; none unless the clip is a cycle.
  std::optional<crossfade::SyncMarkers> feetMarkersOf(int clip);

  /// Where the player has walked, relative to where it stands, up to the moment on screen.
  std::span<const TrailPoint> path() const { return path_; }
  void updatePath(const Player& player);
  void clearPath() { path_.clear(); }

 private:
  const Model& model_;
  const std::vector<ClipSettings>& settings_;
  TravelMode travel_ = TravelMode::InFile;
  bool footLock_ = false;
  std::unique_ptr<ClipStudy> study_;
  std::unique_ptr<RootClips> roots_;
  std::vector<TrailPoint> path_;
};

class MotionStudy;
class Retargeting;
class SlideGauge;
class Timeline;
struct VersionMatch;

// What a character's scene starts with.

/// For films and poses, which need every step however long it takes; windowSettings in host/window/viewer.cpp limits
/// those of the window.
inline constexpr crossfade::ClockSettings kUnlimitedClock{.longestFrame = std::numeric_limits<double>::infinity(),
                                                          .maxSteps = 1'000'000};

struct CharacterSettings {
  double speed = 1;
  crossfade::ClockSettings clock = kUnlimitedClock;  // its speed and pause follow the scene's
  FadeSettings fade;
  crossfade::AnimationCurve fadeCurve = app::fadeCurve(FadeCurvePreset::Smooth);
  TravelMode travel = TravelMode::InFile;
  bool footLock = false;
};

// The joints of a model as the window shows them: their list, their bones, which one is selected and which are traced.

class JointView {
 public:
  explicit JointView(const Model& model) : bones_(bonesOf(model)), rows_(jointRowsOf(model)) {}

  const std::vector<Bone>& bones() const { return bones_; }
  const std::vector<JointRow>& rows() const { return rows_; }
  /// -1: none.
  int selected() const { return selected_; }
  void select(int joint) { selected_ = joint; }
  const std::vector<int>& traced() const { return traced_; }
  bool isTraced(int joint) const { return std::ranges::find(traced_, joint) != traced_.end(); }
  void trace(int joint, bool on) {
    std::erase(traced_, joint);
    if (on) traced_.push_back(joint);
  }

 private:
  std::vector<Bone> bones_;
  std::vector<JointRow> rows_;
  int selected_ = -1;
  std::vector<int> traced_;
};

class CharacterScene {
 public:
  /// Plays openingClip(). Measures the bounds unless they are given.
  CharacterScene(Model model, const CharacterSettings& settings,
                 const std::optional<CharacterBounds>& bounds = std::nullopt);
  ~CharacterScene();
  CharacterScene(const CharacterScene&) = delete;
  CharacterScene& operator=(const CharacterScene&) = delete;

  /// On an error nothing changes; it says which value is wrong.
  crossfade::Result<void> apply(const PlaybackCommand& command);
  crossfade::Result<void> apply(const FadeCommand& command);
  crossfade::Result<void> apply(const JointCommand& command);
  crossfade::Result<void> apply(const TimelineCommand& command);
  crossfade::Result<void> apply(const SequenceCommand& command);
  crossfade::Result<void> apply(const TransitionCommand& command);
  crossfade::Result<void> apply(const FadeMapCommand& command);
  crossfade::Result<void> apply(const LayerCommand& command);
  crossfade::Result<void> apply(const TravelCommand& command);
  crossfade::Result<void> apply(const BlendSpaceCommand& command);
  crossfade::Result<void> apply(const SetRetarget& command);
  crossfade::Result<void> apply(const ShowRetarget& command);
  /// Advances by `delta` seconds times the speed, or not at all when paused.
  void advance(double delta, const ViewOptions& view, FrameProfiler& profiler);
  /// For how many seconds peek() can tell what advance() will show: up to the next step of a sequence. 0 in the past of
  /// the timeline, and on a clock that counts frames.
  double foreseenSeconds() const;
  /// What the character would show after advance(delta) if no command came, to the bit. Changes nothing.
  ShownMoment peek(double delta) { return player_.peek(delta, paused_ ? 0 : speed_); }
  void finishMeasuring() { comparison_.finishMeasuring(); }

  /// Plays what `before` plays, where it is, with another version of the same model. A running fade takes the seconds
  /// that are left of it. The timeline starts over. Settings are not taken over: they are in the document.
  void continueFrom(const CharacterScene& before, const VersionMatch& match);

  /// The model, for the scene that continues from this one. Moves the meshes, materials and images out of this scene,
  /// which cannot be drawn afterward.
  Model takeModel();
  /// Takes over what was measured of the clips that `clips` left as they were.
  void takeFacts(const CharacterScene& before, const ReplaceClips& clips);

  /// What the next model's scene starts with.
  CharacterSettings settings() const;
  const Model& model() const { return model_; }
  const Player& player() const { return player_; }
  const CrossFade& fade() const { return fade_; }
  const Timeline& timeline() const { return *timeline_; }
  /// The pair and the queue.
  const FadeProgram& program() const { return program_; }
  const SequencePlayer& sequence() const { return sequence_; }
  const FadeComparison& comparison() const { return comparison_; }
  /// Whether the picture shows the comparison: live, not in the past.
  bool isComparing() const;
  bool playsPair() const { return plays(FadeProgram::Played::Pair); }
  bool playsQueue() const { return plays(FadeProgram::Played::Queue); }
  const TransitionCells& transitions() const { return transitions_; }
  const SeamMap& seams() const { return seams_; }
  const FadeMap& fadeMap() const { return fadeMap_; }
  /// The poses that PointAtFade asked for.
  const FadeGhosts& fadeGhosts() const { return fadeGhosts_; }
  const GroundMotion& ground() const { return ground_; }
  /// How much feet slide while a blend space plays (SlideGauge). None while nothing walks, for a model without human
  /// legs, and as long as nothing has asked for the clips' contacts.
  std::optional<double> footSlide() const;
  /// Whether the picture shows the character on its way: not on a treadmill, as a comparison is.
  bool showsTravel() const { return ground_.travel() == TravelMode::Travel && !isComparing(); }
  /// Height of the floor under the model at its start: 0 if it stands there, otherwise its lowest point.
  float floorHeight() const;
  /// With the points that were set; where one is now is in player().
  const std::vector<BlendSpaceSettings>& blendSpaces() const { return blendSpaces_; }
  const Retargeting& retargeting() const { return *retargeting_; }
  const LayerStack& layers() const { return player_.layers().stack(); }
  const NamedMasks& masks() const { return masks_; }
  bool paused() const { return paused_; }
  double speed() const { return speed_; }
  /// What was set for each clip. Playback, such as a fade that ends, changes actions but never these.
  const std::vector<ClipSettings>& clipSettings() const { return clipSettings_; }

  bool isFavorite(int clip) const { return nth(clipSettings_, clip).favorite; }
  const JointView& joints() const { return joints_; }
  Annotations annotations() const;

  const CharacterBounds& bounds() const { return bounds_; }
  /// How far the camera moves to follow the body; 0 on the treadmill and in travel.
  glm::vec3 cameraFollow() const;

 private:
  struct Checks;
  template <class Group>
  struct Applier;  // one overload for each command of a group
  template <class Group>
  crossfade::Result<void> carryOut(const Group& command);
  struct SettingsNote;

  template <class Changes>
  crossfade::Result<void> change(const Changes& command);
  template <class Changes>
  crossfade::Result<void> changeAndRecord(const Changes& command);
  ClipSettings& settingsOf(int clip) { return nth(clipSettings_, clip); }
  bool plays(FadeProgram::Played what) const { return sequence_.isPlaying() && program_.played() == what; }
  void play(FadeProgram::Played what);
  void follow(bool takenOver, bool isFade);
  ComparedScene compared() const;
  SequenceHost sequenceHost();
  double playSequence(double delta, FrameProfiler& profiler);
  int sourceLeftFor(int source) const;
  std::optional<FadeChoice> ruleOfRunningFade() const;
  void followRule(const FadeChoice& before);
  void updateRoots(int changed = -1);
  void updateFeet();
  void useBlendSpaces(std::vector<BlendSpaceSettings> next);
  void updateFadeMap();
  void measureSlide();

  Model model_;
  CharacterBounds bounds_;
  NamedMasks masks_;
  std::vector<ClipSettings> clipSettings_;
  std::vector<BlendSpaceSettings> blendSpaces_;
  GroundMotion ground_;
  Player player_;
  CrossFade fade_;
  TransitionCells transitions_;
  std::uint64_t transitionsRevision_ = 0;
  FadeProgram program_;
  std::unique_ptr<MotionStudy> study_;
  std::unique_ptr<SlideGauge> slide_;  // while a blend space plays
  std::unique_ptr<Timeline> timeline_;
  SequencePlayer sequence_;
  FadeComparison comparison_;
  SeamMap seams_;
  FadeMap fadeMap_;
  FadeGhosts fadeGhosts_;
  std::unique_ptr<Retargeting> retargeting_;
  bool paused_ = false;
  double speed_;
  JointView joints_;
};

}  // namespace app
