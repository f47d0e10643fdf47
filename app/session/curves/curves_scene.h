// The curves workspace: keys with a line for each kind of interpolation, and an AnimationCurve to check.
#pragma once

#include <vector>

#include "app/session/curves/curves_command.h"
#include "crossfade/base/result.h"

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
  bool isShown(PlotLine line) const { return settings_.shown[static_cast<std::size_t>(line)]; }
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

}  // namespace app
