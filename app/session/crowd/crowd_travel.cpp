#include "app/session/crowd/crowd_travel.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "app/model/standing.h"
#include "crossfade/math/rotation.h"
#include "crossfade/travel/root_extraction.h"
#include "crossfade/travel/root_motion.h"

namespace app {
namespace {

constexpr double kTurnRate = std::numbers::pi / 2;  // radians per second

}  // namespace

CrowdTravel::CrowdTravel(const Model& model, std::span<const crossfade::ClipId> clips) {
  const crossfade::RootMotionMeter meter(model.skeleton, standingFeetOf(model));
  for (const crossfade::ClipId id : model.clips.ids()) {
    const crossfade::AnimationClip& clip = model.clips[id];
    const bool isUsed = std::find(clips.begin(), clips.end(), id) != clips.end();
    const crossfade::RootMotion motion = isUsed ? meter.measure(clip) : crossfade::RootMotion{};
    [[maybe_unused]] crossfade::ClipId added;
    if (motion.travels() || motion.turns()) {
      crossfade::ExtractedRootMotion extracted =
          crossfade::extractRootMotion(model.skeleton, clip, motion.joint, {.turn = motion.turns()});
      roots_.setTrack(id, extracted.track);
      added = inPlace_.add(std::move(extracted.clip));
    } else {
      if (motion.speed() > 0)
        roots_.setTrack(id, crossfade::RootTrack::steady(meter.body(), clip.duration(), motion.feetVelocity));
      added = inPlace_.add(clip);
    }
    assert(added == id);
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
