// Converts meshes that assimp read. Private to this folder.
#ifndef APP_IMPORT_ASSIMP_ASSIMP_MESH_H
#define APP_IMPORT_ASSIMP_ASSIMP_MESH_H

#include <cmath>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include <assimp/mesh.h>
#include <assimp/scene.h>
#include <assimp/Importer.hpp>

#include <glm/fwd.hpp>

#include "app/import/file/file_bytes.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/import_watch.h"
#include "app/model/model.h"

namespace app {

/// Reads and triangulates, in steps between which the import can be canceled. Null: the importer says why.
const aiScene* readScene(Assimp::Importer& importer, ByteSpan file, std::string_view extension,
                         std::string_view importerName, const ImportWatch& watch);

/// What shading and textures can do without: `otherwise` in place of values that are not finite or too large.
template <glm::length_t kSize>
glm::vec<kSize, float> usable(const glm::vec<kSize, float>& value, const glm::vec<kSize, float>& otherwise) {
  for (glm::length_t i = 0; i < kSize; ++i)
    if (!(std::abs(value[i]) <= limits::kMaxMagnitude)) return otherwise;
  return value;
}

/// The UV set that carries indices instead of texture coordinates: its v is `mark`. -1: there is none.
int markedUvSet(const aiMesh& mesh, float mark);
/// The index that such a set has for each vertex. Empty if `set` is -1.
std::vector<std::size_t> indicesIn(const aiMesh& mesh, int set);

/// Everything but skin and morph targets. `hiddenUvSets` are skipped; they hold no texture coordinates (-1: none).
/// Throws ImportError if a position is not finite.
Primitive primitiveOf(const aiMesh& source, std::string_view name, std::span<const int> hiddenUvSets = {});

}  // namespace app

#endif  // APP_IMPORT_ASSIMP_ASSIMP_MESH_H
