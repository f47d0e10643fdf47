// The timing workspace: one block for each clock on each simulated display, all in the same wall time, beside the
// exact block.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "app/profile/frame_statistics.h"
#include "app/session/timing/timing_command.h"
#include "crossfade/base/result.h"
#include "crossfade/clock/clock.h"

namespace app {

// One clock on one simulated display, and the block it moves: what is shown, its error, and the history of both.

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

inline constexpr std::array<crossfade::ClockKind, 3> kClockKinds{
    crossfade::ClockKind::FrameBased, crossfade::ClockKind::TimeBased, crossfade::ClockKind::FixedStep};

/// Displays draw at their own times within `advance`, and all randomness is seeded: the same commands and the same
/// total time give the same bits, however the time is split.
class TimingScene {
 public:
  explicit TimingScene(TimingSettings settings = {});

  /// Every change goes through here. On an error nothing changes; it says which value is out of range or which row does
  /// not exist.
  crossfade::Result<void> apply(const TimingCommand& command);
  /// Advances wall time, by at most an hour at once; nothing when paused or unless `seconds` is above 0. Does not
  /// allocate.
  void advance(double seconds);

  const TimingSettings& settings() const { return settings_; }
  int rowCount() const { return static_cast<int>(rows_.size()); }
  /// In the order of kClockKinds.
  std::span<const TimingLane> lanes(int row) const { return nth(rows_, row).lanes; }
  const TimingLane& lane(int row, crossfade::ClockKind kind) const { return nth(lanes(row), kind); }
  /// When a display drew its last frames, in wall seconds.
  const ValueHistory& frameTimes(int row) const { return nth(rows_, row).times; }
  /// The exact block now.
  Block ghost() const { return rightAt(wall_); }
  BlockPath path() const { return {.unitsPerSecond = settings_.unitsPerSecond}; }
  double wallSeconds() const;
  /// Seconds in the block's world: wall time times speed.
  double seconds() const;

 private:
  struct Applier;
  struct Row {
    DisplayFrames frames;
    std::int64_t drawn = 0;  // the block's time at the last frame, flicks
    ValueHistory times{kTimingFrames};
    std::vector<TimingLane> lanes;
  };

  void restart();
  void follow(TimingSettings next);
  void startRow(std::size_t row);
  void runRow(std::size_t row, std::int64_t until);
  void runAll(std::int64_t until);
  std::int64_t worldAt(std::int64_t wall) const;
  Block rightAt(std::int64_t wall) const;

  TimingSettings settings_;
  std::vector<Row> rows_;
  std::int64_t wall_ = 0;        // flicks
  double carry_ = 0;             // a fraction of a flick
  std::int64_t nextSample_ = 0;  // when the histories take their next value
  std::int64_t speedWall_ = 0;   // when the speed was last changed,
  std::int64_t speedWorld_ = 0;  // and the block's time then
};

// One clock compared across all displays.

/// How much the shown displays disagree, in units along the path: the largest lag minus the smallest, at the best of
/// the last few moments. (Displays draw at different times, so for one frame one has reversed and another has not.) The
/// displays of the frame-based clock drift apart all the time; there the last moment counts.
double spreadAcrossDisplays(const TimingScene& scene, crossfade::ClockKind kind);

/// The shown rows with the lowest and the highest rate; -1 if none is shown.
struct RateExtremes {
  int slowest = -1;
  int fastest = -1;
};
RateExtremes rateExtremes(const TimingScene& scene);

/// Distance made over distance due since the start: 1 is right, 0.5 half as fast. 1 if none was due.
double relativeSpeed(const TimingLane& lane);

}  // namespace app
