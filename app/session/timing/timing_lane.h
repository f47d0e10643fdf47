// One clock on one simulated display, and the block it moves: what is shown, how far that is from where the block
// should be, and the past of both.
#pragma once

#include <cstdint>

#include "app/profile/frame_statistics.h"
#include "app/session/timing/moving_block.h"
#include "crossfade/clock/clock.h"

namespace app {

/// Seconds from one value of a history to the next, and how many are kept.
inline constexpr int kTimingSamplesPerSecond = 50;
inline constexpr int kTimingSamples = 20 * kTimingSamplesPerSecond;
/// How many of the last frames are remembered: half a second of the fastest usual display.
inline constexpr int kTimingFrames = 128;

/// Units. Errors are of frames since the start, or since interpolation was switched.
struct LaneStatistics {
  double error = 0;      // of the last frame: shown less right, on the track
  double lag = 0;        // of the last frame: how much less way it has made than it should have; below 0: more
  double meanError = 0;  // of the sizes of all errors
  double maxError = 0;
  double lostPerReversal = 0;  // what the ends cost, on the average
  std::int64_t frames = 0;
};

class TimingLane {
 public:
  explicit TimingLane(const crossfade::ClockSettings& settings);

  /// A frame `elapsed` seconds after the last one; `right` is where the block should be by then. No allocation.
  void frame(double elapsed, double speed, const Block& right, Edges edges, const BlockPath& path, bool interpolates);
  void remember();
  void forgetErrors();

  /// What this display shows since its last frame: between two states only position and way are.
  const Block& shown() const { return shown_; }
  /// The last state itself, after clock().ticks steps.
  const Block& state() const { return now_; }
  LaneStatistics statistics() const;
  std::int64_t reversals() const { return now_.reversals; }
  std::int64_t laps() const { return now_.reversals / 2; }  // there and back
  const crossfade::Clock& clock() const { return clock_; }
  const crossfade::ClockStep& lastStep() const { return lastStep_; }
  /// LaneStatistics::error and lag over the last seconds.
  const ValueHistory& errors() const { return errors_; }
  const ValueHistory& lags() const { return lags_; }
  /// Where the block was in each of the last frames.
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
