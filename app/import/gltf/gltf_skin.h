// Skeleton, skins and influences of a glTF document.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/import/gltf/gltf_document.h"
#include "app/model/model.h"

namespace app {

// ---- Skinning influences: glTF's JOINTS_n and WEIGHTS_n, repaired and normalized so that weights sum to 1.

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

// ---- Reads the skeleton and the skins of a glTF document. Inverse bind matrices are identity where it has none.

/// Every node is a joint, parents first. Throws ImportError when no skeleton can be made of them.
crossfade::Skeleton readGltfSkeleton(const GltfDocument& document);

/// Throws ImportError when there are fewer inverse bind matrices than joints, or their accessor holds no matrices.
Skin readGltfSkin(const GltfDocument& document, std::size_t skinIndex, const crossfade::Skeleton& skeleton,
                  ImportReport& report);

/// Throws ImportError when a vertex follows a joint that the skin does not have; `where` is the node that uses both.
void checkSkinJoints(const Mesh& mesh, const Skin& skin, const std::string& where);

}  // namespace app
