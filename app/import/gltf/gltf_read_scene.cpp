#include <algorithm>
#include <cmath>
#include <utility>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/utf8_text.h"
#include "app/import/gltf/gltf_extensions.h"
#include "app/import/gltf/gltf_model.h"
#include "app/import/gltf/gltf_scene_values.h"
#include "app/import/gltf/gltf_sections.h"

namespace app {
namespace {

AttributeMap readAttributes(const GltfDocument& document, const Json& object, const JsonLocation& location) {
  AttributeMap attributes;
  for (const auto& [name, value] : requireObject(object, location).items()) {
    const JsonLocation attribute{name, -1, &location};
    attributes[name] = requireIndex(value, document.accessors.size(), "accessor", attribute);
  }
  return attributes;
}

/// Of two entries for one variant the first counts.
std::vector<VariantMaterial> readVariantMaterials(const GltfDocument& document, const Json& primitive,
                                                  std::size_t materialCount, const JsonLocation& location) {
  std::vector<VariantMaterial> all;
  const Json* const variants = findExtension(primitive, "KHR_materials_variants");
  if (variants == nullptr) return all;
  for (const Json& mapping : listMember(*variants, "mappings", location)) {
    const auto material = indexMember(mapping, "material", materialCount, "material", location);
    if (!material) continue;
    for (const Json& variant : listMember(mapping, "variants", location))
      all.push_back({requireIndex(variant, document.variants.size(), "variant", location), *material});
  }
  std::ranges::stable_sort(all, {}, &VariantMaterial::variant);
  const auto isSame = [](const VariantMaterial& a, const VariantMaterial& b) { return a.variant == b.variant; };
  all.erase(std::unique(all.begin(), all.end(), isSame), all.end());
  return all;
}

GltfPrimitive readPrimitive(const GltfDocument& document, const Json& object, const JsonLocation& location) {
  requireObject(object, location);
  GltfPrimitive primitive;
  const std::uint64_t mode = sizeMember(object, "mode", 4, location);
  if (mode > 6) refuse(location.text(), ": mode ", mode, " is unknown");
  primitive.mode = static_cast<int>(mode);
  primitive.indices = indexMember(object, "indices", document.accessors.size(), "accessor", location).value_or(-1);
  const std::size_t materialCount = section(document, "materials", limits::kListEntries).size();
  primitive.material = indexMember(object, "material", materialCount, "material", location).value_or(-1);
  primitive.variantMaterials = readVariantMaterials(document, object, materialCount, location);
  if (const Json* attributes = findMember(object, "attributes"))
    primitive.attributes = readAttributes(document, *attributes, {"attributes", -1, &location});
  const Json& targets = listMember(object, "targets", location);
  if (targets.size() > limits::kMorphTargets)
    refuse(location.text(), ": ", targets.size(), " morph targets are more than the limit of ", limits::kMorphTargets);
  std::ptrdiff_t index = 0;
  for (const Json& target : targets)
    primitive.targets.push_back(readAttributes(document, target, {"morph target", index++, &location}));
  return primitive;
}

std::vector<std::string> readTargetNames(const Json& mesh) {
  std::vector<std::string> names;
  const Json* extras = findMember(mesh, "extras");
  const Json* list = extras ? findMember(*extras, "targetNames") : nullptr;
  if (!list || !list->is_array()) return names;
  for (const Json& name : *list) {
    if (names.size() == limits::kMorphTargets) break;
    names.push_back(name.is_string() ? name.get<std::string>() : std::string());
  }
  return names;
}

std::uint64_t elementsOf(const GltfDocument& document, int accessor) {
  return accessor < 0 ? 0 : document.accessors[static_cast<std::size_t>(accessor)].count;
}

}  // namespace

void readMeshes(GltfDocument& document, ImportReport& report) {
  const Json& list = section(document, "meshes", limits::kMeshes);
  forEachObject(list, "mesh", [&](const Json& object, const JsonLocation& location) {
    GltfMesh mesh;
    mesh.name = readName(object, location, report);
    std::ptrdiff_t primitive = 0;
    for (const Json& source : listMember(object, "primitives", location))
      mesh.primitives.push_back(readPrimitive(document, source, {"primitive", primitive++, &location}));
    mesh.weights = numbersMember(object, "weights", 0, location);
    mesh.targetNames = readTargetNames(object);
    document.meshes.push_back(std::move(mesh));
  });
}

void checkTotals(const GltfDocument& document) {
  std::uint64_t vertices = 0, indices = 0, morphed = 0, keyValues = 0;
  for (const GltfMesh& mesh : document.meshes) {
    for (const GltfPrimitive& primitive : mesh.primitives) {
      const auto position = primitive.attributes.find("POSITION");
      const std::uint64_t count = position == primitive.attributes.end() ? 0 : elementsOf(document, position->second);
      vertices += count;
      morphed += count * static_cast<std::uint64_t>(mesh.targetCount());
      indices += 3 * elementsOf(document, primitive.indices);  // a strip unrolls to at most three times its indices
      if (vertices > limits::kVertices) refuse("the meshes have more than ", limits::kVertices, " vertices");
      if (morphed > limits::kMorphedVertices)
        refuse("the morph targets move more than ", limits::kMorphedVertices, " vertices");
      if (indices > 3 * limits::kIndices) refuse("the meshes have more than ", limits::kIndices, " indices");
    }
  }
  for (const GltfAnimation& animation : document.animations) {
    for (const GltfChannel& channel : animation.channels) {
      if (!channel.fault.empty()) continue;
      keyValues += elementsOf(document, channel.input) + 4 * elementsOf(document, channel.output);
      if (keyValues > limits::kKeyValues) refuse("the animations have more than ", limits::kKeyValues, " values");
    }
  }
}

namespace {

std::string nodeLocation(const GltfDocument& document, int node) {
  return locationText("node", static_cast<std::size_t>(node), document.nodes[static_cast<std::size_t>(node)].name);
}

/// Like three.js, keeps rotations of unit length up to rounding (normalized bytes are off by up to 0.8 %). Anything
/// else would shear the node and is normalized.
glm::quat checkedRotation(const std::vector<float>& values, const JsonLocation& location, ImportReport& report) {
  constexpr float kRounding = 0.01f;
  const glm::quat rotation = crossfade::makeQuat(values[0], values[1], values[2], values[3]);
  const float length = glm::length(rotation);
  if (std::abs(length - 1) <= kRounding) return rotation;
  if (!(length > 1e-6f)) {
    report.add(Finding::Repaired, location.text(), "the rotation 0, 0, 0, 0 was replaced by the identity");
    return crossfade::makeQuat(0, 0, 0, 1);
  }
  report.add(Finding::Repaired, location.text(), concat("the rotation of length ", length, " was normalized"));
  return glm::normalize(rotation);
}

crossfade::Transform readTransform(const Json& object, const JsonLocation& location, ImportReport& report) {
  if (const std::vector<float> m = numbersMember(object, "matrix", 16, location); !m.empty()) {
    glm::mat4 matrix;
    for (int i = 0; i < 16; ++i) matrix[i / 4][i % 4] = m[static_cast<std::size_t>(i)];
    const crossfade::Transform transform = crossfade::fromMatrix(matrix);
    for (int i = 0; i < 4; ++i)
      if (!std::isfinite(transform.rotation[i]) || !std::isfinite(transform.scale[i % 3]))
        refuse(location.text(), ": its matrix cannot be decomposed into translation, rotation and scale");
    return transform;
  }
  crossfade::Transform transform;
  readVector(object, "translation", transform.translation, location);
  readVector(object, "scale", transform.scale, location);
  if (const auto v = numbersMember(object, "rotation", 4, location); !v.empty())
    transform.rotation = checkedRotation(v, location, report);
  return transform;
}

/// Whether the extras of a node mark it as a collider.
bool saysCollider(const Json& object) {
  const Json* const extras = findMember(object, "extras");
  if (extras == nullptr) return false;
  for (const char* const key : {"collider", "isCollider", "is_collider", "collisionOnly", "collision_only", "colonly"})
    if (const Json* const found = findMember(*extras, key))
      if (*found == Json(true) || *found == Json(1)) return true;
  return false;
}

/// Nodes that a clip shows or hides are in the scene: what hides them comes from the pose.
void letClipsShow(GltfDocument& document) {
  const auto listIn = [](const Json& object, const char* key) -> const Json& {  // readAnimations says what is wrong
    static const Json kNone = Json::array();
    const Json* const list = findMember(object, key);
    return list && list->is_array() ? *list : kNone;
  };
  for (const Json& animation : listIn(document.json, "animations"))
    for (const Json& channel : listIn(animation, "channels")) {
      const Json* const target = findMember(channel, "target");
      const Json* const pointer = target ? findExtension(*target, "KHR_animation_pointer") : nullptr;
      const auto value = pointer ? sceneValueAt(textMember(*pointer, "pointer")) : std::nullopt;
      if (value && value->property == SceneProperty::Shown &&
          static_cast<std::size_t>(value->of) < document.nodes.size())
        document.nodes[static_cast<std::size_t>(value->of)].isHidden = false;
    }
}

GltfNode readNode(const GltfDocument& document, const Json& object, std::size_t nodeCount, const JsonLocation& location,
                  ImportReport& report) {
  GltfNode node;
  node.name = readName(object, location, report);
  node.local = readTransform(object, location, report);
  node.weights = numbersMember(object, "weights", 0, location);
  node.mesh = indexMember(object, "mesh", document.meshes.size(), "mesh", location).value_or(-1);
  node.camera = indexMember(object, "camera", document.cameras.size(), "camera", location).value_or(-1);
  if (const Json* light = findExtension(object, "KHR_lights_punctual"))
    node.light = indexMember(*light, "light", document.lights.size(), "light", location).value_or(-1);
  const std::size_t skinCount = section(document, "skins", limits::kListEntries).size();
  node.skin = indexMember(object, "skin", skinCount, "skin", location).value_or(-1);
  for (const Json& child : listMember(object, "children", location))
    node.children.push_back(requireIndex(child, nodeCount, "node", location));
  if (const Json* visibility = findExtension(object, "KHR_node_visibility"))
    node.isHidden = node.startsHidden = !flagMember(*visibility, "visible", true);
  node.isCollider = saysCollider(object);
  return node;
}

/// A node that is listed as a child twice stays where it is listed last, as in three.js. Reported once for each node.
void linkParents(GltfDocument& document, ImportReport& report) {
  std::vector<bool> isReported(document.nodes.size(), false), isTaken(document.nodes.size(), false);
  for (std::size_t i = 0; i < document.nodes.size(); ++i)
    for (const int child : document.nodes[i].children) {
      const auto at = static_cast<std::size_t>(child);
      const int before = std::exchange(document.nodes[at].parent, static_cast<int>(i));
      if (before == -1 || isReported[at]) continue;
      isReported[at] = true;
      report.add(Finding::Repaired, nodeLocation(document, child),
                 concat("it is a child of node ", before, " and of node ", i,
                        "; glTF allows one parent, so it is shown once, where it is listed last"));
    }
  for (std::size_t i = 0; i < document.nodes.size(); ++i)
    std::erase_if(document.nodes[i].children, [&](int child) {
      const auto at = static_cast<std::size_t>(child);
      const bool stays = document.nodes[at].parent == static_cast<int>(i) && !isTaken[at];
      if (stays) isTaken[at] = true;
      return !stays;
    });
}

/// Depth first, without recursion. As every node has at most one parent, a node that is not reached is on a cycle or
/// below one.
void orderParentsFirst(GltfDocument& document) {
  std::vector<int> steps;
  for (int i = static_cast<int>(document.nodes.size()) - 1; i >= 0; --i)
    if (document.nodes[static_cast<std::size_t>(i)].parent == -1) steps.push_back(i);
  std::vector<bool> reached(document.nodes.size(), false);
  while (!steps.empty()) {
    const int node = steps.back();
    steps.pop_back();
    document.parentsFirst.push_back(node);
    reached[static_cast<std::size_t>(node)] = true;
    const std::vector<int>& children = document.nodes[static_cast<std::size_t>(node)].children;
    steps.insert(steps.end(), children.rbegin(), children.rend());
  }
  for (std::size_t i = 0; i < reached.size(); ++i)
    if (!reached[i])
      refuse(nodeLocation(document, static_cast<int>(i)), ": is its own ancestor, or descends from one that is");
}

/// What is below a node of the scene is in the scene; what is hidden, or below that, is not.
void passOnScene(GltfDocument& document) {
  for (const int node : document.parentsFirst) {
    GltfNode& here = document.nodes[static_cast<std::size_t>(node)];
    if (here.parent != -1) {
      const GltfNode& parent = document.nodes[static_cast<std::size_t>(here.parent)];
      here.inScene = here.inScene || parent.inScene;
      here.isHidden = here.isHidden || parent.isHidden;
    }
  }
  for (GltfNode& node : document.nodes) node.inScene = node.inScene && !node.isHidden;
}

}  // namespace

void readNodes(GltfDocument& document, ImportReport& report) {
  const Json& list = section(document, "nodes", limits::kListEntries);
  forEachObject(list, "node", [&](const Json& object, const JsonLocation& location) {
    document.nodes.push_back(readNode(document, object, list.size(), location, report));
  });
  addInstanceNodes(document, report);
  letClipsShow(document);
  linkParents(document, report);
  orderParentsFirst(document);
}

void readScenes(GltfDocument& document, ImportReport& report) {
  const Json& scenes = section(document, "scenes", limits::kListEntries);
  const JsonLocation location{"document"};
  const int chosen = indexMember(document.json, "scene", scenes.size(), "scene", location).value_or(0);
  if (scenes.empty()) {
    for (GltfNode& node : document.nodes) node.inScene = true;
    passOnScene(document);
    if (!document.nodes.empty()) report.add(Finding::Repaired, "document", "there is no scene, so all nodes are shown");
    return;
  }
  int children = 0;
  forEachObject(scenes, "scene", [&](const Json& object, const JsonLocation& scene) {
    for (const Json& root : listMember(object, "nodes", scene)) {
      GltfNode& node =
          document.nodes[static_cast<std::size_t>(requireIndex(root, document.nodes.size(), "node", scene))];
      if (scene.index != chosen) continue;
      if (node.parent != -1) ++children;
      node.inScene = true;
    }
  });
  if (children > 0)
    report.add(Finding::Repaired, concat("scene ", chosen),
               concat(children, " of its roots are children of other nodes; they are shown once, there"));
  passOnScene(document);
  if (scenes.size() > 1)
    report.add(Finding::Ignored, "document", concat(scenes.size() - 1, " more scenes; scene ", chosen, " is shown"));
  const auto outside =
      std::count_if(document.nodes.begin(), document.nodes.end(), [](const GltfNode& node) { return !node.inScene; });
  if (outside > 0)
    report.add(Finding::Found, "document",
               concat(outside, " of ", document.nodes.size(), " nodes lie outside the scene that is shown"));
}

void readSkins(GltfDocument& document, ImportReport& report) {
  std::size_t totalJoints = 0;
  const Json& list = section(document, "skins", limits::kListEntries);
  forEachObject(list, "skin", [&](const Json& object, const JsonLocation& location) {
    GltfSkin skin;
    skin.name = readName(object, location, report);
    const Json& joints = listMember(object, "joints", location);
    totalJoints += joints.size();
    if (joints.size() > limits::kJointsPerSkin)
      refuse(location.text(), ": ", joints.size(), " joints are more than the limit of ", limits::kJointsPerSkin);
    if (totalJoints > limits::kTotalJoints)
      refuse(location.text(), ": all skins together have more than ", limits::kTotalJoints, " joints");
    for (const Json& joint : joints)
      skin.joints.push_back(requireIndex(joint, document.nodes.size(), "node", location));
    skin.inverseBinds =
        indexMember(object, "inverseBindMatrices", document.accessors.size(), "accessor", location).value_or(-1);
    document.skins.push_back(std::move(skin));
  });
}

namespace {

// ---- What a document is seen with: cameras, lights and variants of its materials.

constexpr float kHalfTurn = 3.14159265f;

/// Why a camera cannot be used; empty: it can.
std::string faultOf(const FileCamera& camera) {
  if (camera.orthographic && !(camera.halfSize.x > 0 && camera.halfSize.y > 0))
    return concat("it sees an area of ", camera.halfSize.x, " x ", camera.halfSize.y, ", which cannot be shown");
  if (!camera.orthographic && !(camera.verticalFov > 0 && camera.verticalFov < kHalfTurn))
    return concat("its field of view of ", camera.verticalFov, " radians cannot be shown");
  return {};
}

FileCamera readCamera(const Json& object, const JsonLocation& location, ImportReport& report) {
  FileCamera camera{.name = readName(object, location, report)};
  const Json* const perspective = findMember(object, "perspective");
  const Json* const orthographic = findMember(object, "orthographic");
  camera.orthographic = perspective == nullptr;
  if (perspective != nullptr) {
    camera.verticalFov = numberMember(*perspective, "yfov", camera.verticalFov, location);
    camera.aspect = std::max(0.0f, numberMember(*perspective, "aspectRatio", 0, location));
    camera.nearPlane = std::max(0.0f, numberMember(*perspective, "znear", camera.nearPlane, location));
  } else if (orthographic != nullptr) {
    camera.halfSize = glm::abs(
        glm::vec2(numberMember(*orthographic, "xmag", 0, location), numberMember(*orthographic, "ymag", 0, location)));
    camera.nearPlane = std::max(0.0f, numberMember(*orthographic, "znear", 0, location));
  } else {
    camera.halfSize = glm::vec2(0);
  }
  return camera;
}

/// The list of an extension of the document; empty without it.
const Json& listOf(const GltfDocument& document, const char* extension, const char* list) {
  static const Json kNone = Json::array();
  const Json* const found = findExtension(document.json, extension);
  if (found == nullptr) return kNone;
  const Json& entries = listMember(*found, list, {extension});
  if (entries.size() > limits::kListEntries)
    refuse(extension, ": there are ", entries.size(), " ", list, "; the limit is ", limits::kListEntries);
  return entries;
}

FileLight readLight(const Json& object, const JsonLocation& location, ImportReport& report) {
  FileLight light{.name = readName(object, location, report)};
  const std::string type = textMember(object, "type");
  light.kind = type == "directional" ? LightKind::Directional : type == "spot" ? LightKind::Spot : LightKind::Point;
  if (type != "directional" && type != "spot" && type != "point")
    report.add(Finding::Repaired, location.text(),
               concat("its type '", shortText(type), "' is unknown; it shines as a point"));
  readVector(object, "color", light.color, location);
  light.color = glm::max(light.color, glm::vec3(0));
  light.intensity = std::max(0.0f, numberMember(object, "intensity", 1, location));
  light.range = std::max(0.0f, numberMember(object, "range", 0, location));
  if (const Json* const spot = findMember(object, "spot")) {
    light.outerCone = std::clamp(numberMember(*spot, "outerConeAngle", light.outerCone, location), 0.0f, kHalfTurn / 2);
    light.innerCone = std::clamp(numberMember(*spot, "innerConeAngle", 0, location), 0.0f, light.outerCone);
  }
  return light;
}

}  // namespace

void readCameras(GltfDocument& document, ImportReport& report) {
  const Json& list = section(document, "cameras", limits::kListEntries);
  forEachObject(list, "camera", [&](const Json& object, const JsonLocation& location) {
    GltfCamera camera{.camera = readCamera(object, location, report)};
    const std::string fault = faultOf(camera.camera);
    camera.usable = fault.empty();
    if (!camera.usable) report.add(Finding::Ignored, location.text(), fault);
    document.cameras.push_back(std::move(camera));
  });
}

void readLights(GltfDocument& document, ImportReport& report) {
  const Json& list = listOf(document, "KHR_lights_punctual", "lights");
  forEachObject(list, "light", [&](const Json& object, const JsonLocation& location) {
    document.lights.push_back(readLight(object, location, report));
  });
}

void readVariants(GltfDocument& document, ImportReport& report) {
  const Json& list = listOf(document, "KHR_materials_variants", "variants");
  forEachObject(list, "variant", [&](const Json& object, const JsonLocation& location) {
    document.variants.push_back(readName(object, location, report));
  });
}

}  // namespace app
