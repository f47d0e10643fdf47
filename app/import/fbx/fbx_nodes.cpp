#include "app/import/fbx/fbx_nodes.h"

#include <algorithm>
#include <cmath>

#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>
#include <glm/trigonometric.hpp>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"

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

namespace {

/// The file's axes as rows: what points right, up and to the front. Without sense: +Y is up.
glm::dmat3 axesOf(const FbxScene& scene) {
  glm::dmat3 rows(0);
  int row = 0;
  for (const char* const name : {"CoordAxis", "UpAxis", "FrontAxis"}) {
    const auto axis = static_cast<int>(scene.setting(name).value_or(row));
    if (axis < 0 || axis > 2) return glm::dmat3(1);
    rows[row++][axis] = scene.setting(std::string(name) + "Sign").value_or(1) < 0 ? -1 : 1;
  }
  // Only some files say all three.
  if (!scene.setting("CoordAxis") || !scene.setting("FrontAxis") || !(glm::determinant(rows) > 0.5)) {
    const bool zUp = scene.setting("UpAxis").value_or(1) == 2;
    return zUp ? glm::dmat3({1, 0, 0}, {0, 0, -1}, {0, 1, 0}) : glm::dmat3(1);
  }
  return glm::transpose(rows);
}

crossfade::Transform rootTransform(const FbxScene& scene) {
  const glm::dquat turn = glm::quat_cast(axesOf(scene));
  return {.translation = glm::vec3(0),
          .rotation = crossfade::makeQuat(static_cast<float>(turn.x), static_cast<float>(turn.y),
                                          static_cast<float>(turn.z), static_cast<float>(turn.w)),
          .scale = glm::vec3(static_cast<float>(metersPerUnit(scene)))};
}

bool isOfMotionBuilder(const FbxObject& model) {
  return (model.subclass == "Camera" && model.name.starts_with("Producer ")) || model.subclass == "CameraSwitcher";
}

/// What glTF's axes of a camera or light are in those of its node.
glm::dquat facingOf(const FbxScene& scene, const FbxObject& model) {
  glm::dquat facing(1, 0, 0, 0);
  for (const FbxLink& link : scene.sourcesOf(model.id)) {
    if (link.object->kind == "Geometry") return glm::dquat(1, 0, 0, 0);
    if (link.object->kind != "NodeAttribute") continue;
    if (link.object->subclass == "Camera") facing = rotationOf({0, -90, 0});
    if (link.object->subclass == "Light") facing = rotationOf({-90, 0, 0});
  }
  return facing;
}

}  // namespace

double metersPerUnit(const FbxScene& scene) {
  const double centimeters = scene.setting("UnitScaleFactor").value_or(100);
  return centimeters > 1e-6 && centimeters < 1e6 ? centimeters / 100 : 1;
}

int FbxNodes::nodeOf(const FbxObject* model) const {
  const auto found = model ? indexOf.find(model->id) : indexOf.end();
  return found == indexOf.end() ? -1 : found->second;
}

glm::dvec3 FbxNodes::scalingOfParent(int node) const {
  const int parent = nodes[static_cast<std::size_t>(node)].parent;
  return parent > 0 ? nodes[static_cast<std::size_t>(parent)].transform.scaling : glm::dvec3(1);
}

FbxNodes readFbxNodes(const FbxScene& scene, ImportReport& report) {
  FbxNodes result;
  result.nodes.push_back({.name = "RootNode"});
  struct Step {
    const FbxObject* model;
    int parent;
  };
  std::vector<Step> steps;
  const auto addChildren = [&](std::int64_t id, int node) {
    const std::vector<FbxLink>& links = scene.sourcesOf(id);
    for (auto link = links.rbegin(); link != links.rend(); ++link)
      if (link->object->kind == "Model" && link->property.empty() && !isOfMotionBuilder(*link->object))
        steps.push_back({link->object, node});
  };
  addChildren(0, 0);
  int repeated = 0;
  while (!steps.empty()) {
    const Step step = steps.back();
    steps.pop_back();
    const int index = static_cast<int>(result.nodes.size());
    if (!result.indexOf.try_emplace(step.model->id, index).second) {
      ++repeated;
      continue;
    }
    if (result.nodes.size() == limits::kListEntries) refuse("it has more than ", limits::kListEntries, " nodes");
    FbxTransform transform = readFbxTransform(scene, *step.model);
    transform.facing = facingOf(scene, *step.model);
    transform.parentFacing = result.nodes[static_cast<std::size_t>(step.parent)].transform.facing;
    result.nodes.push_back(
        {.model = step.model, .parent = step.parent, .name = step.model->name, .transform = transform});
    addChildren(step.model->id, index);
  }
  if (repeated > 0)
    report.add(Finding::Repaired, "nodes", concat(repeated, " of them have a second parent, which was left out"));
  return result;
}

crossfade::Skeleton skeletonOf(const FbxScene& scene, const FbxNodes& nodes) {
  std::vector<crossfade::Joint> joints;
  for (std::size_t i = 0; i < nodes.nodes.size(); ++i) {
    const FbxNode& node = nodes.nodes[i];
    joints.push_back({.name = node.name,
                      .parent = node.parent < 0 ? crossfade::kNoJoint : node.parent,
                      .rest = node.parent < 0 ? rootTransform(scene)
                                              : localOf(node.transform, nodes.scalingOfParent(static_cast<int>(i))),
                      .documentIndex = static_cast<int>(i)});
  }
  return orRefuse(crossfade::Skeleton::make(std::move(joints)));
}

std::vector<int> bonesOf(const FbxNodes& nodes) {
  std::vector<int> bones;
  for (std::size_t i = 0; i < nodes.nodes.size(); ++i) {
    const FbxObject* const model = nodes.nodes[i].model;
    if (model != nullptr && (model->subclass == "LimbNode" || model->subclass == "Limb" || model->subclass == "Root"))
      bones.push_back(static_cast<int>(i));
  }
  return bones;
}

}  // namespace app
