// The last stage of a frame, for poses whose feet slide: keeps feet that are down where they are on the ground.
#ifndef CROSSFADE_GROUND_FOOT_LOCK_H
#define CROSSFADE_GROUND_FOOT_LOCK_H

#include <array>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "crossfade/base/export.h"
#include "crossfade/ground/feet.h"
#include "crossfade/ground/foot_slide.h"
#include "crossfade/skeleton/pose.h"

namespace crossfade {

/// Lengths in leg lengths.
struct FootLockOptions {
  double lockSeconds = 0.05;    // until a foot that comes down moves with the ground
  double unlockSeconds = 0.25;  // until a foot that lifts is back in the pose
  double farthest = 0.5;        // from its place in the pose: a foot that would have to be farther away slides
  double floor = 0;             // height of the floor, in units of the model
  double sinks = 0.015;         // how far a sole may sink into the floor; deeper, the foot is raised
  double lowers = 0.12;         // how far the hips go down at most where a leg is too short
};

/// Moves ankles by two-bone IK; feet keep their orientations and roll as they do in the pose. Works on the slip of the
/// sole's lowest points instead of a locked position, and eases in and out with the velocity that there is, so nothing
/// jumps. A foot that does not slip leaves its leg as it is, bit for bit. Without calls it costs nothing.
class CROSSFADE_API FootLock {
 public:
  FootLock(const Skeleton& skeleton, Feet feet, FootLockOptions options = {});

  /// `pose` is `delta` seconds after the last one. No allocation. To switch the lock off without a jump, pass a state
  /// with no foot down until isSettled().
  void apply(double delta, const GroundState& ground, Pose& pose);
  /// The next pose is not the continuation of the last one: a cut, or the loop of a clip that travels. Feet go back to
  /// their places in the pose at once.
  void restart();
  /// Feet and hips are at their places in the pose.
  bool isSettled() const;
  /// How far a foot is from its place in the pose, in model space; y = 0.
  const glm::dvec3& offsetOf(std::size_t foot) const { return feetStates_[foot].offset; }

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
  void turn(int joint, const glm::dquat& rotation, Pose& pose) const;
  bool isBelow(int joint, int ancestor) const;

  std::vector<int> parents_;
  Feet feet_;
  FootLockOptions options_;
  bool hasLast_ = false;
  std::vector<glm::mat4> models_;  // of the pose before the lock
  std::vector<FootState> feetStates_;
  double lowered_ = 0, loweringSpeed_ = 0;  // of the hips
  std::vector<Leg> legs_;                   // of this frame
};

}  // namespace crossfade

#endif  // CROSSFADE_GROUND_FOOT_LOCK_H
