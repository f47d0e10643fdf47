// Which joints move a vertex, and how much: glTF's JOINTS_n and WEIGHTS_n as weights that sum to 1.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/model/model.h"

namespace app {

/// One set as the accessors hold it: four joints and four weights per vertex. `weightSteps` is 255 or 65535 when the
/// weights are integers in the file, else 0.
struct InfluenceSet {
  std::vector<std::uint32_t> joints;
  std::vector<float> weights;
  float weightSteps = 0;
};

struct InfluenceRepairs {
  int notFinite = 0;  // vertices with such weights
  int negative = 0;
  int unweighted = 0;  // no weight at all: bound to the first joint of the skin's list
};

/// The sets, normalised together so that each vertex's weights sum to 1. As in three.js
/// (SkinnedMesh.normalizeSkinWeights, r187) a vertex without any weight gets (1, 0, 0, 0), and integer weights are
/// rounded to their steps again, so that a sum may be off by two steps in a file whose integers did not sum to 1.
/// Joints without weight become 0.
std::vector<std::vector<Influences>> normalizedInfluences(std::span<const InfluenceSet> sets, std::size_t vertexCount,
                                                          InfluenceRepairs& repairs);

}  // namespace app
