// Skinning influences: glTF's JOINTS_n and WEIGHTS_n, repaired and normalized so that weights sum to 1.
#ifndef APP_IMPORT_GLTF_VERTEX_INFLUENCES_H
#define APP_IMPORT_GLTF_VERTEX_INFLUENCES_H

#include <cstdint>
#include <span>
#include <vector>

#include "app/model/model.h"

namespace app {

/// One set as in the file: four joints and four weights per vertex. `weightSteps` is 255 or 65535 for integer weights,
/// else 0.
struct InfluenceSet {
  std::vector<std::uint32_t> joints;
  std::vector<float> weights;
  float weightSteps = 0;
};

struct InfluenceRepairs {
  int notFinite = 0;  // vertices
  int negative = 0;
  int unweighted = 0;  // bound to joint 0 of the skin
};

/// Normalizes the given sets of a vertex (readGltfMesh chooses them) together. As in three.js
/// (SkinnedMesh.normalizeSkinWeights, r187), a vertex without weight gets (1, 0, 0, 0), and integer weights are rounded
/// to their steps again; where the file's integers do not sum to 1, the result may be off by two steps. Joints without
/// weight become 0.
std::vector<std::vector<Influences>> normalizedInfluences(std::span<const InfluenceSet> sets, std::size_t vertexCount,
                                                          InfluenceRepairs& repairs);

}  // namespace app

#endif  // APP_IMPORT_GLTF_VERTEX_INFLUENCES_H
