#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>

#include "crossfade/body/detail/humanoid_search.h"
#include "crossfade/skeleton/joint_tree.h"
#include "crossfade/skeleton/local_to_model.h"

namespace crossfade::detail {
namespace {

constexpr double kSamePosition = 0.04;  // of the height: mirrored ends may differ by this
constexpr double kSamePlane = 0.0025;   // of the height: planes that are nearer count as one
constexpr double kApart = 0.02;         // of the height: how far an end is from the middle at least
constexpr double kUneven = 2;           // how strongly bones of unequal length speak against a limb
constexpr double kMostOfShin = 0.75;
constexpr float kByShape = 0.5f;         // confidence
constexpr std::size_t kMostEnds = 1000;  // of chains: no body has more

std::size_t at(int joint) { return static_cast<std::size_t>(joint); }

/// Two ends of chains that mirror each other.
struct EndPair {
  int a = kNoJoint, b = kNoJoint;
  glm::dvec3 middle{0.0};
};

struct Body {
  const Skeleton& skeleton;
  std::vector<glm::dvec3> positions;
  std::vector<int> ends;
  double height = 0;

  explicit Body(const Skeleton& from)
      : skeleton(from),
        positions(jointPositions(from.parents(), from.restLocals())),
        ends(leavesOf(from.parents())),
        height(extentOf(positions).y) {}
  const glm::dvec3& at(int joint) const { return positions[static_cast<std::size_t>(joint)]; }
  double distance(int a, int b) const { return glm::distance(at(a), at(b)); }
};

/// Pairs of leaf joints that differ only along `axis` (0: x, 2: z); their planes of symmetry may differ.
std::vector<EndPair> pairsAcross(const Body& body, int axis) {
  std::vector<EndPair> pairs;
  for (std::size_t i = 0; i < body.ends.size(); ++i)
    for (std::size_t k = i + 1; k < body.ends.size(); ++k) {
      const glm::dvec3 a = body.at(body.ends[i]), b = body.at(body.ends[k]);
      glm::dvec3 beside = b;
      beside[axis] = a[axis];
      if (glm::distance(a, beside) > kSamePosition * body.height) continue;
      if (std::abs(a[axis] - b[axis]) < 2 * kApart * body.height) continue;
      pairs.push_back({body.ends[i], body.ends[k], 0.5 * (a + b)});
    }
  return pairs;
}

/// Those of `pairs`, sorted by their middle, that mirror each other about one plane; each end belongs to one of them.
struct MirroredPairs {
  std::vector<EndPair> pairs;
  std::vector<bool> isTaken;  // by joint
  double distance = 0;        // of their middles from the plane, in total

  void addNear(std::span<const EndPair> sorted, std::size_t plane, int axis, double farthest) {
    const auto away = [&](std::size_t i) { return std::abs(sorted[i].middle[axis] - sorted[plane].middle[axis]); };
    std::size_t below = plane, above = plane + 1;  // the nearest ones that were not looked at
    while (below < sorted.size() || above < sorted.size()) {
      const bool goesDown = below < sorted.size() && (above >= sorted.size() || away(below) <= away(above));
      const std::size_t next = goesDown ? below-- : above++;  // below zero it is larger than any index
      if (away(next) > farthest) return;
      const EndPair& pair = sorted[next];
      if (isTaken[at(pair.a)] || isTaken[at(pair.b)]) continue;
      isTaken[at(pair.a)] = isTaken[at(pair.b)] = true;
      pairs.push_back(pair);
      distance += away(next);
    }
  }
};

/// The pairs that mirror each other in one plane perpendicular to `axis`: the plane with the most pairs, or of equal
/// ones the most exact.
std::vector<EndPair> mirroredEnds(const Body& body, int axis) {
  std::vector<EndPair> sorted = pairsAcross(body, axis);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [axis](const EndPair& a, const EndPair& b) { return a.middle[axis] < b.middle[axis]; });
  MirroredPairs best;
  double last = -std::numeric_limits<double>::infinity();
  for (std::size_t plane = 0; plane < sorted.size(); ++plane) {
    if (sorted[plane].middle[axis] - last < kSamePlane * body.height) continue;
    last = sorted[plane].middle[axis];
    MirroredPairs found{.pairs = {}, .isTaken = std::vector<bool>(body.positions.size())};
    found.addNear(sorted, plane, axis, 0.5 * kSamePosition * body.height);
    const std::size_t count = found.pairs.size(), most = best.pairs.size();
    if (count > most || (count == most && found.distance < best.distance)) best = std::move(found);
  }
  return best.pairs;
}

/// The upper, middle and end joint of a limb: both of its bones are long and about equally so. kNoJoint: too short.
std::array<int, 3> longBones(const Body& body, const std::vector<int>& path) {
  std::array<int, 3> found{kNoJoint, kNoJoint, kNoJoint};
  double best = 0;
  for (std::size_t i = 0; i + 2 < path.size(); ++i)
    for (std::size_t j = i + 1; j + 1 < path.size(); ++j)
      for (std::size_t k = j + 1; k < path.size(); ++k) {
        const double upper = body.distance(path[i], path[j]), lower = body.distance(path[j], path[k]);
        const double score = std::min(upper, lower) - kUneven * std::abs(upper - lower);
        if (score <= best) continue;
        best = score;
        found = {path[i], path[j], path[k]};
      }
  return found;
}

void setLimb(const Body& body, int trunk, int end, HumanJoint first, BodySide side, Humanoid& found) {
  const auto parents = body.skeleton.parents();
  const std::vector<int> path = pathDown(parents, trunk, end);
  std::array<int, 3> joints = longBones(body, path);
  if (joints[0] < 0 && !path.empty()) joints[0] = path.front();
  const auto set = [&](HumanJoint role, int joint) {
    if (joint >= 0) found[onSide(role, side)] = {joint, kByShape};
  };
  const bool isArm = first == HumanJoint::LeftUpperArm;
  const auto endOfLeg = std::find(path.begin(), path.end(), joints[2]);
  if (!isArm && joints[1] >= 0 && *(endOfLeg - 1) != joints[1] &&
      body.distance(joints[1], *(endOfLeg - 1)) > kMostOfShin * body.distance(joints[1], joints[2]))
    joints[2] = *(endOfLeg - 1);  // the bone that ends the leg is the foot
  set(first, joints[0]);
  set(isArm ? HumanJoint::LeftLowerArm : HumanJoint::LeftLowerLeg, joints[1]);
  set(isArm ? HumanJoint::LeftHand : HumanJoint::LeftFoot, joints[2]);
  const auto before = std::find(path.begin(), path.end(), joints[0]);
  if (isArm && before != path.begin() && before != path.end()) set(HumanJoint::LeftShoulder, *(before - 1));
  const auto last = std::find(path.begin(), path.end(), joints[2]);
  if (!isArm && last != path.end() && last + 1 != path.end()) set(HumanJoint::LeftToes, *(last + 1));
}

/// The lowest pair of ends, and of the pairs outside those legs the one with the longest chains.
bool findPairs(const Body& body, const std::vector<EndPair>& pairs, EndPair& feet, EndPair& hands) {
  const auto parents = body.skeleton.parents();
  if (pairs.empty()) return false;
  feet = *std::min_element(pairs.begin(), pairs.end(),
                           [](const EndPair& a, const EndPair& b) { return a.middle.y < b.middle.y; });
  const int hips = commonAncestor(parents, feet.a, feet.b);
  if (hips < 0) return false;
  const std::array legs{pathDown(parents, hips, feet.a).front(), pathDown(parents, hips, feet.b).front()};
  double longest = 0;
  for (const EndPair& pair : pairs) {
    const int chest = commonAncestor(parents, pair.a, pair.b);
    if (chest < 0 || !isAtOrBelow(parents, chest, hips)) continue;
    if (isAtOrBelow(parents, pair.a, legs[0]) || isAtOrBelow(parents, pair.a, legs[1])) continue;
    const std::vector<int> path = pathDown(parents, chest, pair.a);
    double length = 0;
    for (std::size_t i = 1; i < path.size(); ++i) length += body.distance(path[i - 1], path[i]);
    if (length <= longest) continue;
    longest = length;
    hands = pair;
  }
  return hands.a >= 0;
}

/// Where the body looks: from the ankles to the toes; along +z, as glTF has it, if that says nothing.
glm::dvec3 forwardOf(const Body& body, const EndPair& feet) {
  const auto parents = body.skeleton.parents();
  glm::dvec3 forward{0.0};
  for (const int end : {feet.a, feet.b})
    if (const int above = parents[static_cast<std::size_t>(end)]; above >= 0) forward += body.at(end) - body.at(above);
  forward.y = 0;
  return glm::length(forward) > 0.5 * kApart * body.height ? forward : glm::dvec3(0, 0, 1);
}

}  // namespace

Humanoid humanoidByShape(const Skeleton& skeleton) {
  Humanoid found;
  if (skeleton.jointCount() == 0) return found;
  const Body body(skeleton);
  if (!(body.height > 0) || body.ends.size() > kMostEnds) return found;
  const std::vector<EndPair> acrossX = mirroredEnds(body, 0), acrossZ = mirroredEnds(body, 2);
  EndPair feet, hands;
  if (!findPairs(body, acrossX.size() >= acrossZ.size() ? acrossX : acrossZ, feet, hands)) return found;
  const auto parents = skeleton.parents();
  const int hips = commonAncestor(parents, feet.a, feet.b), chest = commonAncestor(parents, hands.a, hands.b);
  const glm::dvec3 left = glm::cross(glm::dvec3(0, 1, 0), forwardOf(body, feet));
  const auto isLeft = [&](int a, int b) { return glm::dot(body.at(a) - body.at(b), left) > 0; };
  const BodySide feetA = isLeft(feet.a, feet.b) ? BodySide::Left : BodySide::Right;
  const BodySide handsA = isLeft(hands.a, hands.b) ? BodySide::Left : BodySide::Right;
  const auto other = [](BodySide side) { return side == BodySide::Left ? BodySide::Right : BodySide::Left; };
  found[HumanJoint::Hips] = {hips, kByShape};
  setLimb(body, hips, feet.a, HumanJoint::LeftUpperLeg, feetA, found);
  setLimb(body, hips, feet.b, HumanJoint::LeftUpperLeg, other(feetA), found);
  setLimb(body, chest, hands.a, HumanJoint::LeftUpperArm, handsA, found);
  setLimb(body, chest, hands.b, HumanJoint::LeftUpperArm, other(handsA), found);
  findTrunk(skeleton, found);
  return found;
}

}  // namespace crossfade::detail
