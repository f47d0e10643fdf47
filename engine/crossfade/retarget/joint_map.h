// Which joint of one skeleton moves which joint of another.
#ifndef CROSSFADE_RETARGET_JOINT_MAP_H
#define CROSSFADE_RETARGET_JOINT_MAP_H

#include <string>
#include <string_view>
#include <vector>

#include <glm/gtc/quaternion.hpp>

#include "crossfade/base/export.h"
#include "crossfade/base/glm_settings.h"
#include "crossfade/body/humanoid.h"
#include "crossfade/math/transform.h"

namespace crossfade {

/// How a target joint is brought into the source's reference pose before motion is transferred.
enum class PoseAlignment {
  Keep,    // stays as it stands in its own reference pose: trunk, head, shoulders
  Follow,  // goes along with its parent: hands, toes, everything that is not part of a body
  Bone,    // its bone gets the direction of the source's, by the smallest rotation: arms, legs, fingers
  Level,   // stays level and turns about the vertical to the source's direction: feet
};

/// One target joint and what moves it.
struct JointPair {
  int target = kNoJoint;
  int source = kNoJoint;
  /// Where one skeleton has more joints in a chain than the other: this joint's rotation is a mix of `source` and
  /// `upperSource`, with `share` (0 to 1) of the latter.
  int upperSource = kNoJoint;
  float share = 0;
  /// A twist joint: turns as `source` does, and about the bone that it is on by `share` of what `upperSource` is
  /// twisted against it. So the skin of a forearm is wrung evenly, not all of it at the wrist.
  bool sharesTwistOnly = false;
  PoseAlignment alignment = PoseAlignment::Follow;
  /// A rotation in model space on top of the alignment, for what it gets wrong.
  glm::quat adjustment = makeQuat(0, 0, 0, 1);
  /// The target joint that carries this one, if that is not an ancestor: the lower leg, for a foot of an IK rig.
  int carrier = kNoJoint;
  float confidence = 1;  // 0 to 1
  friend bool operator==(const JointPair&, const JointPair&) = default;
};

/// At most one pair per target joint, in the order of the target's joints. One source may move several joints.
struct JointMap {
  std::vector<JointPair> pairs;

  const JointPair* find(int target) const;
  friend bool operator==(const JointMap&, const JointMap&) = default;
};

/// Maps two human bodies part by part and spreads the joints of the spine and the neck evenly where their numbers
/// differ; maps all other joints by equal names. Twist joints of the target's arms and legs that are left share the
/// twist by where they are on their bone. With `mirrored` the left of one moves the right of the other. If one
/// of the skeletons is no human body, maps by names alone: equal ones, or else those that are equal without case and
/// without what comes before the last ':' or '|'. Empty if nothing fits.
CROSSFADE_API JointMap guessJointMap(const Skeleton& source, const Skeleton& target, bool mirrored = false);
CROSSFADE_API JointMap guessJointMap(const Skeleton& source, const Humanoid& sourceBody, const Skeleton& target,
                                     const Humanoid& targetBody, bool mirrored = false);

/// What is wrong with a map, in one sentence; empty if nothing: an index out of range, a target that occurs twice or
/// out of order, a carrier that is not mapped or is carried itself, a share outside 0 to 1, an adjustment that is not
/// finite.
CROSSFADE_API std::string findError(const JointMap& map, const Skeleton& source, const Skeleton& target);

/// "keep", "follow", "bone", "level".
CROSSFADE_API std::string_view nameOf(PoseAlignment alignment);

}  // namespace crossfade

#endif  // CROSSFADE_RETARGET_JOINT_MAP_H
