// The model on screen: what plays, how it fades, which joints are looked at.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "app/model/model.h"
#include "app/session/character/clip_settings.h"
#include "app/session/character/cross_fade.h"
#include "app/session/character/fade_commands.h"
#include "app/session/character/joint_commands.h"
#include "app/session/character/model_versions.h"
#include "app/session/character/motion_study.h"
#include "app/session/character/playback_commands.h"
#include "app/session/character/player.h"
#include "app/session/character/timeline.h"
#include "app/session/character/timeline_commands.h"
#include "app/view/draw_list.h"
#include "app/view/joint_tree.h"

namespace app {

struct CharacterSettings {
  double speed = 1;
  crossfade::ClockSettings clock = kUnlimitedClock;
  FadeSettings fade;
  crossfade::AnimationCurve fadeCurve;
};

class CharacterScene {
 public:
  /// Starts with the clip named "idle" playing, else one with "idle" in its name, else the first that has a length.
  CharacterScene(Model model, const CharacterSettings& settings);
  CharacterScene(const CharacterScene&) = delete;
  CharacterScene& operator=(const CharacterScene&) = delete;

  /// On an error nothing changes; it says which value is wrong.
  crossfade::Result<void> apply(const PlaybackCommand& command);
  crossfade::Result<void> apply(const FadeCommand& command);
  crossfade::Result<void> apply(const JointCommand& command);
  crossfade::Result<void> apply(const TimelineCommand& command);
  /// Advances by `delta` seconds times the speed, or not at all when paused.
  void advance(double delta, const ViewOptions& view, FrameProfiler& profiler);

  /// Plays what `before` plays, where it is, with another version of the same model. A running fade takes the seconds
  /// that are left of it. The timeline begins anew. Settings are not taken over: they are in the document.
  void continueFrom(const CharacterScene& before, const VersionMatch& match);

  const Model& model() const { return model_; }
  const Player& player() const { return player_; }
  const CrossFade& fade() const { return fade_; }
  const Timeline& timeline() const { return timeline_; }
  bool paused() const { return paused_; }
  double speed() const { return speed_; }
  /// What was set for each clip. Playback, such as a fade that ends, changes actions but never these.
  const std::vector<ClipSettings>& clipSettings() const { return clipSettings_; }

  bool isFavorite(int clip) const { return favorites_[static_cast<std::size_t>(clip)]; }
  const std::vector<JointRow>& jointRows() const { return jointRows_; }
  int selectedJoint() const { return selectedJoint_; }
  bool isTraced(int joint) const;
  const std::vector<int>& tracedJoints() const { return tracedJoints_; }
  Annotations annotations() const { return {bones_, selectedJoint_, study_.trails(), study_.ghosts()}; }

  /// Of the opening pose.
  const Bounds& restBounds() const { return restBounds_; }
  /// Of the opening clip in motion: what the camera frames.
  const Bounds& framedBounds() const { return framedBounds_; }

 private:
  struct Checks;  // these: one overload for each command, in character_commands.cpp
  struct PlaybackApplier;
  struct FadeApplier;
  struct JointApplier;
  struct TimelineApplier;
  struct Changer;

  Bounds boundsOfOpening(int clip);
  crossfade::Result<void> change(const TakeCommand& command);
  template <class Changes>
  crossfade::Result<void> changeAndRecord(const Changes& command);
  ClipSettings& settingsOf(int clip) { return clipSettings_[static_cast<std::size_t>(clip)]; }
  struct SettingsNote;

  Model model_;
  Player player_;
  CrossFade fade_;
  MotionStudy study_;
  Timeline timeline_;
  std::vector<bool> favorites_;  // by clip
  bool paused_ = false;
  double speed_;
  std::vector<ClipSettings> clipSettings_;

  std::vector<Bone> bones_;
  std::vector<JointRow> jointRows_;
  int selectedJoint_ = -1;
  std::vector<int> tracedJoints_;

  Bounds restBounds_;
  Bounds framedBounds_;
};

}  // namespace app
