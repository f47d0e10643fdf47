// The node tree of an FBX scene.
#ifndef APP_IMPORT_FBX_FBX_NODES_H
#define APP_IMPORT_FBX_FBX_NODES_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "app/import/fbx/fbx_transform.h"
#include "app/model/import_report.h"
#include "crossfade/skeleton/skeleton.h"

namespace app {

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
  /// The node whose curves move it: itself, or what it is a copy of (fbx_instances.h). -1: none moves it.
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

#endif  // APP_IMPORT_FBX_FBX_NODES_H
