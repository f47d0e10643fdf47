// The curves workspace: keys with a line for each kind of interpolation, and an AnimationCurve to check.
#pragma once

#include <vector>

#include "app/session/curves/curves_command.h"
#include "crossfade/base/result.h"
#include "crossfade/curve/animation_curve.h"

namespace app {

class CurvesScene {
 public:
  explicit CurvesScene(CurvesSettings settings = {});

  /// Every change goes through here. On an error nothing changes; it says which value is out of range or which key does
  /// not exist.
  crossfade::Result<void> apply(const CurvesCommand& command);
  /// Moves the cursor while it plays; seconds that are not finite count as 0. Does not allocate.
  void advance(double seconds);

  const CurvesSettings& settings() const { return settings_; }
  bool isShown(PlotLine line) const { return nth(settings_.shown, line); }
  double cursor() const { return cursor_; }
  bool playing() const { return playing_; }
  /// Where the cursor goes while it plays: from the first key of the picture to the last, in kSweepSeconds.
  ValueRange sweep() const;
  static constexpr double kSweepSeconds = 4;
  /// Value of a line; beyond the keys that of the first or the last one. Does not allocate.
  double valueAt(PlotLine line, double x) const;
  /// Whether the keys are samples of y = x^2, as in the lesson.
  bool isLesson() const { return settings_.keys == lessonKeys_; }

 private:
  struct Applier;
  void keysChanged();

  CurvesSettings settings_;
  std::vector<PlotKey> lessonKeys_ = lessonKeys();
  double cursor_ = 0.5;  // the lesson reads the line there
  bool playing_ = false;
  std::vector<double> xs_, values_;        // of the keys
  std::vector<double> slopes_, controls_;  // the same for Hermite and Bezier, as crossfade::KeySpans has them
};

// ---- The lesson's check of an AnimationCurve: between two keys it is a polynomial that their values and slopes
// decide.

/// p(t) = value + b1 + b2 t + b3 t^2 + b4 t^3, with t = 0 at the left key and b1 = 0 (the lesson moves that key to the
/// origin first). A slope that is infinite on either side: the left key's value holds.
struct KeyPolynomial {
  double begin = 0, value = 0;  // of the left key
  double b1 = 0, b2 = 0, b3 = 0, b4 = 0;

  double at(double time) const;
};

/// Of the segment in which `time` lies; beyond the ends and for a single key the value of that key, without keys 0.
/// Weights and wrap modes do not count: the lesson has none.
KeyPolynomial polynomialAt(const crossfade::AnimationCurve& curve, double time);

inline constexpr int kComparedSamples = 101;  // as in the lesson
/// Evenly from the first key (0) to the last (kComparedSamples - 1). The curve must have keys (assert).
double comparedTime(const crossfade::AnimationCurve& curve, int sample);
/// The curve minus the polynomial.
double polynomialDifference(const crossfade::AnimationCurve& curve, double time);

struct PolynomialCheck {
  double time = 0;
  double difference = 0;  // 0 or above
};
/// The largest difference of the samples, and where; 0 without keys.
PolynomialCheck checkPolynomial(const crossfade::AnimationCurve& curve);

}  // namespace app
