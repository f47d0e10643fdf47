#include "app/session/shapes/shape_document.h"

#include <cmath>

#include "crossfade/base/number_text.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::formatNumber;
using crossfade::Result;

Result<void> checkSeconds(const char* what, double seconds) {
  if (seconds >= 0 && seconds <= shape_limits::kSeconds) return {};
  return Error{std::string(what) + " is " + formatNumber(seconds) + " seconds, not between 0 and " +
               formatNumber(shape_limits::kSeconds)};
}

Result<void> checkKey(const KeyShape& key) {
  const auto points = key.shape.points();
  if (points.empty()) return Error{"has no points"};
  if (key.shape.pointCount() > shape_limits::kPointsOfAShape)
    return Error{"has " + std::to_string(points.size()) + " points; the limit is " +
                 std::to_string(shape_limits::kPointsOfAShape)};
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!(std::abs(points[i].x) <= shape_limits::kCoordinate && std::abs(points[i].y) <= shape_limits::kCoordinate))
      return Error{"point " + std::to_string(i) + " is (" + formatNumber(points[i].x) + ", " +
                   formatNumber(points[i].y) + "), too far away"};
  if (auto ok = checkSeconds("the hold", key.hold); !ok) return ok;
  return checkSeconds("the morph", key.morph);
}

}  // namespace

ShapeSettings asInLesson(ShapeSettings settings, int inBetweens) {
  constexpr double kPicturesPerSecond = 2;
  settings.closing = ShapeClosing::Straight;
  settings.mode = ShapeMode::Animation;
  settings.inBetweens = inBetweens;
  settings.pace = ShapePace::Pictures;
  settings.fps = kPicturesPerSecond;
  settings.ending = ShapeEnding::Stop;
  settings.easing = *crossfade::AnimationCurve::linear(0, 0, 1, 1);
  settings.look.onionSkin = true;
  return settings;
}

Result<void> checkShapes(const std::vector<KeyShape>& keys) {
  if (keys.size() > static_cast<std::size_t>(shape_limits::kShapes))
    return Error{"there are " + std::to_string(keys.size()) + " shapes; the limit is " +
                 std::to_string(shape_limits::kShapes)};
  std::size_t points = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (auto ok = checkKey(keys[i]); !ok) return Error{"shape " + std::to_string(i) + ": " + ok.error().message};
    points += keys[i].shape.points().size();
  }
  if (points <= static_cast<std::size_t>(shape_limits::kPoints)) return {};
  return Error{"the shapes have " + std::to_string(points) + " points together; the limit is " +
               std::to_string(shape_limits::kPoints)};
}

}  // namespace app
