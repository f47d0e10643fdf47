#include "crossfade/quality/motion_meter.h"

#include <algorithm>
#include <cmath>

#include "crossfade/base/assert.h"
#include "crossfade/math/rotation_vector.h"

namespace crossfade {
namespace {

double sizeOf(double value) { return std::abs(value); }
double sizeOf(const glm::dvec3& value) { return glm::length(value); }

}  // namespace

MotionExtremes largerOf(const MotionExtremes& a, const MotionExtremes& b) {
  return {.step = std::max(a.step, b.step), .spike = std::max(a.spike, b.spike), .jump = std::max(a.jump, b.jump)};
}

JointMotion largerOf(const JointMotion& a, const JointMotion& b) {
  return {.rotation = largerOf(a.rotation, b.rotation),
          .translation = largerOf(a.translation, b.translation),
          .scale = largerOf(a.scale, b.scale)};
}

MotionMeter::MotionMeter(std::size_t jointCount, double frameSeconds, std::size_t valueCount)
    : frameSeconds_(frameSeconds),
      last_(jointCount),
      older_(jointCount),
      old_(jointCount),
      joints_(jointCount),
      lastValues_(valueCount),
      olderValues_(valueCount),
      oldValues_(valueCount),
      values_(valueCount) {}

void MotionMeter::restart() { frames_ = uncounted_ = 0; }

void MotionMeter::add(const Pose& pose, bool counts) {
  CROSSFADE_ASSERT(pose.locals.size() == last_.size(), "MotionMeter::add: the pose has another number of joints");
  if (!counts) uncounted_ = 3;  // a spike shows one frame late, a jump takes two steps
  for (std::size_t i = 0; i < last_.size(); ++i) {
    const Transform& now = i < pose.locals.size() ? pose.locals[i] : last_[i];
    Delta delta;
    if (frames_ > 0) {
      delta.rotation = rotationVector(glm::dquat(now.rotation) * glm::conjugate(glm::dquat(last_[i].rotation)));
      delta.translation = glm::dvec3(now.translation) - glm::dvec3(last_[i].translation);
      delta.scale = glm::dvec3(now.scale) - glm::dvec3(last_[i].scale);
    }
    if (uncounted_ == 0) {
      count(older_[i].rotation, old_[i].rotation, delta.rotation, joints_[i].rotation);
      count(older_[i].translation, old_[i].translation, delta.translation, joints_[i].translation);
      count(older_[i].scale, old_[i].scale, delta.scale, joints_[i].scale);
    }
    older_[i] = old_[i];
    old_[i] = delta;
    last_[i] = now;
  }
  addValues(pose.morphWeights);
  ++frames_;
  if (uncounted_ > 0) --uncounted_;
}

void MotionMeter::addValues(std::span<const float> values) {
  CROSSFADE_ASSERT(values_.empty() || values.size() == values_.size(),
                   "MotionMeter::add: the pose has another number of values");
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const double now = i < values.size() ? static_cast<double>(values[i]) : lastValues_[i];
    const double delta = frames_ > 0 ? now - lastValues_[i] : 0;
    if (uncounted_ == 0) count(olderValues_[i], oldValues_[i], delta, values_[i]);
    olderValues_[i] = oldValues_[i];
    oldValues_[i] = delta;
    lastValues_[i] = now;
  }
}

/// From the steps of three frames.
template <class Value>
void MotionMeter::count(const Value& older, const Value& old, const Value& now, MotionExtremes& extremes) const {
  if (frames_ >= 1) extremes.step = std::max(extremes.step, sizeOf(now));
  if (frames_ >= 2) extremes.jump = std::max(extremes.jump, sizeOf(now - old) / frameSeconds_);
  if (frames_ >= 3) extremes.spike = std::max(extremes.spike, sizeOf(old) - std::max(sizeOf(older), sizeOf(now)));
}

}  // namespace crossfade
