#include "crossfade/body/two_bones.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>

#include "crossfade/math/rotation.h"

namespace crossfade {
namespace {

constexpr double kLongestReach = 0.9995;  // of the length
constexpr double kShortestReach = 1e-3;   // of the length, beyond the difference of both bones
constexpr double kStraight = 1e-3;      // of the length: the middle joint is this close to the line; no plane is known
constexpr double kFlipsWithin = 0.002;  // of the length

glm::dvec3 perpendicular(const glm::dvec3& v, const glm::dvec3& along) { return v - along * glm::dot(v, along); }

/// Of the corner between sides `a` and `b` of a triangle, opposite to `c`.
double corner(double a, double b, double c) {
  return std::acos(std::clamp((a * a + b * b - c * c) / (2 * a * b), -1.0, 1.0));
}

/// The plane of the limb: which way its middle joint is off the line, on the side of the pole.
struct Bend {
  glm::dvec3 direction;     // a unit vector across the line
  bool bendsToPole = true;  // false: the limb is bent the wrong way, as blends of poses may bend it
};

Bend bendOf(const TwoBones& bones, const glm::dvec3& along, const glm::dvec3& pole, double length) {
  glm::dvec3 bend = perpendicular(bones.middle - bones.root, along);
  const bool bendsToPole = glm::dot(bend, pole) >= 0;
  if (!bendsToPole) bend = -bend;
  const double missing = kStraight * length - glm::length(bend);
  const glm::dvec3 hint = perpendicular(pole, along);
  const double size = glm::length(hint);
  if (missing > 0 && size > 0) bend += hint * (missing / size);
  const double bent = glm::length(bend);
  return {bent > 1e-9 * length ? bend / bent : anyPerpendicular(along), bendsToPole};
}

}  // namespace

double softReach(double wanted, double current, double length) {
  const double soft = std::max(kSoftReach * length, std::min(current, length));
  if (wanted <= soft) return wanted;
  const double room = kLongestReach * length - soft;
  return room > 0 ? soft + room * (1 - std::exp(-(wanted - soft) / room)) : soft;
}

TwoBoneTurn solveTwoBones(const TwoBones& bones, const glm::dvec3& target, const glm::dvec3& pole) {
  const double upper = glm::distance(bones.root, bones.middle), lower = glm::distance(bones.middle, bones.end);
  const double length = upper + lower, current = glm::distance(bones.root, bones.end);
  TwoBoneTurn turn{.middle = bones.middle, .end = bones.end};
  if (!(upper > 0 && lower > 0)) return turn;
  const glm::dvec3 along =
      current > 1e-9 * length ? (bones.end - bones.root) / current : glm::normalize(bones.middle - bones.root);
  const Bend bend = bendOf(bones, along, pole, length);
  const glm::dvec3 axis = glm::cross(along, bend.direction);

  const glm::dvec3 way = target - bones.root;
  const double wanted = glm::length(way);
  const double shortest = std::min(current, std::abs(upper - lower) + kShortestReach * length);
  const double reach = std::max(softReach(wanted, current, length), shortest);
  const double side = bend.bendsToPole ? 1 : -1;
  // A limb that bends the wrong way stays so at its full reach, and flips to the pole's side as it shortens.
  const double turned =
      bend.bendsToPole ? 1 : 1 - 2 * std::exp(-std::max(current - reach, 0.0) / (kFlipsWithin * length));
  const double atRoot = turned * corner(upper, reach, lower);
  const double atMiddle = turned * (std::numbers::pi - corner(upper, lower, reach));
  const double openUpper = atRoot - side * corner(upper, std::max(current, 1e-9 * length), lower);
  const double openMiddle = side * (std::numbers::pi - corner(upper, lower, current)) - atMiddle;

  // Within the plane of the bend: the upper bone by its angle at the root, the lower one by that and the middle's.
  const glm::dquat bendUpper = fromRotationVector(axis * openUpper);
  const glm::dquat bendLower = fromRotationVector(axis * (openUpper + openMiddle));
  const glm::dvec3 end = bendUpper * (bones.middle - bones.root) + bendLower * (bones.end - bones.middle);
  const double reached = glm::length(end);
  const glm::dquat swung =
      reached > 1e-9 * length && wanted > 1e-9 * length ? shortestArc(end, way, axis) : makeDoubleQuat(0, 0, 0, 1);
  turn.upper = swung * bendUpper;
  turn.lower = swung * bendLower;
  turn.middle = bones.root + turn.upper * (bones.middle - bones.root);
  turn.end = turn.middle + turn.lower * (bones.end - bones.middle);
  return turn;
}

}  // namespace crossfade
