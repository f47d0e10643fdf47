// The timing workspace: one block for each clock on each of several simulated displays, all on the same wall time,
// beside the block that is always right.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "app/session/timing/timing_command.h"
#include "app/session/timing/timing_lane.h"
#include "crossfade/base/result.h"

namespace app {

inline constexpr std::array<crossfade::ClockKind, 3> kClockKinds{
    crossfade::ClockKind::FrameBased, crossfade::ClockKind::TimeBased, crossfade::ClockKind::FixedStep};

/// Displays draw at their own times inside `advance`, and all randomness is seeded: the same time and commands give the
/// same state to the bit, however the time is cut.
class TimingScene {
 public:
  explicit TimingScene(TimingSettings settings = {});

  /// The one door for change. A number that is not finite or out of range, or a row that does not exist, is refused
  /// with a sentence and changes nothing.
  crossfade::Result<void> apply(const TimingCommand& command);
  /// The one door for time: wall seconds, at most an hour at once; what is not above 0 is none. Paused, nothing moves.
  /// No allocation.
  void advance(double seconds);

  const TimingSettings& settings() const { return settings_; }
  int rowCount() const { return static_cast<int>(rows_.size()); }
  /// In the order of kClockKinds.
  std::span<const TimingLane> lanes(int row) const { return rows_[static_cast<std::size_t>(row)].lanes; }
  const TimingLane& lane(int row, crossfade::ClockKind kind) const {
    return lanes(row)[static_cast<std::size_t>(kind)];
  }
  /// When a display drew its last frames, in wall seconds.
  const ValueHistory& frameTimes(int row) const { return rows_[static_cast<std::size_t>(row)].times; }
  /// The block where it should be now.
  Block ghost() const { return rightAt(wall_); }
  BlockPath path() const { return {.unitsPerSecond = settings_.unitsPerSecond}; }
  double wallSeconds() const;
  /// What has passed in the block's world: wall time by speed.
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
  void startRow(std::size_t row);
  void runRow(std::size_t row, std::int64_t until);
  void runAll(std::int64_t until);
  std::int64_t worldAt(std::int64_t wall) const;
  Block rightAt(std::int64_t wall) const;

  TimingSettings settings_;
  std::vector<Row> rows_;
  std::int64_t wall_ = 0;        // flicks
  double carry_ = 0;             // less than a flick
  std::int64_t nextSample_ = 0;  // of the histories
  std::int64_t speedWall_ = 0;   // when the speed was last changed,
  std::int64_t speedWorld_ = 0;  // and the block's time then
};

}  // namespace app
