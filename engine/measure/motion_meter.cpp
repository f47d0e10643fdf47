#include "engine/measure/motion_meter.h"

#include <algorithm>
#include <cassert>

#include "engine/math/rotation_vector.h"

namespace engine {

JointMotion largerOf(const JointMotion& a, const JointMotion& b) {
  return {.turnStep = std::max(a.turnStep, b.turnStep),
          .moveStep = std::max(a.moveStep, b.moveStep),
          .turnSpike = std::max(a.turnSpike, b.turnSpike),
          .moveSpike = std::max(a.moveSpike, b.moveSpike),
          .turnJump = std::max(a.turnJump, b.turnJump),
          .moveJump = std::max(a.moveJump, b.moveJump)};
}

MotionMeter::MotionMeter(std::size_t jointCount, double frameSeconds)
    : frameSeconds_(frameSeconds), last_(jointCount), older_(jointCount), old_(jointCount), joints_(jointCount) {}

void MotionMeter::restart() { frames_ = uncounted_ = 0; }

void MotionMeter::add(const Pose& pose, bool counts) {
  assert(pose.locals.size() == last_.size());
  if (!counts) uncounted_ = 3;  // a spike is seen one frame late, a jump needs two ways
  for (std::size_t i = 0; i < last_.size(); ++i) {
    const Transform& now = pose.locals[i];
    Way way;
    if (frames_ > 0) {
      way.turn = rotationVector(glm::dquat(now.rotation) * glm::conjugate(glm::dquat(last_[i].rotation)));
      way.move = glm::dvec3(now.translation) - glm::dvec3(last_[i].translation);
    }
    if (uncounted_ == 0) count(i, older_[i], old_[i], way);
    older_[i] = old_[i];
    old_[i] = way;
    last_[i] = now;
  }
  ++frames_;
  if (uncounted_ > 0) --uncounted_;
}

void MotionMeter::count(std::size_t joint, const Way& older, const Way& old, const Way& now) {
  JointMotion& most = joints_[joint];
  const auto keep = [](double& largest, double value) { largest = std::max(largest, value); };
  if (frames_ >= 1) {
    keep(most.turnStep, glm::length(now.turn));
    keep(most.moveStep, glm::length(now.move));
  }
  if (frames_ >= 2) {
    keep(most.turnJump, glm::length(now.turn - old.turn) / frameSeconds_);
    keep(most.moveJump, glm::length(now.move - old.move) / frameSeconds_);
  }
  if (frames_ >= 3) {
    keep(most.turnSpike, glm::length(old.turn) - std::max(glm::length(older.turn), glm::length(now.turn)));
    keep(most.moveSpike, glm::length(old.move) - std::max(glm::length(older.move), glm::length(now.move)));
  }
}

}  // namespace engine
