#include "crossfade/body/detail/sole_floor.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "crossfade/base/assert.h"
#include "crossfade/math/rotation.h"

namespace crossfade::detail {
namespace {

constexpr double kFloorShare = 0.05;   // of the samples lie below the floor of a clip
constexpr double kFloorRange = 0.15;   // leg lengths from 0 in which a clip may have its floor
constexpr double kStride = 0.4;        // leg lengths: how far a foot moves that walks
constexpr double kUnevenSoles = 0.06;  // leg lengths between the floors of two feet
constexpr double kUnevenSole = 0.15;   // and of the points of one

double lowHeight(std::vector<double> heights) {
  const auto at = heights.begin() + static_cast<std::ptrdiff_t>(kFloorShare * static_cast<double>(heights.size()));
  std::nth_element(heights.begin(), at, heights.end());
  return *at;
}

}  // namespace

SoleFloor::SoleFloor(const SoleMotion& motion, const Feet& feet) : motion_(motion), leg_(feet.legLength) {
  CROSSFADE_ASSERT(motion.count() > 0, "SoleFloor: the motion has no samples");
  std::vector<double> lowest(static_cast<std::size_t>(motion.count()), INFINITY);
  std::vector<double> ofFoot;
  for (std::size_t foot = 0; foot < feet.feet.size(); ++foot) {
    std::vector<double> heights;
    for (int i = 0; i < motion.count(); ++i) {
      heights.push_back(motion.position(i, foot, motion.lowest(i, foot)).y);
      double& low = lowest[static_cast<std::size_t>(i)];
      low = std::min(low, heights.back());
    }
    ofFoot.push_back(lowHeight(std::move(heights)));
  }
  height_ = lowHeight(std::move(lowest));
  if (std::abs(height_) > kFloorRange * leg_) height_ = 0;
  for (std::size_t foot = 0; foot < ofFoot.size(); ++foot)
    points_.push_back(pointsOf(foot, walks(foot) && std::abs(ofFoot[foot] - height_) <= kUnevenSoles * leg_));
}

std::size_t SoleFloor::lowest(int sample, std::size_t foot) const {
  std::size_t low = 0;
  for (std::size_t point = 1; point < kSolePoints; ++point)
    if (heightOf(sample, foot, point) < heightOf(sample, foot, low)) low = point;
  return low;
}

bool SoleFloor::walks(std::size_t foot) const {
  glm::dvec3 least(INFINITY), most(-INFINITY);
  for (int i = 0; i < motion_.count(); ++i) {
    least = glm::min(least, motion_.position(i, foot, kBall));
    most = glm::max(most, motion_.position(i, foot, kBall));
  }
  return glm::length(horizontal(most - least)) > kStride * leg_;
}

std::array<double, kSolePoints> SoleFloor::pointsOf(std::size_t foot, bool comesDown) const {
  std::array<double, kSolePoints> floors{height_, height_, height_};
  for (std::size_t point = 0; comesDown && point < kSolePoints; ++point) {
    std::vector<double> heights;
    for (int i = 0; i < motion_.count(); ++i) heights.push_back(motion_.position(i, foot, point).y);
    const double own = lowHeight(std::move(heights));
    if (std::abs(own - height_) <= kUnevenSole * leg_) floors[point] = own;
  }
  return floors;
}

}  // namespace crossfade::detail
