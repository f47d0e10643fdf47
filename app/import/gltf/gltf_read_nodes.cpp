#include <algorithm>
#include <cmath>
#include <utility>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/gltf/gltf_extensions.h"
#include "app/import/gltf/gltf_model.h"
#include "app/import/gltf/gltf_sections.h"

namespace app {
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
    report.lines.push_back(
        {Finding::Repaired, location.text(), "the rotation 0, 0, 0, 0 was replaced by the identity"});
    return crossfade::makeQuat(0, 0, 0, 1);
  }
  report.lines.push_back(
      {Finding::Repaired, location.text(), concat("the rotation of length ", length, " was normalized")});
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
  const auto vec3 = [](const std::vector<float>& v) { return glm::vec3(v[0], v[1], v[2]); };
  if (const auto v = numbersMember(object, "translation", 3, location); !v.empty()) transform.translation = vec3(v);
  if (const auto v = numbersMember(object, "scale", 3, location); !v.empty()) transform.scale = vec3(v);
  if (const auto v = numbersMember(object, "rotation", 4, location); !v.empty())
    transform.rotation = checkedRotation(v, location, report);
  return transform;
}

GltfNode readNode(const GltfDocument& document, const Json& object, std::size_t nodeCount, const JsonLocation& location,
                  ImportReport& report) {
  requireObject(object, location);
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
    node.isHidden = !flagMember(*visibility, "visible", true);
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
      report.lines.push_back({Finding::Repaired, nodeLocation(document, child),
                              concat("it is a child of node ", before, " and of node ", i,
                                     "; glTF allows one parent, so it is shown once, where it is listed last")});
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
  std::ptrdiff_t index = 0;
  for (const Json& object : list)
    document.nodes.push_back(readNode(document, object, list.size(), {"node", index++}, report));
  addInstanceNodes(document, report);
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
    if (!document.nodes.empty())
      report.lines.push_back({Finding::Repaired, "document", "there is no scene, so all nodes are shown"});
    return;
  }
  int children = 0;
  for (std::size_t i = 0; i < scenes.size(); ++i) {
    const JsonLocation scene{"scene", static_cast<std::ptrdiff_t>(i)};
    requireObject(scenes[i], scene);
    for (const Json& root : listMember(scenes[i], "nodes", scene)) {
      GltfNode& node =
          document.nodes[static_cast<std::size_t>(requireIndex(root, document.nodes.size(), "node", scene))];
      if (i != static_cast<std::size_t>(chosen)) continue;
      if (node.parent != -1) ++children;
      node.inScene = true;
    }
  }
  if (children > 0)
    report.lines.push_back({Finding::Repaired, concat("scene ", chosen),
                            concat(children, " of its roots are children of other nodes; they are shown once, there")});
  passOnScene(document);
  if (scenes.size() > 1)
    report.lines.push_back(
        {Finding::Ignored, "document", concat(scenes.size() - 1, " more scenes; scene ", chosen, " is shown")});
  const auto outside =
      std::count_if(document.nodes.begin(), document.nodes.end(), [](const GltfNode& node) { return !node.inScene; });
  if (outside > 0)
    report.lines.push_back(
        {Finding::Found, "document",
         concat(outside, " of ", document.nodes.size(), " nodes lie outside the scene that is shown")});
}

void readSkins(GltfDocument& document, ImportReport& report) {
  std::ptrdiff_t index = 0;
  std::size_t totalJoints = 0;
  for (const Json& object : section(document, "skins", limits::kListEntries)) {
    const JsonLocation location{"skin", index++};
    requireObject(object, location);
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
  }
}

}  // namespace app
