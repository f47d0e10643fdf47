// The node tree of an FBX scene.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "app/import/fbx/fbx_scene.h"
#include "app/model/import_report.h"
#include "crossfade/math/transform.h"
#include "crossfade/skeleton/skeleton.h"

namespace app {

// The transform of an FBX node relative to its parent.

/// Rotations are Euler angles in degrees. Local transform (Autodesk's "Computing transformation matrices"):
/// T * Roff * Rp * Rpre * R * inverse(Rpost) * inverse(Rp) * Soff * Sp * S * inverse(Sp).
struct FbxTransform {
  glm::dvec3 translation{0}, rotation{0}, scaling{1};
  glm::dvec3 rotationOffset{0}, rotationPivot{0}, scalingOffset{0}, scalingPivot{0};
  glm::dvec3 preRotation{0}, postRotation{0};
  std::optional<glm::dquat> rotationQuat;  // replaces `rotation`: the sum of several animation layers, or from a matrix
  int rotationOrder = 0;                   // 0 XYZ (first about x), XZY, YZX, YXZ, ZXY, 5 ZYX
  bool ignoresParentScale = false;         // its InheritType is Rrs
  // How far the node, and its parent, are rotated beyond what the file says: an FBX camera looks along its +X and a
  // light shines along its -Y, but ours along -Z.
  glm::dquat facing{1, 0, 0, 0}, parentFacing{1, 0, 0, 0};
};

/// Everything that curves can animate, by the name of the property.
struct FbxTransformPart {
  std::string_view name;
  glm::dvec3 FbxTransform::*value;
};
inline constexpr std::array<FbxTransformPart, 9> kFbxTransformParts{{
    {"Lcl Translation", &FbxTransform::translation},
    {"Lcl Rotation", &FbxTransform::rotation},
    {"Lcl Scaling", &FbxTransform::scaling},
    {"RotationOffset", &FbxTransform::rotationOffset},
    {"RotationPivot", &FbxTransform::rotationPivot},
    {"ScalingOffset", &FbxTransform::scalingOffset},
    {"ScalingPivot", &FbxTransform::scalingPivot},
    {"PreRotation", &FbxTransform::preRotation},
    {"PostRotation", &FbxTransform::postRotation},
}};

glm::dquat rotationOf(glm::dvec3 degrees, int order = 0);
FbxTransform readFbxTransform(const FbxScene& scene, const FbxObject& model);
/// `parentScaling`: the parent's own, for a node that ignores it.
crossfade::Transform localOf(const FbxTransform& transform, glm::dvec3 parentScaling);
/// What applies to a node's mesh, but not to its children.
glm::dmat4 geometricTransformOf(const FbxScene& scene, const FbxObject& model);

struct FbxNode {
  const FbxObject* model = nullptr;  // null: the root, which has the file's unit and axes, or one that we added
  int parent = -1;
  std::string name;
  FbxTransform transform;
};

/// A node's index is its joint's.
struct FbxNodes {
  std::vector<FbxNode> nodes;  // parents first
  std::map<std::int64_t, int> indexOf;

  int nodeOf(const FbxObject* model) const;  // -1: it is not in the tree
  /// The node whose curves move this one: itself, or the node it copies (fbx_model.cpp); -1: none.
  int animatedAs(int node) const { return nodeOf(nodes[static_cast<std::size_t>(node)].model); }
  glm::dvec3 scalingOfParent(int node) const;
};

/// The unit of the file.
double metersPerUnit(const FbxScene& scene);
/// Without the cameras of MotionBuilder's own windows, which it adds to every file.
FbxNodes readFbxNodes(const FbxScene& scene, ImportReport& report);
/// In meters with +Y up. Throws ImportError.
crossfade::Skeleton skeletonOf(const FbxScene& scene, const FbxNodes& nodes);
/// Those that are bones, ascending.
std::vector<int> bonesOf(const FbxNodes& nodes);

}  // namespace app
