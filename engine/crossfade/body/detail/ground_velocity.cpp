#include "crossfade/body/detail/ground_velocity.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "crossfade/math/rotation.h"

namespace crossfade::detail {
namespace {

constexpr double kNearFloor = 0.05;       // leg lengths: points up to here tell how the ground moves
constexpr double kLevelSpeed = 0.5;       // leg lengths per second up or down, plus
constexpr double kLevelSlope = 0.2;       // of the horizontal speed: those that rise or fall faster do not
constexpr double kSameSpeed = 0.12;       // leg lengths per second, plus
constexpr double kSameSpeedShare = 0.08;  // of the speed: two points that are both on the ground
constexpr double kStill = 0.2;            // leg lengths per second: slower ground stands still
constexpr double kEvenPart = 0.3;         // a foot backs a velocity if it has this fraction of its even share of points
constexpr double kAround = 2;             // within this many times the usual distance; over half the feet must back it
constexpr double kRivalStill = 0.4;       // still points, as a fraction of those that agree: above, the ground is still
constexpr double kSliding = 0.3;          // leg lengths per second apart: the feet do not agree
constexpr std::size_t kMostCandidates = 600;

}  // namespace

GroundFinder::GroundFinder(const SoleMotion& motion, const Feet& feet, std::span<const std::size_t> moved,
                           const SoleFloor& floor)
    : feetCount_(feet.feet.size()), movedCount_(moved.size()), leg_(feet.legLength) {
  for (int i = 0; i < motion.count(); ++i)
    for (const std::size_t foot : moved) {
      const std::size_t low = floor.lowest(i, foot);
      const glm::dvec3 velocity = motion.velocity(i, foot, low);
      if (floor.heightOf(i, foot, low) < kNearFloor &&
          std::abs(velocity.y) < kLevelSpeed * leg_ + kLevelSlope * length(horizontal(velocity)))
        low_.push_back({foot, horizontal(velocity)});
    }
  find();
}

struct GroundFinder::Agreement {
  glm::dvec3 mean{0.0};
  std::size_t count = 0;
  std::size_t feet = 0;  // that have a fair share of them
};

/// `width`: how far apart velocities may be, in those of two points that are both on the ground.
GroundFinder::Agreement GroundFinder::agreementOn(const glm::dvec3& velocity, std::size_t stride, double width) const {
  Agreement found;
  std::vector<std::size_t> ofFoot(feetCount_);
  const double near = width * (kSameSpeed * leg_ + kSameSpeedShare * glm::length(velocity));
  for (std::size_t i = 0; i < low_.size(); i += stride) {
    if (glm::distance(low_[i].velocity, velocity) > near) continue;
    found.mean += low_[i].velocity;
    ++found.count;
    ++ofFoot[low_[i].foot];
  }
  if (found.count > 0) found.mean /= static_cast<double>(found.count);
  const double fair = kEvenPart * static_cast<double>(found.count) / static_cast<double>(movedCount_);
  found.feet = static_cast<std::size_t>(std::count_if(
      ofFoot.begin(), ofFoot.end(), [fair](std::size_t count) { return static_cast<double>(count) > fair; }));
  return found;
}

void GroundFinder::find() {
  const std::size_t stride = low_.size() / kMostCandidates + 1;
  Agreement best;
  for (std::size_t i = 0; i < low_.size(); i += stride) {
    const Agreement here = agreementOn(low_[i].velocity, stride);
    if (here.count > best.count) best = here;
  }
  const auto isPart = [](double share, std::size_t part, std::size_t whole) {
    return static_cast<double>(part) > share * static_cast<double>(whole);
  };
  const Agreement around = agreementOn(best.mean, stride, kAround);
  const bool stands = glm::length(best.mean) < kStill * leg_ ||
                      isPart(kRivalStill, agreementOn(glm::dvec3(0.0), stride).count, best.count) ||
                      around.feet * 2 <= movedCount_;
  if (!stands) follow(best.mean);
}

/// In clips whose feet slide, no velocity is that of the ground: then the mean of all that move its way.
void GroundFinder::follow(const glm::dvec3& velocity) {
  std::vector<glm::dvec3> along;
  glm::dvec3 sum(0.0);
  for (const Low& low : low_)
    if (glm::dot(low.velocity, velocity) > 0) {
      along.push_back(low.velocity);
      sum += low.velocity;
    }
  velocity_ = velocity;
  isUneven_ = spreadOf(along) > kSliding * leg_;
  if (isUneven_) velocity_ = sum / static_cast<double>(along.size());
}

double GroundFinder::spreadOf(const std::vector<glm::dvec3>& velocities) const {
  std::vector<double> away;
  for (const glm::dvec3& velocity : velocities) away.push_back(glm::distance(velocity, velocity_));
  const auto middle = away.begin() + static_cast<std::ptrdiff_t>(away.size() / 2);
  std::nth_element(away.begin(), middle, away.end());
  return *middle;
}

}  // namespace crossfade::detail
