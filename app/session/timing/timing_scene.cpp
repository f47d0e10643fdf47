#include "app/session/timing/timing_scene.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "crossfade/base/number_text.h"

namespace app {
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
  TimingRowSettings& settingsOf(int index) { return s.settings_.rows[static_cast<std::size_t>(index)]; }

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

  Result<void> operator()(const SetTimingPaused& c) {
    s.settings_.paused = c.paused;
    return {};
  }
  Result<void> operator()(const ShowRow& c) {
    if (auto ok = row(c.row); !ok) return ok;
    settingsOf(c.row).shown = c.shown;
    return {};
  }
};

Result<void> TimingScene::apply(const TimingCommand& command) { return std::visit(Applier{*this}, command); }

}  // namespace app
