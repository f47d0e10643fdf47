#include "app/session/timing/timing_scene.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "app/session/checks/variant_join.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

double mix(double from, double to, double fraction) { return fraction == 1 ? to : from + (to - from) * fraction; }

}  // namespace

TimingLane::TimingLane(const crossfade::ClockSettings& settings) : clock_{.settings = settings} {}

void TimingLane::frame(double elapsed, double speed, const Block& right, Edges edges, const BlockPath& path,
                       bool interpolates) {
  clock_.settings.speed = speed;
  lastStep_ = crossfade::tick(clock_, elapsed);
  if (lastStep_.reversed) std::swap(before_, now_);
  for (int i = 0; i < lastStep_.steps; ++i) {
    before_ = now_;
    now_ = advanceBlock(now_, lastStep_.stepSeconds, edges, path);
  }
  const double alpha = interpolates ? lastStep_.alpha : 1;
  shown_ = now_;
  shown_.position = mix(before_.position, now_.position, alpha);
  shown_.traveled = mix(before_.traveled, now_.traveled, alpha);

  error_ = shown_.position - right.position;
  lag_ = right.traveled - shown_.traveled;
  errorSum_ += std::abs(error_);
  maxError_ = std::max(maxError_, std::abs(error_));
  marks_.add(shown_.position);
  ++frames_;
}

void TimingLane::remember() {
  errors_.add(error_);
  lags_.add(lag_);
}

void TimingLane::forgetErrors() {
  errorSum_ = maxError_ = 0;
  frames_ = 0;
}

LaneStatistics TimingLane::statistics() const {
  return {.error = error_,
          .lag = lag_,
          .meanError = frames_ > 0 ? errorSum_ / static_cast<double>(frames_) : 0,
          .maxError = maxError_,
          .lostPerReversal = now_.reversals > 0 ? now_.lost / static_cast<double>(now_.reversals) : 0,
          .frames = frames_};
}

namespace {

using crossfade::ClockKind;
using crossfade::Error;
using crossfade::formatNumber;
using crossfade::kFlicksPerSecond;
using crossfade::Result;

constexpr double kMaxAdvance = 3600;  // seconds
constexpr std::int64_t kSample = kFlicksPerSecond / kTimingSamplesPerSecond;

double secondsOf(std::int64_t flicks) { return static_cast<double>(flicks) / static_cast<double>(kFlicksPerSecond); }

crossfade::ClockSettings clockSettings(ClockKind kind, const TimingSettings& settings) {
  const crossfade::StepRate rate =
      kind == ClockKind::FrameBased ? crossfade::StepRate{} : crossfade::stepRate(settings.stepsPerSecond);
  constexpr double kAnyLength = std::numeric_limits<double>::infinity();
  return {.kind = kind,
          .rate = rate,
          .longestFrame = kind == ClockKind::TimeBased ? settings.maxSteps * rate.stepSeconds() : kAnyLength,
          .maxSteps = settings.maxSteps};
}

bool measuresTheSame(const TimingSettings& a, const TimingSettings& b) {
  const bool sameDisplays =
      std::equal(a.rows.begin(), a.rows.end(), b.rows.begin(), b.rows.end(),
                 [](const TimingRowSettings& x, const TimingRowSettings& y) { return x.display == y.display; });
  return sameDisplays && a.stepsPerSecond == b.stepsPerSecond && a.unitsPerSecond == b.unitsPerSecond &&
         a.maxSteps == b.maxSteps && a.edges == b.edges && a.hitches == b.hitches && a.seed == b.seed;
}

}  // namespace

TimingScene::TimingScene(TimingSettings settings) : settings_(std::move(settings)) { restart(); }

void TimingScene::restart() {
  rows_.clear();
  rows_.resize(settings_.rows.size());
  wall_ = speedWall_ = speedWorld_ = 0;
  carry_ = 0;
  nextSample_ = kSample;
  for (std::size_t row = 0; row < rows_.size(); ++row) startRow(row);
}

void TimingScene::follow(TimingSettings next) {
  if (next.speed != settings_.speed) {
    speedWorld_ = worldAt(wall_);
    speedWall_ = wall_;
  }
  const TimingSettings before = std::exchange(settings_, std::move(next));
  if (!measuresTheSame(before, settings_)) return restart();
  if (before.interpolates == settings_.interpolates) return;
  for (Row& row : rows_)
    for (TimingLane& lane : row.lanes) lane.forgetErrors();
}

void TimingScene::startRow(std::size_t row) {
  rows_[row].frames.random = settings_.seed * 1000 + row;
  toNextFrame(rows_[row].frames, settings_.rows[row].display, settings_.hitches);
  for (const ClockKind kind : kClockKinds) rows_[row].lanes.emplace_back(clockSettings(kind, settings_));
}

std::int64_t TimingScene::worldAt(std::int64_t wall) const {
  return speedWorld_ + std::llround(static_cast<double>(wall - speedWall_) * settings_.speed);
}

Block TimingScene::rightAt(std::int64_t wall) const { return blockAfter(secondsOf(worldAt(wall)), path()); }

double TimingScene::wallSeconds() const { return secondsOf(wall_); }
double TimingScene::seconds() const { return secondsOf(worldAt(wall_)); }

/// Every clock gets the time that passed in the block's world, so that a change of speed between two frames is not
/// counted as its error. Only the frame-based clock, which ignores time, gets the speed.
void TimingScene::runRow(std::size_t index, std::int64_t until) {
  Row& row = rows_[index];
  while (row.frames.next <= until) {
    const std::int64_t world = worldAt(row.frames.next);
    const double elapsed = secondsOf(std::abs(world - row.drawn));
    const double direction = world < row.drawn ? -1 : 1;
    const Block right = blockAfter(secondsOf(world), path());
    for (TimingLane& lane : row.lanes) {
      const bool countsFrames = lane.clock().settings.kind == ClockKind::FrameBased;
      lane.frame(elapsed, countsFrames ? settings_.speed : direction, right, settings_.edges, path(),
                 settings_.interpolates);
    }
    row.drawn = world;
    row.times.add(secondsOf(row.frames.next));
    toNextFrame(row.frames, settings_.rows[index].display, settings_.hitches);
  }
}

void TimingScene::runAll(std::int64_t until) {
  for (std::size_t row = 0; row < rows_.size(); ++row) runRow(row, until);
}

void TimingScene::advance(double seconds) {
  if (settings_.paused || !std::isfinite(seconds) || !(seconds > 0)) return;
  wall_ += crossfade::takeFlicks(std::min(seconds, kMaxAdvance), carry_);
  for (; nextSample_ <= wall_; nextSample_ += kSample) {
    runAll(nextSample_);
    for (Row& row : rows_)
      for (TimingLane& lane : row.lanes) lane.remember();
  }
  runAll(wall_);
}

struct TimingScene::Applier {
  TimingScene& s;

  template <class Value>
  Result<void> setAndRestart(Value& setting, const Value& value) {
    setting = value;
    s.restart();
    return {};
  }
  Result<void> row(int index) const {
    if (index < 0 || index >= s.rowCount())
      return Error{"there is no display " + std::to_string(index) + "; there are " + std::to_string(s.rowCount())};
    return {};
  }
  static Result<void> possible(const TimingSettings& settings) {
    const auto& [seconds, every] = settings.hitches;
    if (seconds >= every)
      return Error{"a hitch of " + formatNumber(seconds) + " s every " + formatNumber(every) +
                   " s leaves no time for frames"};
    if (settings.rows.empty() || settings.rows.size() > static_cast<std::size_t>(kMaxDisplays))
      return Error{"there can be 1 to " + std::to_string(kMaxDisplays) + " displays, not " +
                   std::to_string(settings.rows.size())};
    return {};
  }
  TimingRowSettings& settingsOf(int index) { return nth(s.settings_.rows, index); }

  Result<void> operator()(const SetTiming& c) {
    auto next = c.appliedTo(s.settings_);
    if (!next) return next.error();
    if (auto ok = possible(*next); !ok) return ok;
    return s.follow(*std::move(next)), Result<void>();
  }
  Result<void> operator()(const SetDisplay& c) {
    if (auto ok = row(c.row); !ok) return ok;
    if (auto ok = checkFields(c.display); !ok) return ok;
    return setAndRestart(settingsOf(c.row).display, c.display);
  }
  Result<void> operator()(const UseTimingPreset& c) {
    return setAndRestart(s.settings_, withPreset(s.settings_, c.preset));
  }
  Result<void> operator()(const RestartTiming&) { return s.restart(), Result<void>{}; }

  void operator()(const SetTimingPaused& c) { s.settings_.paused = c.paused; }
  Result<void> operator()(const ShowRow& c) {
    if (auto ok = row(c.row); !ok) return ok;
    settingsOf(c.row).shown = c.shown;
    return {};
  }
};

Result<void> TimingScene::apply(const TimingCommand& command) { return carriedOut(Applier{*this}, command); }

namespace {

constexpr double kFrames = 2;          // of the slowest display: within this time every one has drawn
constexpr double kMaxLookback = 6;     // seconds
constexpr double kMinDistance = 1e-6;  // units

/// Seconds within which every shown display has drawn after a reversal.
double settlingTime(const TimingSettings& settings) {
  double maxSeconds = 0;
  for (const TimingRowSettings& row : settings.rows) {
    if (!row.shown) continue;
    const double hitch = row.display.hitches ? settings.hitches.seconds : 0;
    maxSeconds = std::max(maxSeconds, kFrames / row.display.framesPerSecond + hitch);
  }
  return std::min(maxSeconds, kMaxLookback);
}

/// As the lanes say it now.
double spreadNow(const TimingScene& scene) {
  double minLag = std::numeric_limits<double>::infinity(), maxLag = -minLag;
  for (int row = 0; row < scene.rowCount(); ++row) {
    if (!nth(scene.settings().rows, row).shown) continue;
    const double lag = scene.lane(row, crossfade::ClockKind::FrameBased).statistics().lag;
    minLag = std::min(minLag, lag);
    maxLag = std::max(maxLag, lag);
  }
  return maxLag >= minLag ? maxLag - minLag : 0;
}

}  // namespace

double spreadAcrossDisplays(const TimingScene& scene, crossfade::ClockKind kind) {
  const std::vector<TimingRowSettings>& rows = scene.settings().rows;
  if (kind == crossfade::ClockKind::FrameBased) return spreadNow(scene);  // an earlier moment would be a smaller one
  const int looks = 1 + static_cast<int>(settlingTime(scene.settings()) * kTimingSamplesPerSecond);
  double smallest = std::numeric_limits<double>::infinity();
  for (int look = 0; look < looks; ++look) {
    double minLag = std::numeric_limits<double>::infinity(), maxLag = -minLag;
    for (int row = 0; row < scene.rowCount(); ++row) {
      const ValueHistory& lags = scene.lane(row, kind).lags();
      const int index = lags.size() - 1 - look;
      if (!nth(rows, row).shown || index < 0) continue;
      minLag = std::min(minLag, lags[index]);
      maxLag = std::max(maxLag, lags[index]);
    }
    if (maxLag >= minLag) smallest = std::min(smallest, maxLag - minLag);
  }
  return std::isfinite(smallest) ? smallest : 0;
}

RateExtremes rateExtremes(const TimingScene& scene) {
  RateExtremes ends;
  const std::vector<TimingRowSettings>& rows = scene.settings().rows;
  const auto rate = [&rows](int row) { return nth(rows, row).display.framesPerSecond; };
  for (int row = 0; row < scene.rowCount(); ++row) {
    if (!nth(rows, row).shown) continue;
    if (ends.slowest < 0 || rate(row) < rate(ends.slowest)) ends.slowest = row;
    if (ends.fastest < 0 || rate(row) > rate(ends.fastest)) ends.fastest = row;
  }
  return ends;
}

double relativeSpeed(const TimingLane& lane) {
  const double made = lane.shown().traveled;
  const double due = made + lane.statistics().lag;
  return std::abs(due) > kMinDistance ? made / due : 1;
}

}  // namespace app
