// The last stage of a frame, for poses whose feet slide: keeps feet in contact where they touched the ground.
#ifndef CROSSFADE_GROUND_FOOT_LOCK_H
#define CROSSFADE_GROUND_FOOT_LOCK_H

#include <array>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "crossfade/base/export.h"
#include "crossfade/base/glm_settings.h"
#include "crossfade/body/feet.h"
#include "crossfade/ground/foot_slide.h"
#include "crossfade/skeleton/pose.h"

namespace crossfade {

/// Lengths in leg lengths.
struct FootLockOptions {
  double lockSeconds = 0.05;    // after a strike, until the foot moves with the ground
  double unlockSeconds = 0.25;  // after the toe-off, until the foot is back in the pose
  double farthest = 0.5;        // the largest offset from the pose: beyond it, the foot slides
  double floor = 0;             // height of the floor, in units of the model
  double sinks = 0.015;         // how far a sole may sink into the floor; deeper, the foot is raised
  double lowers = 0.12;         // how far the hips go down at most where a leg is too short
};

/// Moves ankles by two-bone IK; feet keep their orientations and roll as they do in the pose. Adds up the slip of the
/// sole's lowest points over the ground and moves the ankle back by it, so no locked position has to be chosen, blended
/// or released. Eases in and out with the current velocity, so nothing jumps. A foot that does not slip leaves its leg
/// as it is, bit for bit; feet without legs are skipped.
class CROSSFADE_API FootLock {
 public:
  FootLock(const Skeleton& skeleton, Feet feet, FootLockOptions options = {});

  /// `pose` is `delta` seconds after the last one; one of another size is left as it is. No allocation. To switch the
  /// lock off without a jump, pass a state with no foot in contact until isSettled().
  void apply(double delta, const GroundState& ground, Pose& pose);
  /// The next pose does not continue the last one: a cut, or the loop of a clip that travels. All offsets are dropped
  /// at once.
  void restart();
  /// Nothing is left to undo: feet and hips are where the pose has them.
  bool isSettled() const;
  /// Shows a visitor every value that the next poses depend on, by reference and in an order that never changes: to
  /// save them, and to put them back into a lock of the same feet. each(double&), each(bool&).
  template <class Visitor>
  void visit(Visitor&& each);
  /// From where the pose has a foot to where it is held, in model space; y = 0. Of a foot that does not exist: 0.
  glm::dvec3 offsetOf(std::size_t foot) const {
    return foot < feetStates_.size() ? feetStates_[foot].offset : glm::dvec3(0.0);
  }

 private:
  struct FootState {
    std::array<glm::dvec3, kSolePoints> sole{};  // in the last pose
    glm::dvec3 offset{0.0}, velocity{0.0};       // of the offset, per second
    bool locked = false;
    double since = 0;                                 // seconds in this state
    glm::dvec3 startOffset{0.0}, startVelocity{0.0};  // locked: the velocity relative to the slip
  };
  struct Leg {
    glm::dvec3 hip, knee, ankle, target;
    bool moves = false;
  };

  glm::dvec3 slipOf(std::size_t foot, double delta, const glm::dvec3& ground);
  void advance(FootState& state, double delta, bool isDown, const glm::dvec3& slip) const;
  glm::dvec3 held(const glm::dvec3& offset, const glm::dvec3& velocity) const;
  double heightOf(std::size_t foot) const;
  double liftOf(std::size_t foot) const;
  double lowering() const;
  void lowerHips(double needed, double delta);
  void placeHips(Pose& pose) const;
  void placeLeg(std::size_t foot, Pose& pose) const;
  glm::dvec3 at(int joint) const { return glm::dvec3(models_[static_cast<std::size_t>(joint)][3]); }
  void move(int joint, const glm::dvec3& by, Pose& pose) const;
  void turn(int joint, const glm::dquat& rotation, Pose& pose) const;

  std::vector<int> parents_;
  Feet feet_;
  FootLockOptions options_;
  bool hasLast_ = false;
  std::vector<glm::mat4> models_;  // of the pose before the lock
  std::vector<FootState> feetStates_;
  double lowered_ = 0, loweringSpeed_ = 0;  // of the hips
  std::vector<Leg> legs_;                   // of this frame
};

template <class Visitor>
void FootLock::visit(Visitor&& each) {
  const auto vector = [&each](glm::dvec3& v) {
    for (int axis = 0; axis < 3; ++axis) each(v[axis]);
  };
  each(hasLast_);
  each(lowered_);
  each(loweringSpeed_);
  for (FootState& state : feetStates_) {
    for (glm::dvec3& point : state.sole) vector(point);
    for (glm::dvec3* const v : {&state.offset, &state.velocity, &state.startOffset, &state.startVelocity}) vector(*v);
    each(state.locked);
    each(state.since);
  }
}

}  // namespace crossfade

#endif  // CROSSFADE_GROUND_FOOT_LOCK_H
