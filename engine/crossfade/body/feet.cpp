#include "crossfade/body/feet.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <glm/geometric.hpp>

#include "crossfade/base/assert.h"
#include "crossfade/math/rotation.h"
#include "crossfade/skeleton/joint_tree.h"
#include "crossfade/skeleton/local_to_model.h"

namespace crossfade {
namespace {

// Proportions of a shod foot, in distances from ankle to ball along the floor.
constexpr double kHeelBehindAnkle = 0.4, kTipBeyondBall = 0.55;
constexpr double kFootOfLeg = 0.15;     // ankle to ball, in leg lengths, where there is no toe joint
constexpr double kHighestAnkle = 0.3;   // leg lengths above a floor at 0
constexpr double kShortestFoot = 0.02;  // leg lengths; below, the direction of ankle to ball says nothing
constexpr double kLowLeaf = 0.08;    // of the height: leaf joints this near to the lowest one stand on the floor, too
constexpr double kLegOfBody = 0.47;  // of the height, from hip to ankle
constexpr double kFlatBody = 0.1;    // of its longest side: a body this low lies
constexpr std::size_t kFewestFeet = 2;  // a fish or a snake has one lowest joint, and does not walk on it
constexpr std::size_t kMostFeet = 16;   // no body stands on more; a scene does
const glm::dvec3 kUp{0, 1, 0};

class SoleFinder {
 public:
  SoleFinder(const Skeleton& skeleton, std::span<const Transform> standing)
      : skeleton_(skeleton), models_(standing.size()) {
    localToModel(skeleton.parents(), standing, models_);
  }

  glm::dvec3 at(int joint) const { return glm::dvec3(models_[static_cast<std::size_t>(joint)][3]); }
  double legLength(const Foot& foot) const {
    return glm::distance(at(foot.hip), at(foot.knee)) + glm::distance(at(foot.knee), at(foot.ankle));
  }

  /// `ahead`: where the body faces.
  void findSoles(const glm::dvec3& ahead, Feet& feet) const {
    const double floor = floorOf(feet);
    for (Foot& foot : feet.feet) {
      const int ball = foot.toe != kNoJoint ? foot.toe : childOf(foot.ankle);
      const glm::dvec3 ankle = at(foot.ankle);
      glm::dvec3 way = ball != kNoJoint ? horizontal(at(ball) - ankle) : glm::dvec3(0);
      if (!(glm::length(way) > kShortestFoot * feet.legLength)) way = ahead * (kFootOfLeg * feet.legLength);
      const auto onFloor = [floor](const glm::dvec3& v) { return glm::dvec3(v.x, floor, v.z); };
      foot.sole[kHeel] = fixedTo(foot.ankle, onFloor(ankle - way * kHeelBehindAnkle));
      foot.sole[kBall] = fixedTo(foot.ankle, onFloor(ankle + way));
      foot.sole[kTip] =
          fixedTo(foot.toe != kNoJoint ? foot.toe : foot.ankle, onFloor(ankle + way * (1 + kTipBeyondBall)));
      foot.pole = inSpaceOf(foot.hip, poleOf(foot, glm::normalize(way)));
    }
  }

 private:
  double floorOf(const Feet& feet) const {
    double low = INFINITY;
    for (const Foot& foot : feet.feet) {
      low = std::min(low, at(foot.ankle).y);
      if (foot.toe != kNoJoint) low = std::min(low, at(foot.toe).y);
    }
    const double tolerance = 0.01 * feet.legLength;
    return low > -tolerance && low < kHighestAnkle * feet.legLength ? 0 : low;
  }

  /// The knee's own bend if the leg has one, else where the foot points; any way if that is along the leg.
  glm::dvec3 poleOf(const Foot& foot, const glm::dvec3& footAhead) const {
    const glm::dvec3 leg = at(foot.ankle) - at(foot.hip), thigh = at(foot.knee) - at(foot.hip);
    const double length = glm::length(leg);
    if (!(length > 0)) return footAhead;
    const glm::dvec3 along = leg / length;
    const glm::dvec3 bend = thigh - along * glm::dot(thigh, along);
    if (glm::length(bend) > 0.01 * length && glm::dot(bend, footAhead) > 0) return glm::normalize(bend);
    const glm::dvec3 across = footAhead - along * glm::dot(footAhead, along);
    return glm::length(across) > 1e-6 ? glm::normalize(across) : anyPerpendicular(along);
  }

  int childOf(int joint) const {
    const auto parents = skeleton_.parents();
    const auto child = std::find(parents.begin(), parents.end(), joint);
    return child == parents.end() ? kNoJoint : static_cast<int>(child - parents.begin());
  }
  std::optional<glm::dmat3> backTo(int joint) const {
    return inverseOf(glm::dmat4(models_[static_cast<std::size_t>(joint)]));
  }
  /// In a joint that is scaled to nothing: at its origin.
  SolePoint fixedTo(int joint, const glm::dvec3& point) const {
    const std::optional<glm::dmat3> back = backTo(joint);
    return {joint, back ? *back * (point - at(joint)) : glm::dvec3(0.0)};
  }
  glm::dvec3 inSpaceOf(int joint, const glm::dvec3& direction) const {
    const std::optional<glm::dmat3> back = backTo(joint);
    return back ? glm::normalize(*back * direction) : direction;
  }

  const Skeleton& skeleton_;
  std::vector<glm::mat4> models_;
};

/// Of each joint, whether it is `top` or below it. Time does not grow with depth.
std::vector<bool> isInSubtree(std::span<const int> parents, int top) {
  std::vector<bool> below(parents.size());
  for (std::size_t i = 0; i < parents.size(); ++i) {
    const int parent = parents[i];
    below[i] = static_cast<int>(i) == top || (parent >= 0 && below[static_cast<std::size_t>(parent)]);
  }
  return below;
}

}  // namespace

Feet findFeet(const Skeleton& skeleton, const Humanoid& given, std::span<const Transform> standing) {
  const Humanoid body = within(given, skeleton.jointCount());
  const bool fits = standing.size() == skeleton.restLocals().size();
  CROSSFADE_ASSERT(standing.empty() || fits, "findFeet: the standing pose has not one transform per joint");
  if (!fits) standing = skeleton.restLocals();
  const SoleFinder finder(skeleton, standing);
  Feet feet{.feet = {}, .hips = body.jointOf(HumanJoint::Hips)};
  for (const BodySide side : {BodySide::Left, BodySide::Right}) {
    const auto joint = [&](HumanJoint left) { return body.jointOf(onSide(left, side)); };
    Foot foot{.name = side == BodySide::Left ? "left" : "right",
              .hip = joint(HumanJoint::LeftUpperLeg),
              .knee = joint(HumanJoint::LeftLowerLeg),
              .ankle = joint(HumanJoint::LeftFoot),
              .toe = joint(HumanJoint::LeftToes),
              .sole = {}};
    if (foot.hip == kNoJoint || foot.knee == kNoJoint || foot.ankle == kNoJoint) continue;
    feet.legLength += finder.legLength(foot);
    feet.feet.push_back(std::move(foot));
  }
  if (feet.isEmpty()) return feet;
  feet.legLength /= static_cast<double>(feet.feet.size());
  if (!(feet.legLength > 0)) return {};
  const glm::dvec3 ahead = glm::cross(leftOf(body, jointPositions(skeleton.parents(), standing)), kUp);
  finder.findSoles(glm::length(ahead) > 0 ? glm::normalize(ahead) : glm::dvec3(0, 0, 1), feet);
  return feet;
}

Feet findLowestLeaves(const Skeleton& skeleton, int top) {
  Feet feet{.feet = {}, .hips = top};
  const double height = bodyHeight(skeleton, top);
  const auto positions = jointPositions(skeleton.parents(), skeleton.restLocals());
  std::vector<int> leaves = leavesOf(skeleton.parents());
  const std::vector<bool> below = isInSubtree(skeleton.parents(), top);
  std::erase_if(leaves, [&](int leaf) { return leaf == top || !below[static_cast<std::size_t>(leaf)]; });
  double lowest = INFINITY;
  const auto heightOf = [&](int leaf) { return positions[static_cast<std::size_t>(leaf)].y; };
  for (const int leaf : leaves) lowest = std::min(lowest, heightOf(leaf));
  for (const int leaf : leaves) {
    if (heightOf(leaf) > lowest + kLowLeaf * height) continue;
    const SolePoint point{.joint = leaf};
    feet.feet.push_back({.name = skeleton.name(leaf), .ankle = leaf, .sole = {point, point, point}});
    if (feet.feet.size() > kMostFeet) break;
  }
  if (feet.feet.size() < kFewestFeet || feet.feet.size() > kMostFeet) return {.feet = {}, .hips = top};
  feet.legLength = kLegOfBody * height;
  return feet;
}

double bodyHeight(const Skeleton& skeleton, int top) {
  const auto positions = jointPositions(skeleton.parents(), skeleton.restLocals());
  const std::vector<bool> below = isInSubtree(skeleton.parents(), top);
  std::vector<glm::dvec3> body;
  for (std::size_t i = 0; i < below.size(); ++i)
    if (below[i]) body.push_back(positions[i]);
  const glm::dvec3 size = extentOf(body);
  const double longest = std::max({size.x, size.y, size.z});
  if (!(longest > 1e-6) || !std::isfinite(longest)) return 1;
  return size.y > kFlatBody * longest ? size.y : longest;
}

}  // namespace crossfade
