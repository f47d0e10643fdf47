// One clock on one simulated display, and the block it moves: what is shown, its error, and the history of both.
#ifndef APP_SESSION_TIMING_TIMING_LANE_H
#define APP_SESSION_TIMING_TIMING_LANE_H

#include <cstdint>

#include "app/profile/frame_statistics.h"
#include "app/session/timing/moving_block.h"
#include "crossfade/clock/clock.h"

namespace app {

/// Samples per second in a history, and how many it holds.
inline constexpr int kTimingSamplesPerSecond = 50;
inline constexpr int kTimingSamples = 20 * kTimingSamplesPerSecond;
/// How many frames a lane remembers: half a second of the fastest usual display.
inline constexpr int kTimingFrames = 128;

/// In units, over all frames since the start or since interpolation was switched.
struct LaneStatistics {
  double error = 0;      // of the last frame: shown minus exact position
  double lag = 0;        // of the last frame: distance along the path that is missing; negative: ahead
  double meanError = 0;  // of the absolute errors
  double maxError = 0;
  double lostPerReversal = 0;  // mean loss at an end
  std::int64_t frames = 0;
};

class TimingLane {
 public:
  explicit TimingLane(const crossfade::ClockSettings& settings);

  /// Draws a frame `elapsed` seconds after the last one; `right` is the exact block. Does not allocate.
  void frame(double elapsed, double speed, const Block& right, Edges edges, const BlockPath& path, bool interpolates);
  void remember();
  void forgetErrors();

  /// What the display shows; between two states only position and distance are interpolated.
  const Block& shown() const { return shown_; }
  /// The last state itself, after clock().ticks steps.
  const Block& state() const { return now_; }
  LaneStatistics statistics() const;
  std::int64_t reversals() const { return now_.reversals; }
  const crossfade::Clock& clock() const { return clock_; }
  const crossfade::ClockStep& lastStep() const { return lastStep_; }
  /// LaneStatistics::error and lag over the last seconds.
  const ValueHistory& errors() const { return errors_; }
  const ValueHistory& lags() const { return lags_; }
  /// Positions of the block in the last frames.
  const ValueHistory& marks() const { return marks_; }

 private:
  crossfade::Clock clock_;
  crossfade::ClockStep lastStep_;
  Block before_, now_, shown_;
  double error_ = 0, lag_ = 0;
  double errorSum_ = 0, maxError_ = 0;
  std::int64_t frames_ = 0;
  ValueHistory errors_{kTimingSamples};
  ValueHistory lags_{kTimingSamples};
  ValueHistory marks_{kTimingFrames};
};

}  // namespace app

#endif  // APP_SESSION_TIMING_TIMING_LANE_H
