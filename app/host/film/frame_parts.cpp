#include "app/host/film/frame_parts.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

constexpr double kRoundOff = 1e-9;  // of a part
constexpr double kMaxParts = 1e5;   // an hour in quarters of a second takes 14,400

}  // namespace

int partsOf(double seconds, const Session& session) {
  const crossfade::ClockSettings& clock = session.clock().settings;
  if (session.scene() != SceneKind::Character || clock.kind == crossfade::ClockKind::FrameBased) return 1;
  double longest = clock.longestFrame;
  if (clock.kind == crossfade::ClockKind::FixedStep && clock.speed != 0)  // a step may be due from before
    longest = std::min(longest, (clock.maxSteps - 1) * clock.rate.stepSeconds() / std::abs(clock.speed));
  if (!(longest > 0) || !(seconds > longest)) return 1;
  return static_cast<int>(std::min(std::ceil(seconds / longest - kRoundOff), kMaxParts));
}

void FrameParts::begin(double seconds, const Session& session) {
  left_ = partsOf(seconds, session);
  seconds_ = seconds / left_;
}

std::optional<double> FrameParts::next() {
  if (left_ == 0) return std::nullopt;
  --left_;
  return seconds_;
}

}  // namespace app
