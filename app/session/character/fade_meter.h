// Measures what the fade between two clips looks like.
#pragma once

#include <optional>

#include "app/model/model.h"
#include "app/session/character/fade_settings.h"
#include "crossfade/curve/animation_curve.h"
#include "crossfade/quality/seam.h"

namespace app {

/// The worst of all joints (crossfade/quality/seam.h). Ratios are relative to the two clips played on their own.
struct FadeFigures {
  double velocityRatio = 0;  // largest change of velocity
  double positionRatio = 0;  // above 1 it jumps
  double overshoot = 0;      // radians
  int joint = -1;            // the one with the largest velocity ratio
};

class FadeMeter {
 public:
  /// Two different clips of the model. Samples both once, at 240 Hz.
  FadeMeter(const Model& model, int from, int to);
  /// All clips of the model; from() and to() are then -1.
  explicit FadeMeter(const Model& model);

  int from() const { return from_; }
  int to() const { return to_; }
  /// Begins `fromTime` seconds into the first clip and enters the second at `toTime`, both at their own speed. The mask
  /// must belong to the model; nullptr: everywhere.
  FadeFigures measure(const FadeSettings& how, const crossfade::AnimationCurve& curve, const crossfade::JointMask* mask,
                      double fromTime, std::optional<double> toTime) {
    return measure(from_, to_, how, curve, mask, fromTime, toTime);
  }
  /// The same between other clips that were sampled.
  FadeFigures measure(int from, int to, const FadeSettings& how, const crossfade::AnimationCurve& curve,
                      const crossfade::JointMask* mask, double fromTime, std::optional<double> toTime);

 private:
  FadeMeter(const Model& model, crossfade::ClipSet clips, int from, int to);
  int positionOf(int clip) const { return from_ < 0 ? clip : clip == from_ ? 0 : 1; }

  int from_, to_;
  crossfade::ClipSet clips_;
  crossfade::SeamBench bench_;
  crossfade::CurveId curve_;
};

}  // namespace app
