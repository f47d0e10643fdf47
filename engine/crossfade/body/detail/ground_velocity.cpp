#include "crossfade/body/detail/ground_velocity.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <glm/geometric.hpp>

#include "crossfade/math/rotation.h"

namespace crossfade::detail {
namespace {

// Speeds are in leg lengths per second.
constexpr double kNearFloor = 0.05;  // leg lengths: points up to this height tell how the ground moves
// Points that rise or fall faster than kLevelSpeed plus kLevelSlope of their horizontal speed do not.
constexpr double kLevelSpeed = 0.5;
constexpr double kLevelSlope = 0.2;
// Two points closer than kSameSpeed plus kSameSpeedShare of their speed are both on the ground.
constexpr double kSameSpeed = 0.12;
constexpr double kSameSpeedShare = 0.08;
constexpr double kStill = 0.2;     // below this speed the ground counts as still
constexpr double kEvenPart = 0.3;  // a foot supports a velocity with this fraction of its even share of the points
// Velocities this many times farther apart still count, if more than half of the feet support them.
constexpr double kAround = 2;
// A body with several feet walks on at least so many.
constexpr std::size_t kFewestWalking = 2;
constexpr double kRivalStill = 0.4;  // still points, as a fraction of those that agree: above, the ground is still
constexpr double kSliding = 0.3;     // if the feet's velocities differ by more than this, they disagree
constexpr std::size_t kMostCandidates = 600;

/// The lowest point of a foot at one sample.
struct LowPoint {
  std::size_t foot;
  glm::dvec3 velocity;
};

/// All that are near the floor.
struct LowPoints {
  std::vector<LowPoint> all;
  std::size_t footCount = 0, movedCount = 0;
  double leg = 1;
};

LowPoints lowPointsOf(const SoleMotion& motion, const Feet& feet, std::span<const std::size_t> moved,
                      const SoleFloor& floor) {
  LowPoints low{.all = {}, .footCount = feet.feet.size(), .movedCount = moved.size(), .leg = feet.legLength};
  for (int i = 0; i < motion.count(); ++i)
    for (const std::size_t foot : moved) {
      const std::size_t point = floor.lowest(i, foot);
      const glm::dvec3 velocity = motion.velocity(i, foot, point);
      if (floor.heightOf(i, foot, point) < kNearFloor &&
          std::abs(velocity.y) < kLevelSpeed * low.leg + kLevelSlope * length(horizontal(velocity)))
        low.all.push_back({foot, horizontal(velocity)});
    }
  return low;
}

struct Agreement {
  glm::dvec3 mean{0.0};
  std::size_t count = 0;
  std::size_t feet = 0;  // that have a fair share of them
};

/// Looks at every `stride`-th point. `width`: how far apart velocities may be, relative to what two points that are
/// both on the ground may differ by.
Agreement agreementOn(const glm::dvec3& velocity, const LowPoints& low, std::size_t stride, double width = 1) {
  Agreement found;
  std::vector<std::size_t> ofFoot(low.footCount);
  const double near = width * (kSameSpeed * low.leg + kSameSpeedShare * glm::length(velocity));
  for (std::size_t i = 0; i < low.all.size(); i += stride) {
    if (glm::distance(low.all[i].velocity, velocity) > near) continue;
    found.mean += low.all[i].velocity;
    ++found.count;
    ++ofFoot[low.all[i].foot];
  }
  if (found.count > 0) found.mean /= static_cast<double>(found.count);
  const double fair = kEvenPart * static_cast<double>(found.count) / static_cast<double>(low.movedCount);
  found.feet = static_cast<std::size_t>(std::count_if(
      ofFoot.begin(), ofFoot.end(), [fair](std::size_t count) { return static_cast<double>(count) > fair; }));
  return found;
}

double medianDistance(const std::vector<glm::dvec3>& velocities, const glm::dvec3& from) {
  std::vector<double> away;
  away.reserve(velocities.size());
  for (const glm::dvec3& velocity : velocities) away.push_back(glm::distance(velocity, from));
  const auto middle = away.begin() + static_cast<std::ptrdiff_t>(away.size() / 2);
  std::nth_element(away.begin(), middle, away.end());
  return *middle;
}

/// In clips whose feet slide, no velocity is that of the ground: then the mean of all that move its way.
GroundVelocity movingGround(const glm::dvec3& velocity, const LowPoints& low) {
  std::vector<glm::dvec3> along;
  glm::dvec3 sum(0.0);
  for (const LowPoint& each : low.all)
    if (glm::dot(each.velocity, velocity) > 0) {
      along.push_back(each.velocity);
      sum += each.velocity;
    }
  if (along.empty()) return {};
  if (medianDistance(along, velocity) <= kSliding * low.leg) return {.value = velocity};
  return {.value = sum / static_cast<double>(along.size()), .isUneven = true};
}

}  // namespace

GroundVelocity findGround(const SoleMotion& motion, const Feet& feet, std::span<const std::size_t> moved,
                          const SoleFloor& floor) {
  const LowPoints low = lowPointsOf(motion, feet, moved, floor);
  const std::size_t stride = low.all.size() / kMostCandidates + 1;
  Agreement best;
  for (std::size_t i = 0; i < low.all.size(); i += stride) {
    const Agreement here = agreementOn(low.all[i].velocity, low, stride);
    if (here.count > best.count) best = here;
  }
  const auto isPart = [](double share, std::size_t part, std::size_t whole) {
    return static_cast<double>(part) > share * static_cast<double>(whole);
  };
  const Agreement around = agreementOn(best.mean, low, stride, kAround);
  const bool stands = glm::length(best.mean) < kStill * low.leg ||
                      isPart(kRivalStill, agreementOn(glm::dvec3(0.0), low, stride).count, best.count) ||
                      around.feet * 2 <= low.movedCount || around.feet < std::min(low.footCount, kFewestWalking);
  return stands ? GroundVelocity{} : movingGround(best.mean, low);
}

glm::dvec3 meanVelocity(const std::vector<glm::dvec3>& velocities) {
  std::vector<double> values(velocities.size());
  const auto meanOf = [&](double glm::dvec3::*component) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = velocities[i].*component;
    std::sort(values.begin(), values.end());
    const std::size_t quarter = values.size() / 4;
    double sum = 0;
    for (std::size_t i = quarter; i < values.size() - quarter; ++i) sum += values[i];
    return sum / static_cast<double>(values.size() - 2 * quarter);
  };
  return {meanOf(&glm::dvec3::x), 0, meanOf(&glm::dvec3::z)};
}

}  // namespace crossfade::detail
