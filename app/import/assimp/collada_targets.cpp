#include "app/import/assimp/collada_targets.h"

#include <vector>

#include "app/import/assimp/assimp_mesh.h"
#include "app/import/collada/collada_corners.h"

namespace app {
std::array<int, 2> colladaIndexSets(const aiMesh& mesh) {
  return {markedUvSet(mesh, kColladaPositionMark), markedUvSet(mesh, kColladaNormalMark)};
}

void addColladaTargets(const ColladaMorph& morph, const aiMesh& mesh, Primitive& primitive) {
  const std::array<int, 2> sets = colladaIndexSets(mesh);
  const std::vector<std::size_t> positions = indicesIn(mesh, sets[0]), normals = indicesIn(mesh, sets[1]);
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
