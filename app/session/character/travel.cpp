#include "app/session/character/travel.h"

namespace app {
namespace {

constexpr double kFollow = 3.5;  // per second: how stiff the spring of the camera is

}  // namespace

void advance(TravelState& state, const crossfade::RootDelta& step, double seconds) {
  const glm::dvec3 before = state.at.translation;
  state.at = state.at * step;
  state.at.turn = std::remainder(state.at.turn, 2 * std::numbers::pi);
  if (!(seconds > crossfade::kSameTime)) return;
  const glm::dvec3 velocity = (state.at.translation - before) / seconds;
  const glm::dvec3 rate = state.cameraRate - (velocity - state.velocity);
  const glm::dvec3 pull = rate + kFollow * state.camera;  // e'' + 2 w e' + w^2 e = 0, exactly
  const double left = std::exp(-kFollow * seconds);
  state.camera = (state.camera + pull * seconds) * left;
  state.cameraRate = (rate - kFollow * seconds * pull) * left;
  state.velocity = velocity;
}

TravelState mix(const TravelState& from, const TravelState& to, double part) {
  const auto between = [part](const auto& a, const auto& b) { return a + (b - a) * part; };
  return {.at = {.translation = between(from.at.translation, to.at.translation),
                 .turn = from.at.turn + std::remainder(to.at.turn - from.at.turn, 2 * std::numbers::pi) * part},
          .velocity = between(from.velocity, to.velocity),
          .camera = between(from.camera, to.camera),
          .cameraRate = between(from.cameraRate, to.cameraRate)};
}

}  // namespace app
