// How the viewer goes from clip to clip: the panel's settings, and what they do to the transition that runs.
#pragma once

#include <deque>
#include <optional>

#include "app/session/character/fade_settings.h"
#include "app/session/character/player.h"
#include "crossfade/curve/animation_curve.h"
#include "crossfade/skeleton/joint_mask.h"
#include "crossfade/transition/transition.h"

namespace app {

/// A cross-fade on its way: everything else fades out, `to` fades in.
struct RunningFade {
  int from = -1;  // the clip that was shown most when it began; -1: none
  int to = -1;
  double begin = 0;             // mixer time at which it began
  double progressAtAnchor = 0;  // 0..1; with the two below: progress is linear from the last change of length on
  double anchor = 0;            // mixer time
  double seconds = 0;           // what a whole fade takes
  crossfade::TransitionKind kind = crossfade::TransitionKind::Inertial;
  double progress(double mixerTime) const;
  double end() const { return anchor + (1 - progressAtAnchor) * seconds; }
};

/// Clips, joints and numbers were checked by whoever calls.
class CrossFade {
 public:
  /// The player must outlive the cross-fade.
  CrossFade(const Model& model, Player& player, const FadeSettings& settings, const crossfade::AnimationCurve& curve);
  CrossFade(const CrossFade&) = delete;
  CrossFade& operator=(const CrossFade&) = delete;

  const FadeSettings& settings() const { return settings_; }
  const crossfade::AnimationCurve& curve() const { return curve_; }
  std::optional<RunningFade> running() const;

  /// As SetFadeSettings, SetFadeCurve, StartFade and FadeTo say.
  void change(const FadeSettings& next);
  void setCurve(const crossfade::AnimationCurve& curve);
  void start();
  void to(int clip, const FadeSettings& how);
  /// One clip alone, beside the transition, without a jump.
  void fadeIn(int clip, double seconds);
  void fadeOut(int clip, double seconds);
  void hold(int clip);
  void classic(int from, int to, double seconds, bool warp);

 private:
  struct Mask {
    int joint = 0;
    int feather = 0;
    crossfade::JointMask weights;
  };

  const crossfade::JointMask* maskOf(int joint, int feather);
  void fadeEverythingTo(int clip, const FadeSettings& how);
  void warpTransition();
  void warpPair(int from, int to, double seconds);
  void changeWarp();
  void endTransition(double seconds);

  const Model& model_;
  Player& player_;
  FadeSettings settings_;
  crossfade::AnimationCurve curve_;  // from (0, 0) to (1, 1)
  std::deque<Mask> masks_;           // as long as the model: actions go on pointing to them
};

}  // namespace app
