// How the viewer goes from clip to clip: the panel's settings, and what they do to the running transition.
#pragma once

#include <deque>
#include <optional>

#include "app/session/fade_settings.h"
#include "app/session/player.h"
#include "crossfade/curve/animation_curve.h"
#include "crossfade/skeleton/joint_mask.h"
#include "crossfade/transition/transition.h"

namespace app {

/// A running cross-fade: `to` fades in, everything else fades out.
struct RunningFade {
  int from = -1;  // the clip with the largest weight when it started; -1: none
  int to = -1;
  double begin = 0;             // mixer time
  double progressAtAnchor = 0;  // 0..1; from the last change of length, progress is linear
  double anchor = 0;            // mixer time
  double seconds = 0;           // of the whole fade
  crossfade::TransitionKind kind = crossfade::TransitionKind::Inertial;
  double progress(double mixerTime) const;
  double end() const { return anchor + (1 - progressAtAnchor) * seconds; }
};

/// Callers check clips, joints and numbers.
class CrossFade {
 public:
  /// The player must outlive the cross-fade.
  CrossFade(const Model& model, Player& player, const FadeSettings& settings, const crossfade::AnimationCurve& curve);
  CrossFade(const CrossFade&) = delete;
  CrossFade& operator=(const CrossFade&) = delete;

  const FadeSettings& settings() const { return settings_; }
  const crossfade::AnimationCurve& curve() const { return player_.transitions().mixer().curves[curve_]; }
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

  const Model& model_;
  Player& player_;
  FadeSettings settings_;
  crossfade::CurveId curve_;  // from (0, 0) to (1, 1)
  std::deque<Mask> masks_;    // for as long as the model: actions point to them
};

}  // namespace app
