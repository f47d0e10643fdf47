#include "crossfade/body/stepping.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <glm/geometric.hpp>

#include "crossfade/body/detail/ground_velocity.h"
#include "crossfade/body/detail/sole_motion.h"

namespace crossfade {
namespace {

using detail::SoleMotion;

constexpr double kSteppingRate = 120;           // samples per second
constexpr double kMoves = 1e-4;                 // leg lengths: a foot that stays within it is not moved
constexpr double kLowPart = 0.25;               // of the heights of a foot: below it, it is low
constexpr double kLeastWay = 0.25;              // leg lengths along the ground that a step takes
constexpr double kLeastHeight = 0.02;           // leg lengths that a step lifts a foot
constexpr double kLeastLoop = 0.02;             // area of a loop, relative to height times speed
constexpr double kAlong = 0.3;                  // of the speed: a low foot that is faster goes with the ground,
constexpr double kLeastAlong = 0.45;            // as low feet do for this part of the time, or more
constexpr double kMostDifference = 2;           // between the speeds of two feet
constexpr std::size_t kFewestSteppingFeet = 2;  // that step

/// The middle of a sole over the clip; velocities are horizontal.
struct FootPath {
  std::vector<glm::dvec3> positions, velocities;
  double lowest = INFINITY, highest = -INFINITY;
  glm::dvec3 area{0.0};  // of the loop, per second: the direction in which the foot moves while it is low

  double low() const { return lowest + kLowPart * (highest - lowest); }
};

FootPath pathOf(const SoleMotion& motion, std::size_t foot) {
  FootPath path;
  double mean = 0;
  for (int i = 0; i < motion.count(); ++i) {
    glm::dvec3 position(0.0), velocity(0.0);
    for (std::size_t point = 0; point < kSolePoints; ++point) {
      position += motion.position(i, foot, point) / static_cast<double>(kSolePoints);
      velocity += motion.velocity(i, foot, point) / static_cast<double>(kSolePoints);
    }
    path.positions.push_back(position);
    path.velocities.emplace_back(velocity.x, 0, velocity.z);
    path.lowest = std::min(path.lowest, position.y);
    path.highest = std::max(path.highest, position.y);
    mean += position.y / motion.count();
  }
  for (std::size_t i = 0; i < path.positions.size(); ++i)
    path.area += (mean - path.positions[i].y) * path.velocities[i] / static_cast<double>(motion.count());
  return path;
}

bool moves(const FootPath& path, double leg) {
  return std::any_of(path.positions.begin(), path.positions.end(), [&](const glm::dvec3& each) {
    return glm::distance(each, path.positions.front()) > kMoves * leg;
  });
}

/// What a foot says if the ground moves along `direction`.
struct Step {
  double speed = 0;  // the median while it is low and moves along
  double along = 0;  // the fraction of the time when it is low in which it goes with the ground
  bool counts = false;
};

Step stepOf(const FootPath& path, const glm::dvec3& direction, double leg) {
  std::vector<double> low, along;
  double least = INFINITY, most = -INFINITY;
  for (std::size_t i = 0; i < path.positions.size(); ++i) {
    const double at = glm::dot(path.positions[i], direction), speed = glm::dot(path.velocities[i], direction);
    least = std::min(least, at);
    most = std::max(most, at);
    if (path.positions[i].y >= path.low()) continue;
    low.push_back(speed);
    if (speed > 0) along.push_back(speed);
  }
  if (along.empty()) return {};
  const auto middle = along.begin() + static_cast<std::ptrdiff_t>(along.size() / 2);
  std::nth_element(along.begin(), middle, along.end());
  Step step{.speed = *middle};
  const auto isFast = [&](double speed) { return speed > kAlong * step.speed; };
  step.along = static_cast<double>(std::count_if(low.begin(), low.end(), isFast)) / static_cast<double>(low.size());
  const double height = path.highest - path.lowest;
  step.counts = most - least > kLeastWay * leg && height > kLeastHeight * leg &&
                glm::dot(path.area, direction) > kLeastLoop * height * step.speed;
  return step;
}

/// Of the feet that step, while they are low and move along `direction`. There is such a moment.
Stepping meanOf(const std::vector<const FootPath*>& stepping, const glm::dvec3& direction) {
  std::vector<glm::dvec3> velocities;
  std::vector<bool> stands(stepping.front()->positions.size());
  for (const FootPath* const path : stepping)
    for (std::size_t i = 0; i < path->positions.size(); ++i) {
      if (path->positions[i].y >= path->low() || glm::dot(path->velocities[i], direction) <= 0) continue;
      velocities.push_back(path->velocities[i]);
      stands[i] = true;
    }
  const auto standing = static_cast<double>(std::count(stands.begin(), stands.end(), true));
  return {.groundVelocity = detail::meanVelocity(velocities),
          .stanceShare = standing / static_cast<double>(stands.size())};
}

}  // namespace

std::optional<Stepping> findStepping(const Skeleton& skeleton, const Feet& feet, const AnimationClip& clip) {
  if (clip.blendMode() == BlendMode::Additive || feet.feet.size() < kFewestSteppingFeet) return std::nullopt;
  const SoleMotion motion(skeleton, feet, clip, kSteppingRate, std::nullopt);
  if (motion.count() == 0 || !motion.isCyclic()) return std::nullopt;
  std::vector<FootPath> paths;
  glm::dvec3 area(0.0);
  for (std::size_t foot = 0; foot < feet.feet.size(); ++foot)
    if (FootPath path = pathOf(motion, foot); moves(path, feet.legLength)) {
      area += path.area;
      paths.push_back(std::move(path));
    }
  if (!(glm::length(area) > 0)) return std::nullopt;
  const glm::dvec3 direction = glm::normalize(area);
  std::vector<const FootPath*> stepping;
  double slowest = INFINITY, fastest = 0, along = 0;
  for (const FootPath& path : paths) {
    const Step step = stepOf(path, direction, feet.legLength);
    if (!step.counts) continue;
    stepping.push_back(&path);
    slowest = std::min(slowest, step.speed);
    fastest = std::max(fastest, step.speed);
    along += step.along;
  }
  const std::size_t count = stepping.size();
  if (count < kFewestSteppingFeet || count * 2 <= paths.size() || fastest > kMostDifference * slowest ||
      along < kLeastAlong * static_cast<double>(count))
    return std::nullopt;
  return meanOf(stepping, direction);
}

}  // namespace crossfade
