#include "app/import/fbx/fbx_instances.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/matrix.hpp>

#include "app/import/fbx/fbx_deform.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "crossfade/math/transform.h"

namespace app {
namespace {

/// Each once: a file may connect them twice.
std::set<int> nodesThatShow(const FbxScene& scene, const FbxNodes& nodes, const FbxObject& geometry) {
  std::set<int> result;
  for (const FbxLink& link : scene.destinationsOf(geometry.id))
    if (const int node = nodes.nodeOf(link.object); node >= 0) result.insert(node);
  return result;
}

/// The joints and all nodes above them, without the root.
std::set<int> withAncestors(const FbxNodes& nodes, const std::vector<int>& joints) {
  std::set<int> result;
  for (int node : joints)
    for (; node > 0 && result.insert(node).second; node = nodes.nodes[static_cast<std::size_t>(node)].parent) {
    }
  return result;
}

FbxTransform transformOfMatrix(const glm::mat4& matrix) {
  const crossfade::DoubleTransform parts = crossfade::toDouble(crossfade::fromMatrix(matrix));
  FbxTransform result;
  result.translation = parts.translation;
  result.rotationQuat = parts.rotation;
  result.scaling = parts.scale;
  return result;
}

}  // namespace

FbxJointCopies addJointCopies(const FbxScene& scene, FbxNodes& nodes) {
  FbxJointCopies result;
  const auto add = [&](FbxNode node) {
    if (nodes.nodes.size() == limits::kListEntries) refuse("it has more than ", limits::kListEntries, " nodes");
    nodes.nodes.push_back(std::move(node));
    return static_cast<int>(nodes.nodes.size()) - 1;
  };
  for (const FbxObject& geometry : scene.objects()) {
    if (geometry.kind != "Geometry") continue;
    const std::set<int> owners = nodesThatShow(scene, nodes, geometry);
    if (owners.size() < 2) continue;
    ImportReport ignored;  // reading the skin for the mesh reports the same
    const std::optional<FbxSkin> skin = readFbxSkin(scene, nodes, geometry, 0, ignored);
    if (!skin || !(std::abs(glm::determinant(skin->meshWhenBound)) > 1e-30f)) continue;
    const std::set<int> copied = withAncestors(nodes, skin->joints);
    for (const int owner : owners) {
      const std::string of = " (" + nodes.nodes[static_cast<std::size_t>(owner)].name + ")";
      const int base = add({.parent = owner,
                            .name = "bind pose" + of,
                            .transform = transformOfMatrix(glm::inverse(skin->meshWhenBound))});
      std::map<int, int>& copies = result[{geometry.id, owner}];
      for (const int node : copied) {  // parents first, as their indices are lower
        FbxNode copy = nodes.nodes[static_cast<std::size_t>(node)];
        const auto parent = copies.find(copy.parent);
        if (parent == copies.end()) copy.transform.ignoresParentScale = false;  // the root has none
        copy.parent = parent == copies.end() ? base : parent->second;
        copy.name += of;
        copies[node] = add(std::move(copy));
      }
    }
  }
  return result;
}

}  // namespace app
