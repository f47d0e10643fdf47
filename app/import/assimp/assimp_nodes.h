// Shared by the sources that read models through assimp: conversions, and nodes as joints. Private to this folder.
#ifndef APP_IMPORT_ASSIMP_ASSIMP_NODES_H
#define APP_IMPORT_ASSIMP_ASSIMP_NODES_H

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <assimp/scene.h>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "app/import/file/import_watch.h"
#include "app/import/file/utf8_text.h"
#include "app/model/model.h"

namespace app {

inline std::string nameOf(const aiString& name) { return validUtf8({name.C_Str(), name.length}).text; }
inline glm::vec3 vec3Of(const aiVector3D& v) { return {v.x, v.y, v.z}; }
inline glm::mat4 mat4Of(const aiMatrix4x4& m) {  // assimp's matrices are row-major
  return {m.a1, m.b1, m.c1, m.d1, m.a2, m.b2, m.c2, m.d2, m.a3, m.b3, m.c3, m.d3, m.a4, m.b4, m.c4, m.d4};
}

/// The nodes of a scene; a node's index is its joint's.
struct AssimpNodeIndex {
  std::vector<const aiNode*> nodes;                // parents first
  std::map<std::string, int, std::less<>> byName;  // the first of nodes with equal names
  int jointOf(const aiString& name) const {
    const auto found = byName.find(nameOf(name));
    return found == byName.end() ? -1 : found->second;
  }
  /// All joints, by name.
  std::multimap<std::string, int> jointsOf() const {
    std::multimap<std::string, int> result;
    for (std::size_t i = 0; i < nodes.size(); ++i) result.emplace(nameOf(nodes[i]->mName), static_cast<int>(i));
    return result;
  }
};

/// Adds all materials and the images they use: embedded ones, and files in `folder`.
void addAssimpMaterials(const aiScene& scene, const std::filesystem::path& folder, bool imageHeadersOnly, Model& model,
                        const ImportWatch& watch);

}  // namespace app

#endif  // APP_IMPORT_ASSIMP_ASSIMP_NODES_H
