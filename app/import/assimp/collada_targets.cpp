#include "app/import/assimp/collada_targets.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include "app/import/collada/collada_corners.h"

namespace app {
namespace {

/// The index that a UV set stores for each vertex. Empty if `set` is -1.
std::vector<std::uint32_t> numbersIn(const aiMesh& mesh, int set) {
  std::vector<std::uint32_t> numbers;
  for (unsigned i = 0; set >= 0 && i < mesh.mNumVertices; ++i) {
    const float u = mesh.mTextureCoords[set][i].x;
    numbers.push_back(u >= 0 && u < 16777216.0f ? static_cast<std::uint32_t>(std::lround(u)) : 0);
  }
  return numbers;
}

}  // namespace

std::array<int, 2> colladaNumberSets(const aiMesh& mesh) {
  std::array<int, 2> sets = {-1, -1};
  for (int set = 0; set < AI_MAX_NUMBER_OF_TEXTURECOORDS && mesh.mNumVertices > 0; ++set) {
    if (!mesh.mTextureCoords[set]) continue;
    if (mesh.mTextureCoords[set][0].y == kColladaPositionMark) sets[0] = set;
    if (mesh.mTextureCoords[set][0].y == kColladaNormalMark) sets[1] = set;
  }
  return sets;
}

void addColladaTargets(const ColladaMorph& morph, const aiMesh& mesh, Primitive& primitive) {
  const std::array<int, 2> sets = colladaNumberSets(mesh);
  const std::vector<std::uint32_t> positions = numbersIn(mesh, sets[0]), normals = numbersIn(mesh, sets[1]);
  for (const ColladaShape& shape : morph.shapes) {
    MorphTarget target;
    target.positions.resize(primitive.positions.size());
    const bool hasNormals = !shape.normals.empty() && !normals.empty() && !primitive.normals.empty();
    if (hasNormals) target.normals.resize(primitive.positions.size());
    for (std::size_t i = 0; i < positions.size() && i < target.positions.size(); ++i) {
      if (positions[i] < shape.positions.size()) target.positions[i] = shape.positions[positions[i]];
      if (!hasNormals) continue;
      const auto normal = shape.normals.find({positions[i], normals[i]});
      if (normal != shape.normals.end())
        target.normals[i] = normal->second - (shape.isRelative ? glm::vec3(0) : primitive.normals[i]);
    }
    primitive.morphTargets.push_back(std::move(target));
  }
}

}  // namespace app
