#include "crossfade/quality/motion_meter.h"

#include <algorithm>
#include <cassert>

#include "crossfade/math/rotation_vector.h"

namespace crossfade {

JointMotion largerOf(const JointMotion& a, const JointMotion& b) {
  return {.rotationStep = std::max(a.rotationStep, b.rotationStep),
          .translationStep = std::max(a.translationStep, b.translationStep),
          .rotationSpike = std::max(a.rotationSpike, b.rotationSpike),
          .translationSpike = std::max(a.translationSpike, b.translationSpike),
          .rotationJump = std::max(a.rotationJump, b.rotationJump),
          .translationJump = std::max(a.translationJump, b.translationJump)};
}

MotionMeter::MotionMeter(std::size_t jointCount, double frameSeconds)
    : frameSeconds_(frameSeconds), last_(jointCount), older_(jointCount), old_(jointCount), joints_(jointCount) {}

void MotionMeter::restart() { frames_ = uncounted_ = 0; }

void MotionMeter::add(const Pose& pose, bool counts) {
  assert(pose.locals.size() == last_.size());
  if (!counts) uncounted_ = 3;  // a spike shows one frame late, a jump takes two steps
  for (std::size_t i = 0; i < last_.size(); ++i) {
    const Transform& now = pose.locals[i];
    Delta delta;
    if (frames_ > 0) {
      delta.rotation = rotationVector(glm::dquat(now.rotation) * glm::conjugate(glm::dquat(last_[i].rotation)));
      delta.translation = glm::dvec3(now.translation) - glm::dvec3(last_[i].translation);
    }
    if (uncounted_ == 0) count(i, older_[i], old_[i], delta);
    older_[i] = old_[i];
    old_[i] = delta;
    last_[i] = now;
  }
  ++frames_;
  if (uncounted_ > 0) --uncounted_;
}

void MotionMeter::count(std::size_t joint, const Delta& older, const Delta& old, const Delta& now) {
  JointMotion& maxima = joints_[joint];
  const auto updateMax = [](double& largest, double value) { largest = std::max(largest, value); };
  if (frames_ >= 1) {
    updateMax(maxima.rotationStep, glm::length(now.rotation));
    updateMax(maxima.translationStep, glm::length(now.translation));
  }
  if (frames_ >= 2) {
    updateMax(maxima.rotationJump, glm::length(now.rotation - old.rotation) / frameSeconds_);
    updateMax(maxima.translationJump, glm::length(now.translation - old.translation) / frameSeconds_);
  }
  if (frames_ >= 3) {
    updateMax(maxima.rotationSpike,
              glm::length(old.rotation) - std::max(glm::length(older.rotation), glm::length(now.rotation)));
    updateMax(maxima.translationSpike,
              glm::length(old.translation) - std::max(glm::length(older.translation), glm::length(now.translation)));
  }
}

}  // namespace crossfade
