#include "app/session/crowd/crowd_travel.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "app/model/root_clip.h"
#include "app/model/upright.h"
#include "crossfade/math/rotation.h"
#include "crossfade/travel/root_motion.h"

namespace app {
namespace {

constexpr double kTurnRate = std::numbers::pi / 2;  // radians per second

}  // namespace

CrowdTravel::CrowdTravel(const Model& model, std::span<const crossfade::ClipId> clips) {
  const crossfade::RootMotionMeter meter(model.skeleton, standingFeetOf(model));
  for (const crossfade::ClipId id : clips) {
    const crossfade::AnimationClip& clip = model.clips[id];
    RootClip played = rootClipOf(model.skeleton, clip, {}, meter.measure(clip), meter.body());
    const crossfade::ClipId added = clips_.add(played.held ? *std::move(played.held) : clip);
    if (played.track) roots_.setTrack(added, *played.track);
  }
}

void wander(crossfade::RootDelta& at, const crossfade::RootDelta& step, double seconds, double reach) {
  at = at * step;
  const glm::dvec3 back = -crossfade::horizontal(at.translation), way = crossfade::horizontal(step.translation);
  if (glm::length(back) < reach || !(glm::length(way) > 0)) return;
  const double heading = at.turn + std::atan2(way.x, way.z);  // of the walk, from +z toward +x
  const double wanted = std::atan2(back.x, back.z);
  const double off = std::remainder(wanted - heading, 2 * std::numbers::pi);
  at.turn += std::clamp(off, -kTurnRate * seconds, kTurnRate * seconds);
}

glm::mat4 placementOf(const crossfade::RootDelta& at, const glm::vec3& home) {
  glm::mat4 placement = glm::mat4_cast(glm::quat(crossfade::aboutY(at.turn)));
  placement[3] = glm::vec4(home + glm::vec3(at.translation), 1);
  return placement;
}

}  // namespace app
