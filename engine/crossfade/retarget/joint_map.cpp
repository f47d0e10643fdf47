#include "crossfade/retarget/joint_map.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string>
#include <unordered_map>

#include <glm/geometric.hpp>

#include "crossfade/skeleton/joint_tree.h"
#include "crossfade/skeleton/local_to_model.h"

namespace crossfade {
namespace {

constexpr float kByChain = 0.8f;  // confidence of joints that are spread over a chain
constexpr double kOffBone = 0.2;  // of a bone: how far beside it, or beyond its ends, a twist joint may be

std::string plainName(std::string_view name) {
  const std::size_t prefix = name.find_last_of(":|");
  std::string plain(prefix == std::string_view::npos ? name : name.substr(prefix + 1));
  std::transform(plain.begin(), plain.end(), plain.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return plain;
}

PoseAlignment alignmentOf(HumanJoint joint) {
  const HumanJoint left = joint >= HumanJoint::RightShoulder ? mirrorOf(joint) : joint;
  switch (left) {
    case HumanJoint::Hips:
    case HumanJoint::Head:
    case HumanJoint::LeftShoulder:
      return PoseAlignment::Keep;
    case HumanJoint::LeftFoot:
      return PoseAlignment::Level;
    case HumanJoint::LeftToes:
      return PoseAlignment::Follow;
    default:
      return PoseAlignment::Bone;
  }
}

class MapMaker {
 public:
  MapMaker(const Skeleton& source, const Skeleton& target)
      : source_(source),
        target_(target),
        positions_(jointPositions(target.parents(), target.restLocals())),
        pairs_(static_cast<std::size_t>(target.jointCount())) {}

  void add(const JointPair& pair) {
    JointPair& kept = pairs_[static_cast<std::size_t>(pair.target)];
    if (kept.target < 0) kept = pair;
  }

  void addBodies(const Humanoid& from, const Humanoid& to, bool mirrored) {
    for (int i = 0; i < kHumanJointCount; ++i) {
      const auto role = static_cast<HumanJoint>(i);
      const HumanJointGuess &source = from[mirrored ? mirrorOf(role) : role], &target = to[role];
      if (source.joint < 0 || target.joint < 0) continue;
      add({.target = target.joint,
           .source = source.joint,
           .alignment = alignmentOf(role),
           .carrier = carrierOf(to, role),
           .confidence = std::min(source.confidence, target.confidence)});
    }
    const int hips = from.jointOf(HumanJoint::Hips);
    spread(from.spine, to.spine, hips);
    spread(from.neck, to.neck, from.spine.empty() ? hips : from.spine.back());
  }

  /// The joints that have no pair yet, by name; for a mirrored map only those in the middle.
  void addNames(PoseAlignment alignment, bool mirrored) {
    std::unordered_map<std::string, int> exact, plain;
    for (int i = source_.jointCount() - 1; i >= 0; --i) {  // of several, the first
      if (!source_.name(i).empty()) exact[source_.name(i)] = i;
      if (const std::string name = plainName(source_.name(i)); !name.empty()) plain[name] = i;
    }
    for (int i = 0; i < target_.jointCount(); ++i) {
      if (mirrored && sideOf(target_.name(i))) continue;
      if (const auto found = exact.find(target_.name(i)); found != exact.end())
        add({.target = i, .source = found->second, .alignment = alignment});
      else if (const auto same = plain.find(plainName(target_.name(i))); same != plain.end())
        add({.target = i, .source = same->second, .alignment = alignment, .confidence = 0.9f});
    }
  }

  /// Twist joints of the target's arms and legs that have no pair yet.
  void addTwists(const Humanoid& from, const Humanoid& to, bool mirrored) {
    const auto sourceOf = [&](HumanJoint role) { return from.jointOf(mirrored ? mirrorOf(role) : role); };
    const int chest = from.spine.empty() ? from.jointOf(HumanJoint::Hips) : from.spine.back();
    for (const HumanJoint left :
         {HumanJoint::LeftUpperArm, HumanJoint::LeftLowerArm, HumanJoint::LeftUpperLeg, HumanJoint::LeftLowerLeg})
      for (const HumanJoint limb : {left, mirrorOf(left)}) {
        const auto next = static_cast<HumanJoint>(static_cast<int>(limb) + 1);
        const bool isUpper = left == HumanJoint::LeftUpperArm || left == HumanJoint::LeftUpperLeg;
        int other = sourceOf(next);
        if (left == HumanJoint::LeftUpperArm) other = sourceOf(static_cast<HumanJoint>(static_cast<int>(limb) - 1));
        if (left == HumanJoint::LeftUpperArm && other == kNoJoint) other = chest;
        if (left == HumanJoint::LeftUpperLeg) other = from.jointOf(HumanJoint::Hips);
        if (sourceOf(limb) != kNoJoint && other != kNoJoint)
          addTwists(to.jointOf(limb), to.jointOf(next), {sourceOf(limb), other}, isUpper);
      }
  }

  JointMap take() {
    std::erase_if(pairs_, [](const JointPair& pair) { return pair.target < 0; });
    return {std::move(pairs_)};
  }

 private:
  /// Those on the bone between two joints of the target. The lower bone of a limb is wrung by what is at its end; the
  /// upper one is turned as a whole, and most of all kept from it where it begins.
  void addTwists(int joint, int end, std::array<int, 2> sources, bool isUpper) {
    if (joint < 0 || end < 0) return;
    const glm::dvec3 start(positions_[static_cast<std::size_t>(joint)]);
    const glm::dvec3 bone = glm::dvec3(positions_[static_cast<std::size_t>(end)]) - start;
    const double length = glm::length(bone);
    for (int i = joint + 1; i < target_.jointCount() && length > 0; ++i) {
      const bool isBetween = isAtOrBelow(target_.parents(), end, i);
      if (i == end || !isBelowOnly(i, joint) || !(isBetween || saysTwist(target_.name(i)))) continue;
      const glm::dvec3 away = glm::dvec3(positions_[static_cast<std::size_t>(i)]) - start;
      const double along = glm::dot(away, bone) / (length * length);
      if (along < -kOffBone || along > 1 + kOffBone || glm::length(away - along * bone) > kOffBone * length) continue;
      add({.target = i,
           .source = sources[0],
           .upperSource = sources[1],
           .share = static_cast<float>(std::clamp(isUpper ? 1 - along : along, 0.0, 1.0)),
           .sharesTwistOnly = true,
           .confidence = kByChain});
    }
  }
  /// Whether all that is between a joint and `above`, and the joint itself, has no pair but one for twist.
  bool isBelowOnly(int joint, int above) const {
    for (; joint >= 0 && joint != above; joint = target_.parents()[static_cast<std::size_t>(joint)]) {
      const JointPair& pair = pairs_[static_cast<std::size_t>(joint)];
      if (pair.target >= 0 && !pair.sharesTwistOnly) return false;
    }
    return joint == above;
  }
  /// The joint at the other end of the bone that ends here, if it is no ancestor.
  int carrierOf(const Humanoid& body, HumanJoint role) const {
    const HumanJoint left = role >= HumanJoint::RightShoulder ? mirrorOf(role) : role;
    if (left != HumanJoint::LeftHand && left != HumanJoint::LeftFoot) return kNoJoint;
    const int joint = body.jointOf(role), above = body.jointOf(static_cast<HumanJoint>(static_cast<int>(role) - 1));
    for (int i = joint; i >= 0; i = target_.parents()[static_cast<std::size_t>(i)])
      if (i == above) return kNoJoint;
    return above;
  }

  /// The i-th of n joints is at i/n of the chain; so is what moves it.
  void spread(const std::vector<int>& from, const std::vector<int>& to, int below) {
    for (std::size_t i = 1; i <= to.size() && !from.empty(); ++i) {
      const double at = static_cast<double>(i * from.size()) / static_cast<double>(to.size());
      const auto whole = static_cast<std::size_t>(at);
      const auto share = static_cast<float>(at - static_cast<double>(whole));
      const int lower = whole == 0 ? below : from[whole - 1];
      JointPair pair{.target = to[i - 1], .source = lower, .alignment = PoseAlignment::Keep, .confidence = kByChain};
      if (share > 1e-6f) {
        pair.upperSource = from[whole];
        pair.share = share;
      } else if (from.size() == to.size()) {
        pair.confidence = 1;
      }
      add(pair);
    }
  }

  const Skeleton& source_;
  const Skeleton& target_;
  std::vector<glm::dvec3> positions_;  // of the target's joints, at rest
  std::vector<JointPair> pairs_;       // by target joint
};

std::string nameIn(const Skeleton& skeleton, int joint) {
  return joint >= 0 && joint < skeleton.jointCount() ? "'" + skeleton.name(joint) + "'" : std::to_string(joint);
}

/// Whether the joint is mapped, and neither it nor one above it is carried.
bool canCarry(const JointMap& map, const Skeleton& target, int carrier) {
  if (!map.find(carrier)) return false;
  for (int i = carrier; i >= 0; i = target.parents()[static_cast<std::size_t>(i)])
    if (const JointPair* pair = map.find(i); pair && pair->carrier >= 0) return false;
  return true;
}

}  // namespace

const JointPair* JointMap::find(int target) const {
  const auto found = std::lower_bound(pairs.begin(), pairs.end(), target,
                                      [](const JointPair& pair, int joint) { return pair.target < joint; });
  return found != pairs.end() && found->target == target ? &*found : nullptr;
}

JointMap guessJointMap(const Skeleton& source, const Skeleton& target, bool mirrored) {
  return guessJointMap(source, findHumanoid(source), target, findHumanoid(target), mirrored);
}

JointMap guessJointMap(const Skeleton& source, const Humanoid& ofSource, const Skeleton& target,
                       const Humanoid& ofTarget, bool mirrored) {
  const Humanoid sourceBody = within(ofSource, source.jointCount());
  const Humanoid targetBody = within(ofTarget, target.jointCount());
  MapMaker map(source, target);
  const bool areHuman = sourceBody.isKnown() && targetBody.isKnown();
  if (areHuman) map.addBodies(sourceBody, targetBody, mirrored);
  map.addNames(areHuman ? PoseAlignment::Follow : PoseAlignment::Bone, mirrored);
  if (areHuman) map.addTwists(sourceBody, targetBody, mirrored);
  return map.take();
}

std::string findError(const JointMap& map, const Skeleton& source, const Skeleton& target) {
  int last = -1;
  for (const JointPair& pair : map.pairs) {
    const auto where = "the joint map, target " + nameIn(target, pair.target) + ": ";
    if (pair.target < 0 || pair.target >= target.jointCount()) return where + "the skeleton has no such joint";
    if (pair.target == last) return where + "is mapped twice";
    if (pair.target < last) return where + "is out of order";
    if (pair.source < 0 || pair.source >= source.jointCount())
      return where + "source joint " + std::to_string(pair.source) + " does not exist";
    if (pair.upperSource >= source.jointCount())
      return where + "source joint " + std::to_string(pair.upperSource) + " does not exist";
    if (!(pair.share >= 0 && pair.share <= 1)) return where + "its share is not between 0 and 1";
    const glm::quat& adjusted = pair.adjustment;
    if (!std::isfinite(adjusted.x + adjusted.y + adjusted.z + adjusted.w))
      return where + "its adjustment is not finite";
    if (pair.carrier >= target.jointCount())
      return where + "what carries it, " + std::to_string(pair.carrier) + ", does not exist";
    if (pair.carrier >= 0 && !canCarry(map, target, pair.carrier))
      return where + "what carries it, " + nameIn(target, pair.carrier) + ", is not mapped or is carried itself";
    last = pair.target;
  }
  return {};
}

std::string_view nameOf(PoseAlignment alignment) {
  switch (alignment) {
    case PoseAlignment::Keep:
      return "keep";
    case PoseAlignment::Follow:
      return "follow";
    case PoseAlignment::Bone:
      return "bone";
    case PoseAlignment::Level:
      return "level";
  }
  return "";
}

}  // namespace crossfade
