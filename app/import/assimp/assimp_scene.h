// Shared by the sources that turn a scene that assimp read into a Model: conversions and the index of nodes. Private to
// this folder.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <assimp/scene.h>
#include <assimp/Importer.hpp>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "app/import/file/file_bytes.h"
#include "app/import/file/import_watch.h"
#include "app/import/file/utf8_text.h"
#include "app/model/model.h"
#include "crossfade/math/transform.h"

namespace app {

inline std::string textOf(const aiString& text) { return validUtf8({text.C_Str(), text.length}).text; }
inline glm::vec3 vectorOf(const aiVector3D& v) { return {v.x, v.y, v.z}; }
inline glm::mat4 matrixOf(const aiMatrix4x4& m) {  // assimp's matrices are row-major
  return {m.a1, m.b1, m.c1, m.d1, m.a2, m.b2, m.c2, m.d2, m.a3, m.b3, m.c3, m.d3, m.a4, m.b4, m.c4, m.d4};
}
/// False: its length is 0 or not finite.
bool normalize(glm::quat& rotation);

/// Reads the scene with the importers that assimp has for the extension of `file`, whose content is `bytes`, and
/// triangulates it, in steps between which the import can be canceled. Files that it names are looked for in its folder
/// and below, as images are (file/texture_search.h). The scene belongs to `importer`. Null: the importer says why.
const aiScene* openWithAssimp(Assimp::Importer& importer, const std::filesystem::path& file, ByteSpan bytes,
                              const ImportWatch& watch);

/// The sentence for a file that assimp rejected with `text`, with the location and a way out. `format`: "FBX".
std::string assimpFault(std::string_view text, std::string_view format);

/// The nodes of a scene as joints; joint i is node i. assimp refers to nodes by name, and the first of that name is
/// meant.
class AssimpNodes {
 public:
  /// Parents before their children. Throws ImportError if there are too many.
  explicit AssimpNodes(const aiScene& scene);

  const std::vector<const aiNode*>& all() const { return nodes_; }
  /// -1: no node has that name.
  int jointOf(const aiString& name) const;
  /// A joint of its own for what does not look along the -Z of the node that it is on: `position`, `forward` and `up`
  /// in the space of the node. The node itself if it does.
  int jointLooking(int node, const std::string& name, glm::vec3 position, glm::vec3 forward, glm::vec3 up);
  /// With the joints that were added. Throws ImportError if it is not valid.
  crossfade::Skeleton skeleton() const;

 private:
  std::vector<const aiNode*> nodes_;
  std::map<std::string, int, std::less<>> byName_;
  std::vector<crossfade::Joint> joints_;
};

/// A node whose meshes have morph targets.
struct AssimpMorphedNode {
  int joint = 0;
  std::size_t targets = 0;
  std::vector<std::string> names;  // its own, and those of its meshes: some formats animate a mesh
};

/// Adds meshes, skins and instances.
std::vector<AssimpMorphedNode> addAssimpMeshes(const aiScene& scene, const AssimpNodes& nodes, Model& model,
                                               const ImportWatch& watch);
/// Every key of every channel, in seconds. What has no node, or keys that are not in order, is left out and reported.
std::vector<crossfade::AnimationClip> readAssimpClips(const aiScene& scene, const AssimpNodes& nodes,
                                                      const std::vector<AssimpMorphedNode>& morphed,
                                                      ImportReport& report, const ImportWatch& watch);
/// Adds all materials and the images they use: embedded ones, and files in `folder`, or, if it is no glTF, around it.
/// `isGltf`: colors are linear, not sRGB.
void addAssimpMaterials(const aiScene& scene, const std::filesystem::path& folder, bool isGltf, bool imageHeadersOnly,
                        Model& model, const ImportWatch& watch);

}  // namespace app
