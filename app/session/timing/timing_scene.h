// The timing workspace: one block for each clock on each simulated display, all in the same wall time, beside the
// exact block.
#ifndef APP_SESSION_TIMING_TIMING_SCENE_H
#define APP_SESSION_TIMING_TIMING_SCENE_H

#include <array>
#include <span>
#include <vector>

#include "app/session/timing/timing_command.h"
#include "app/session/timing/timing_lane.h"
#include "crossfade/base/result.h"

namespace app {

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
  std::span<const TimingLane> lanes(int row) const { return rows_[static_cast<std::size_t>(row)].lanes; }
  const TimingLane& lane(int row, crossfade::ClockKind kind) const {
    return lanes(row)[static_cast<std::size_t>(kind)];
  }
  /// When a display drew its last frames, in wall seconds.
  const ValueHistory& frameTimes(int row) const { return rows_[static_cast<std::size_t>(row)].times; }
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

}  // namespace app

#endif  // APP_SESSION_TIMING_TIMING_SCENE_H
