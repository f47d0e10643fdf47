#include "crossfade/ground/two_bones.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>

#include "crossfade/math/rotation_vector.h"

namespace crossfade {
namespace {

constexpr double kLongestReach = 0.9995;  // of the length
constexpr double kShortestReach = 1e-3;   // of the length, beyond the difference of both bones
constexpr double kStraight = 1e-3;     // of the length: the middle joint is this close to the line; no plane is known
constexpr double kComesRound = 0.002;  // of the length

glm::dvec3 perpendicular(const glm::dvec3& v, const glm::dvec3& along) { return v - along * glm::dot(v, along); }

glm::dvec3 anyPerpendicular(const glm::dvec3& along) {
  const glm::dvec3 axis = std::abs(along.x) < 0.6 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
  return glm::normalize(perpendicular(axis, along));
}

/// The smallest rotation from one unit vector to another; opposite ones turn about `axis`.
glm::dquat swing(const glm::dvec3& from, const glm::dvec3& to, const glm::dvec3& axis) {
  const glm::dvec3 cross = glm::cross(from, to);
  const double sine = glm::length(cross), cosine = glm::dot(from, to);
  if (sine > 1e-12) return fromRotationVector(cross / sine * std::atan2(sine, cosine));
  return cosine > 0 ? makeDoubleQuat(0, 0, 0, 1) : fromRotationVector(axis * std::numbers::pi);
}

/// Of the corner between sides `a` and `b` of a triangle, opposite to `c`.
double corner(double a, double b, double c) {
  return std::acos(std::clamp((a * a + b * b - c * c) / (2 * a * b), -1.0, 1.0));
}

/// The plane of the limb: which way its middle joint is off the line, seen forward.
struct Bend {
  glm::dvec3 direction;   // a unit vector across the line
  bool isForward = true;  // false: the limb is bent the wrong way, as blends of poses may bend it
};

Bend bendOf(const TwoBones& bones, const glm::dvec3& along, const glm::dvec3& forward, double length) {
  glm::dvec3 bend = perpendicular(bones.middle - bones.root, along);
  const bool isForward = glm::dot(bend, forward) >= 0;
  if (!isForward) bend = -bend;
  const double missing = kStraight * length - glm::length(bend);
  const glm::dvec3 hint = perpendicular(forward, along);
  const double size = glm::length(hint);
  if (missing > 0 && size > 0) bend += hint * (missing / size);
  const double bent = glm::length(bend);
  return {bent > 1e-9 * length ? bend / bent : anyPerpendicular(along), isForward};
}

}  // namespace

double softReach(double wanted, double current, double length) {
  const double soft = std::max(kSoftReach * length, std::min(current, length));
  if (wanted <= soft) return wanted;
  const double room = kLongestReach * length - soft;
  return room > 0 ? soft + room * (1 - std::exp(-(wanted - soft) / room)) : soft;
}

TwoBoneTurn solveTwoBones(const TwoBones& bones, const glm::dvec3& target, const glm::dvec3& forward) {
  const double upper = glm::distance(bones.root, bones.middle), lower = glm::distance(bones.middle, bones.end);
  const double length = upper + lower, current = glm::distance(bones.root, bones.end);
  TwoBoneTurn turn{.middle = bones.middle, .end = bones.end};
  if (!(upper > 0 && lower > 0)) return turn;
  const glm::dvec3 along =
      current > 1e-9 * length ? (bones.end - bones.root) / current : glm::normalize(bones.middle - bones.root);
  const Bend bend = bendOf(bones, along, forward, length);
  const glm::dvec3 axis = glm::cross(along, bend.direction);

  const glm::dvec3 way = target - bones.root;
  const double wanted = glm::length(way);
  const double shortest = std::min(current, std::abs(upper - lower) + kShortestReach * length);
  const double reach = std::max(softReach(wanted, current, length), shortest);
  const double side = bend.isForward ? 1 : -1;
  // A limb that is bent the wrong way stays so where nothing is to be done, and comes round as it is shortened.
  const double turned = bend.isForward ? 1 : 1 - 2 * std::exp(-std::max(current - reach, 0.0) / (kComesRound * length));
  const double atRoot = turned * corner(upper, reach, lower);
  const double atMiddle = turned * (std::numbers::pi - corner(upper, lower, reach));
  const double openUpper = atRoot - side * corner(upper, std::max(current, 1e-9 * length), lower);
  const double openMiddle = side * (std::numbers::pi - corner(upper, lower, current)) - atMiddle;

  // Within the plane of the bend: the upper bone by its angle at the root, the lower one by that and the middle's.
  const glm::dquat bendUpper = fromRotationVector(axis * openUpper);
  const glm::dquat bendLower = fromRotationVector(axis * (openUpper + openMiddle));
  const glm::dvec3 end = bendUpper * (bones.middle - bones.root) + bendLower * (bones.end - bones.middle);
  const double reached = glm::length(end);
  const glm::dquat swung = reached > 1e-9 * length && wanted > 1e-9 * length ? swing(end / reached, way / wanted, axis)
                                                                             : makeDoubleQuat(0, 0, 0, 1);
  turn.upper = swung * bendUpper;
  turn.lower = swung * bendLower;
  turn.middle = bones.root + turn.upper * (bones.middle - bones.root);
  turn.end = turn.middle + turn.lower * (bones.end - bones.middle);
  return turn;
}

}  // namespace crossfade
