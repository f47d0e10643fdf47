// How a clip travels (root motion): which joint carries the body, how far and which way it goes per loop, and for a
// clip that runs in place, the speed that its feet imply.
#ifndef CROSSFADE_TRAVEL_ROOT_MOTION_H
#define CROSSFADE_TRAVEL_ROOT_MOTION_H

#include <cstdint>
#include <string_view>
#include <vector>

#include <glm/vec3.hpp>

#include "crossfade/base/export.h"
#include "crossfade/base/glm_settings.h"
#include "crossfade/body/contacts.h"
#include "crossfade/body/feet.h"
#include "crossfade/clip/animation_clip.h"
#include "crossfade/skeleton/skeleton.h"

namespace crossfade {

enum class RootMotionKind : std::uint8_t {
  InPlace,
  Traveling,  // the root ends somewhere else, or goes in a circle
  Turning,    // it faces another way at the end, on the spot
  Jumping,    // root and feet leave the ground; it may travel, too. Running in place and bouncing steps are not jumps:
              // they leave it more than once per loop, end at their starting height, and travel or move the feet in
              // opposition
};
/// "in place", "traveling", "turning", "jumping".
CROSSFADE_API std::string_view nameOf(RootMotionKind kind);

/// A clip is in place if its root, or the ground under its feet, moves less than this fraction of the body's height per
/// loop.
inline constexpr double kLeastTravel = 0.1;
/// A clip that turns by fewer degrees per loop than this keeps its heading.
inline constexpr double kLeastTurn = 10;
/// Feet count only if one of them is in contact for this fraction of the clip.
inline constexpr double kLeastContact = 0.1;

/// Of one clip. Lengths in the file's unit, in model space, y up; times in seconds. Angles are degrees,
/// counterclockwise seen from above.
struct CROSSFADE_API RootMotion {
  int joint = kNoJoint;          // kNoJoint: nothing moves the body as a whole
  double duration = 0;           // of a loop
  double height = 1;             // of the body in the rest pose
  glm::dvec3 displacement{0.0};  // of the root, from the start to the end of a loop
  double turn = 0;               // of a loop; full rotations count
  double facing = 0;             // where the body faces in the rest pose, from +z toward +x; 0 if it has no known legs
  glm::dvec3 rootVelocity{0.0};  // the mean over the loop; if the clip turns, relative to its heading
  glm::dvec3 feetVelocity{0.0};  // what the feet imply on top of the root: the body over the ground; y is 0
  double contactShare = 0;       // the fraction of the loop in which a foot is in contact, or low on its way back
  bool jumps = false;

  bool travels() const;
  bool turns() const;
  RootMotionKind kind() const;
  /// The root's if it travels, else what the feet imply; per second. 0 where neither is known.
  glm::dvec3 velocity() const;
  /// Horizontal, per second.
  double speed() const;
  /// Of the velocity, relative to `facing`, -180 to 180: 0 is forward, 90 to the character's left. 0 if it stands.
  double direction() const;
};

/// Measures clips of one skeleton at 60 samples per second, at most 216,000 (one hour). The root is the joint, at or
/// above the hips, that moves the body and has the most animated joints below it. Contacts: see body/contacts.h.
class CROSSFADE_API RootMotionMeter {
 public:
  /// `skeleton` must outlive the meter. `feet`: whose contacts count. By default those of the legs (findFeet), or else
  /// the lowest leaf joints of the rest pose (findLowestLeaves).
  explicit RootMotionMeter(const Skeleton& skeleton, Feet feet = {});

  /// Additive clips have no root. `contacts` are those of feet() in the clip; the short form detects them.
  RootMotion measure(const AnimationClip& clip, const GroundContacts& contacts) const;
  RootMotion measure(const AnimationClip& clip) const;
  const Feet& feet() const { return feet_; }
  /// The joint that carries the body: the hips, or else the top of the largest branch. kNoJoint without joints.
  int body() const { return body_; }

 private:
  struct Path;
  std::vector<int> candidatesOf(const AnimationClip& clip) const;
  std::vector<Path> pathsOf(const AnimationClip& clip, const std::vector<int>& joints) const;
  bool feetStep(const AnimationClip& clip) const;

  const Skeleton* skeleton_;
  std::vector<int> branchSizes_;  // per joint: itself and all below
  Feet feet_;
  int hips_ = kNoJoint;
  int body_ = kNoJoint;
  double height_ = 1, facing_ = 0;
};

}  // namespace crossfade

#endif  // CROSSFADE_TRAVEL_ROOT_MOTION_H
