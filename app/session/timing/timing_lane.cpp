#include "app/session/timing/timing_lane.h"

#include <algorithm>
#include <cmath>
#include <utility>

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

}  // namespace app
