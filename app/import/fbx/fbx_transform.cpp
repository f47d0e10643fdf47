#include "app/import/fbx/fbx_transform.h"

#include <algorithm>
#include <cmath>

#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <glm/trigonometric.hpp>

namespace app {
namespace {

constexpr int kInheritRrs = 2;
constexpr std::array<std::array<int, 3>, 6> kAxisOrders{
    {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}}};

/// Of the columns of inverse(parent) * rotation * scaling. What is left is shear, which no joint can have.
glm::dvec3 scalingWithout(glm::dvec3 parent, const glm::dquat& rotation, glm::dvec3 scaling) {
  for (int k = 0; k < 3; ++k)
    if (std::abs(parent[k]) < 1e-9) return scaling;
  const glm::dmat3 turned = glm::mat3_cast(rotation);
  glm::dvec3 result;
  for (int k = 0; k < 3; ++k) result[k] = scaling[k] * glm::length(turned[k] / parent);
  return result;
}

/// The scaling of axes that were turned by quarter turns.
glm::dvec3 scalingOfTurned(const glm::dquat& quarterTurns, glm::dvec3 scaling) {
  const glm::dmat3 columns = glm::mat3_cast(glm::inverse(quarterTurns));
  glm::dvec3 result(0);
  for (int k = 0; k < 3; ++k) result += columns[k] * columns[k] * scaling[k];
  return result;
}

}  // namespace

glm::dquat rotationOf(glm::dvec3 degrees, int order) {
  glm::dquat result(1, 0, 0, 0);
  for (const int axis : kAxisOrders[static_cast<std::size_t>(order)]) {
    glm::dvec3 direction(0);
    direction[axis] = 1;
    result = glm::angleAxis(glm::radians(degrees[axis]), direction) * result;
  }
  return result;
}

FbxTransform readFbxTransform(const FbxScene& scene, const FbxObject& model) {
  FbxTransform result;
  for (const FbxTransformPart& part : kFbxTransformParts)
    result.*part.value = scene.vector(model, part.name, result.*part.value);
  if (scene.number(model, "RotationActive", 0) == 0) {
    result.preRotation = result.postRotation = glm::dvec3(0);
  } else {
    result.rotationOrder = static_cast<int>(std::clamp(scene.number(model, "RotationOrder", 0), 0.0, 5.0));
  }
  result.ignoresParentScale = static_cast<int>(scene.number(model, "InheritType", 1)) == kInheritRrs;
  return result;
}

crossfade::Transform localOf(const FbxTransform& t, glm::dvec3 parentScaling) {
  const glm::dquat rotation = rotationOf(t.preRotation) *
                              t.rotationQuat.value_or(rotationOf(t.rotation, t.rotationOrder)) *
                              glm::inverse(rotationOf(t.postRotation));
  const glm::dvec3 inside = t.scalingOffset + t.scalingPivot - t.scaling * t.scalingPivot - t.rotationPivot;
  const glm::dvec3 translation = t.translation + t.rotationOffset + t.rotationPivot + rotation * inside;
  const glm::dvec3 scaling = t.ignoresParentScale ? scalingWithout(parentScaling, rotation, t.scaling) : t.scaling;
  const glm::dquat turnedBack = glm::inverse(t.parentFacing);
  const glm::dquat unit = glm::normalize(turnedBack * rotation * t.facing);
  return {.translation = glm::vec3(turnedBack * translation),
          .rotation = crossfade::makeQuat(static_cast<float>(unit.x), static_cast<float>(unit.y),
                                          static_cast<float>(unit.z), static_cast<float>(unit.w)),
          .scale = glm::vec3(scalingOfTurned(t.facing, scaling))};
}

glm::dmat4 geometricTransformOf(const FbxScene& scene, const FbxObject& model) {
  const glm::dmat4 turned = glm::mat4_cast(rotationOf(scene.vector(model, "GeometricRotation", glm::dvec3(0))));
  return glm::translate(glm::dmat4(1), scene.vector(model, "GeometricTranslation", glm::dvec3(0))) * turned *
         glm::scale(glm::dmat4(1), scene.vector(model, "GeometricScaling", glm::dvec3(1)));
}

}  // namespace app
