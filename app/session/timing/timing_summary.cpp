#include "app/session/timing/timing_summary.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace app {
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
    if (!scene.settings().rows[static_cast<std::size_t>(row)].shown) continue;
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
      if (!rows[static_cast<std::size_t>(row)].shown || index < 0) continue;
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
  const auto rate = [&rows](int row) { return rows[static_cast<std::size_t>(row)].display.framesPerSecond; };
  for (int row = 0; row < scene.rowCount(); ++row) {
    if (!rows[static_cast<std::size_t>(row)].shown) continue;
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
