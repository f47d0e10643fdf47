#include "app/model/coarse_mesh.h"

#include <meshoptimizer.h>

namespace app {
namespace {

constexpr std::size_t kMinTriangles = 200;
constexpr std::size_t kMaxTriangles = 30'000;
constexpr std::size_t kReduction = 20;
constexpr float kMaxError = 0.02f;  // of the primitive's size

}  // namespace

std::vector<std::uint32_t> coarseIndices(const Primitive& primitive) {
  const std::vector<std::uint32_t>& all = primitive.indices;
  const std::size_t triangles = all.size() / 3;
  if (primitive.topology != Topology::Triangles || triangles < kMinTriangles || triangles > kMaxTriangles) return {};
  std::vector<std::uint32_t> coarse(triangles * 3);
  coarse.resize(meshopt_simplify(coarse.data(), all.data(), triangles * 3, &primitive.positions[0].x,
                                 primitive.positions.size(), sizeof(glm::vec3), triangles / kReduction * 3, kMaxError,
                                 0, nullptr));
  if (coarse.empty() || coarse.size() > all.size() / 2) return {};
  meshopt_optimizeVertexCache(coarse.data(), coarse.data(), coarse.size(), primitive.positions.size());
  return coarse;
}

void addCoarseMeshes(Model& model) {
  for (Mesh& mesh : model.meshes)
    for (Primitive& primitive : mesh.primitives) primitive.coarseIndices = coarseIndices(primitive);
}

}  // namespace app
