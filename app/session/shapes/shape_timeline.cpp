#include "app/session/shapes/shape_timeline.h"

#include <algorithm>
#include <cmath>

namespace app {

void makeTimeline(std::span<const KeyShape> keys, const ShapeSettings& settings, std::vector<TimelineKey>& timeline) {
  timeline.clear();
  for (const KeyShape& key : keys) timeline.push_back({.hold = key.hold, .morph = key.morph});
  if (settings.pace == ShapePace::Seconds || timeline.empty()) return;
  const double frame = 1 / settings.fps;
  for (TimelineKey& key : timeline) key = {.hold = 0, .morph = (settings.inBetweens + 1) * frame};
  if (settings.ending != ShapeEnding::PingPong) timeline.back().hold = frame;
}

double timelineLength(std::span<const TimelineKey> keys) {
  double length = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) length += keys[i].hold + (i + 1 < keys.size() ? keys[i].morph : 0);
  return length;
}

double timelinePeriod(double length, ShapeEnding ending) {
  return ending == ShapeEnding::PingPong ? 2 * length : length;
}

double foldedTime(double time, double length, ShapeEnding ending) {
  if (!(length > 0) || std::isnan(time)) return 0;
  if (ending == ShapeEnding::Stop) return std::clamp(time, 0.0, length);
  if (std::isinf(time)) return 0;
  const double period = timelinePeriod(length, ending), inside = std::fmod(time, period);
  const double positive = inside < 0 ? inside + period : inside;
  return positive < period ? positive : 0;  // a tiny step back from 0 rounds to the whole period
}

double frameTime(double time, double fps, double length, ShapeEnding ending) {
  constexpr double kAlreadyThere = 1e-6;  // of a frame: sums of 1/fps end just below the frame they mean
  if (ending == ShapeEnding::Stop && time >= length) return length;
  return std::floor(time * fps + kAlreadyThere) / fps;
}

TimelinePosition timelinePositionAt(std::span<const TimelineKey> keys, double time, ShapeEnding ending) {
  constexpr double kSameTime = 1e-9;  // seconds: frames of pictures end just beside the key shape they mean
  if (keys.empty()) return {};
  const double length = timelineLength(keys), folded = foldedTime(time, length, ending);
  double left = ending == ShapeEnding::PingPong && folded > length ? 2 * length - folded : folded;
  for (std::size_t i = 0; i + 1 < keys.size(); ++i) {
    const int key = static_cast<int>(i);
    left -= keys[i].hold;
    if (left <= kSameTime) return {.key = key};
    if (left < keys[i].morph - kSameTime) return {.key = key, .fraction = left / keys[i].morph};
    left -= keys[i].morph;
  }
  return {.key = static_cast<int>(keys.size()) - 1};
}

}  // namespace app
