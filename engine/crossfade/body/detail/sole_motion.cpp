#include "crossfade/body/detail/sole_motion.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "crossfade/math/rotation.h"
#include "crossfade/pose/clip_pose.h"

namespace crossfade::detail {
namespace {

constexpr double kClosed = 0.04;     // leg lengths between the end and the start of a cycle, at each point of a foot,
constexpr double kLostFrame = 0.05;  // plus its way in so many seconds: many files leave out the last key
constexpr int kLeastSamples = 8;
constexpr double kMostSamples = 200000;  // a quarter of an hour at 240 Hz

}  // namespace

SoleMotion::SoleMotion(const Skeleton& skeleton, const Feet& feet, const AnimationClip& clip, double rate,
                       std::optional<bool> cyclic)
    : feet_(feet.feet.size()) {
  if (feet.isEmpty() || !(clip.duration() > 0) || !(rate > 0)) return;
  const double wanted = std::min(std::ceil(clip.duration() * rate - 1e-6), kMostSamples);
  count_ = std::max(static_cast<int>(wanted), kLeastSamples);
  step_ = clip.duration() / count_;

  std::vector<int> joints;
  for (const Foot& foot : feet.feet)
    for (const SolePoint& point : foot.sole) joints.push_back(point.joint);
  if (feet.hips != kNoJoint) joints.push_back(feet.hips);
  ClipPose pose(skeleton, clip, joints);
  for (int i = 0; i <= count_; ++i) {
    pose.moveTo(timeOf(i));
    for (const Foot& foot : feet.feet)
      for (const SolePoint& point : foot.sole) points_.push_back(point.in(pose.model(point.joint)));
    hips_.push_back(feet.hips == kNoJoint ? glm::dvec3(0.0) : pose.position(feet.hips));
  }
  travel_ = horizontal(hips_.back() - hips_.front());
  isCyclic_ = cyclic.value_or(closes(feet.legLength));
}

bool SoleMotion::closes(double legLength) const {
  for (std::size_t foot = 0; foot < feet_; ++foot)
    for (std::size_t point = 0; point < kSolePoints; ++point) {
      const double speed = glm::distance(at(count_ - 1, foot, point), at(count_, foot, point)) / step_;
      const double gap = glm::distance(at(0, foot, point) + travel_, at(count_, foot, point));
      if (gap > kClosed * legLength + kLostFrame * speed) return false;
    }
  return std::abs(hips_.front().y - hips_.back().y) <= kClosed * legLength;
}

glm::dvec3 SoleMotion::position(int sample, std::size_t foot, std::size_t point) const {
  if (!isCyclic_) return at(std::clamp(sample, 0, count_), foot, point);
  const int loop = sample >= 0 ? sample / count_ : -((count_ - 1 - sample) / count_);
  return at(sample - loop * count_, foot, point) + travel_ * static_cast<double>(loop);
}

glm::dvec3 SoleMotion::velocity(int sample, std::size_t foot, std::size_t point) const {
  const int before = isCyclic_ ? sample - 1 : std::max(sample - 1, 0);
  const int after = isCyclic_ ? sample + 1 : std::min(sample + 1, count_);
  return (position(after, foot, point) - position(before, foot, point)) / (step_ * (after - before));
}

std::size_t SoleMotion::lowest(int sample, std::size_t foot) const {
  std::size_t low = 0;
  for (std::size_t point = 1; point < kSolePoints; ++point)
    if (position(sample, foot, point).y < position(sample, foot, low).y) low = point;
  return low;
}

}  // namespace crossfade::detail
