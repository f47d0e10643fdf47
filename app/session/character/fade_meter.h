// Measures what the fade between two clips looks like.
#ifndef APP_SESSION_CHARACTER_FADE_METER_H
#define APP_SESSION_CHARACTER_FADE_METER_H

#include <memory>
#include <optional>
#include <vector>

#include "app/model/clip_choice.h"
#include "app/model/model.h"
#include "app/session/character/fade_settings.h"
#include "crossfade/curve/animation_curve.h"
#include "crossfade/ground/slide_bench.h"
#include "crossfade/quality/seam.h"

namespace app {

/// The worst of all joints (crossfade/quality/seam.h). Ratios are relative to the two clips played on their own.
struct FadeFigures {
  double velocityRatio = 0;  // largest change of velocity
  double positionRatio = 0;  // above 1 it jumps
  crossfade::SeamExcess excess = {};
  int value = -1;                              // the morph weight or other value with it; -1: a joint has it
  int joint = -1;                              // the one with the largest velocity ratio; -1: a value has it
  std::optional<double> slide = std::nullopt;  // of the feet over the ground, per step, in units of the model (meters);
                                               // none: not measured, or not both clips walk in place
  std::optional<double> slideInLegs = std::nullopt;  // the same, in lengths of a leg
  double zhang = 0;                                  // FootSlide::zhang, with `slide`
};

/// Whether feet are measured, too.
enum class MeasuredFeet { None, Free, Locked };

inline constexpr double kMostSampled = 600;  // seconds, all clips of a meter together; longer ones are not measured
inline constexpr double kLongestFade = 10;   // seconds; longer fades are measured as if they took this long

class FadeMeter {
 public:
  /// For fades between these clips of the model, together no longer than kMostSampled. Each is sampled once, at 240 Hz,
  /// before the first fade is measured. `body` is measuredBodyOf() the model.
  FadeMeter(const Model& model, const crossfade::MeasuredBody& body, std::vector<int> clips);
  FadeMeter(const FadeMeter&) = delete;
  FadeMeter& operator=(const FadeMeter&) = delete;

  bool covers(int clip) const { return clips_.positionOf(clip) >= 0; }
  /// The fade from `how.from` to `how.to`, two different ones of the clips. It begins `fromTime` seconds into the first
  /// and enters the second at `toTime`, both at their own speed. The mask must belong to the model; nullptr:
  /// everywhere.
  FadeFigures measure(const FadeSettings& how, const crossfade::AnimationCurve& curve, const crossfade::JointMask* mask,
                      double fromTime, std::optional<double> toTime, MeasuredFeet feet = MeasuredFeet::None);

 private:
  void measureFeet(const crossfade::SeamCase& fade, bool locked, FadeFigures& figures);

  ClipChoice clips_;
  crossfade::SeamBench bench_;
  const Model& model_;
  std::unique_ptr<crossfade::SlideBench> slides_;  // made when feet are measured
};

}  // namespace app

#endif  // APP_SESSION_CHARACTER_FADE_METER_H
