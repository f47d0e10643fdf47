#include "app/host/window/gamepad_stick.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace app {
namespace {

constexpr double kFollowSeconds = 0.1;

/// Without the dead zone, and at most 1 long.
glm::dvec2 deflectionOf(glm::dvec2 stick) {
  const double length = glm::length(stick);
  if (!(length > kStickDeadZone)) return glm::dvec2(0.0);
  return stick / length * std::min((length - kStickDeadZone) / (1 - kStickDeadZone), 1.0);
}

/// From the value nearest to 0 to one of the ends.
double valueAt(double deflection, double low, double high) {
  const double rest = std::clamp(0.0, low, high);
  return rest + std::abs(deflection) * ((deflection > 0 ? high : low) - rest);
}

}  // namespace

Commands GamepadStick::follow(const Session& session, std::optional<glm::dvec2> stick) {
  const auto playing = session.character().player().playingSpace();
  const BlendSpaceSettings* const space =
      playing ? findBlendSpace(session.character().blendSpaces(), playing->number) : nullptr;
  const glm::dvec2 deflection = stick ? deflectionOf(*stick) : glm::dvec2(0.0);
  const bool isReleased = deflection == glm::dvec2(0.0);
  const bool moved = std::exchange(moves_, space != nullptr && !isReleased);
  Commands commands;
  if (!moved && !moves_) return commands;
  if (!moved) commands.push_back(BeginGesture{});
  if (space) {
    glm::dvec2 low(space->samples.front().x, space->samples.front().y), high = low;
    for (const BlendSampleSettings& sample : space->samples) {
      low = glm::min(low, glm::dvec2(sample.x, sample.y));
      high = glm::max(high, glm::dvec2(sample.x, sample.y));
    }
    commands.push_back(MoveBlendPoint{.space = playing->number,
                                      .x = valueAt(deflection.y, low.x, high.x),
                                      .y = valueAt(-deflection.x, low.y, high.y),
                                      .seconds = kFollowSeconds});
  }
  if (!moves_) commands.push_back(EndGesture{});
  return commands;
}

}  // namespace app
