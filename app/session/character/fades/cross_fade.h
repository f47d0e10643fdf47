// How the viewer fades between clips: the settings, and their effect on the running transition.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "app/session/character/layers/layer_mixer.h"
#include "app/session/character/playback/player.h"
#include "app/session/character/settings/fade_settings.h"
#include "app/session/character/settings/playback_commands.h"
#include "app/session/character/settings/transition_cells.h"
#include "crossfade/curve/animation_curve.h"
#include "crossfade/skeleton/joint_mask.h"
#include "crossfade/transition/transition.h"

namespace app {

/// A running fade. Times are mixer times in seconds.
struct RunningFade {
  int from = -1;  // the clip, or the number of the blend space, with the largest weight when it began; -1: none
  int to = -1;
  double begin = 0;
  double end = 0;
  double seconds = 0;   // of a whole fade; `end - begin` differs if the length changed during the fade
  double progress = 0;  // 0..1
  crossfade::TransitionKind kind = crossfade::kDefaultTransitionKind;
  crossfade::Sync sync = crossfade::Sync::None;
};

/// A fade that a person began: where both clips were.
struct StartedFade {
  int from = -1;  // the clip with the largest weight; -1: none, or a blend space
  int to = -1;
  double fromTime = 0;  // seconds in the clips
  double toTime = 0;
  bool toWasVisible = false;
};

/// Callers check clips, joints and values.
class CrossFade {
 public:
  /// What a fade by markers uses for a clip without markers; nothing if it has no feet that come down.
  using FeetMarkers = std::function<std::optional<crossfade::SyncMarkers>(int clip)>;

  /// The first three must outlive the cross-fade.
  CrossFade(const Model& model, Player& player, const NamedMasks& masks, const FadeSettings& settings,
            const crossfade::AnimationCurve& curve);
  CrossFade(const CrossFade&) = delete;
  CrossFade& operator=(const CrossFade&) = delete;

  void useFeetMarkers(FeetMarkers markers) { feetMarkers_ = std::move(markers); }
  const FadeSettings& settings() const { return settings_; }
  const crossfade::AnimationCurve& curve() const { return player_.transitions().mixer().curves[curve_]; }
  std::optional<RunningFade> running() const;
  /// Which curve the running fade follows, if its kind does; nothing without such a fade.
  std::optional<crossfade::AnimationCurve> runningCurve() const;
  /// The last fade of start() or to().
  const StartedFade& lastStarted() const { return started_; }
  /// The current settings with what a fade chooses.
  FadeSettings settingsFor(const FadeChoice& how) const { return overridden(settings_, how); }

  /// Of another moment; a running fade does not follow.
  void restoreSettings(const FadeSettings& settings) { settings_ = settings; }
  /// See SetFadeSettings, SetFadeCurve, AdjustFade, StartFade and FadeTo.
  void change(const FadeSettings& next);
  void setCurve(const crossfade::AnimationCurve& curve);
  void adjust(const FadeChoice& how);
  /// The curve of setCurve.
  crossfade::CurveId curveId() const { return curve_; }
  /// A curve that equals `curve` and never changes; added if there is none.
  crossfade::CurveId idOf(const crossfade::AnimationCurve& curve);
  /// Knows the curves of the other's single fades, so that a moment of its player can be restored in this one's.
  void shareCurves(const CrossFade& other);
  void start(const FadeChoice& how = {});
  /// `source`: a clip, or the number of a blend space.
  void to(int source, const FadeChoice& how);
  /// As to(), but From and To of the settings stay.
  void enter(int source, const FadeChoice& how) { fadeEverythingTo(source, how); }
  /// Fades of a single clip, independent of the transition and without a jump.
  void fadeIn(int clip, double seconds);
  void fadeOut(int clip, double seconds);
  void hold(int clip);
  void classic(int from, int to, double seconds, bool warp);
  /// Made once and kept; nullptr for joint -1, the whole body, and for a named mask that is gone.
  const crossfade::JointMask* maskOf(int joint, int feather);
  /// The same for a mask that is given by its weights.
  const crossfade::JointMask* maskOf(const crossfade::JointMask& weights);
  /// The joint or named mask that an action's mask was made from; nothing for nullptr, for a removed mask, and for one
  /// known only by its weights.
  std::optional<FadeMask> choiceOf(const crossfade::JointMask* mask) const;

 private:
  struct Mask {
    int joint = -1;  // -1: known by its weights alone
    int feather = 0;
    crossfade::JointMask weights;
  };
  const crossfade::JointMask* maskOf(const crossfade::JointMask& weights, int joint, int feather);
  void fadeEverythingTo(int source, const FadeChoice& choice);
  void findMarkers(crossfade::Sync sync, int target);
  bool isTarget(const crossfade::AnimationAction& action) const;
  void noteStart(int clip, bool wasVisible);
  bool canWarp() const;
  void warpTransition();
  void warpPair(int from, int to, double seconds);
  void changeWarp();

  const Model& model_;
  Player& player_;
  const NamedMasks& named_;
  FeetMarkers feetMarkers_;
  FadeSettings settings_;
  StartedFade started_;
  crossfade::CurveId curve_;                   // from (0, 0) to (1, 1)
  std::deque<Mask> masks_;                     // kept as long as the model: actions point to them
  std::vector<crossfade::CurveId> ownCurves_;  // of single fades; never change, as moments of the past refer to them
};

}  // namespace app
