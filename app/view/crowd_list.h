// What is to be seen of many characters of one model.
#pragma once

#include <span>

#include "app/view/draw_list.h"

namespace app {

/// Poses of `count` characters, one after the other; lent.
struct PosedCrowd {
  std::span<const glm::mat4> matrices;  // of each `matrixCount`, ending in the world
  std::span<const float> morphWeights;  // of each `morphCount`
  int count = 0;
  int matrixCount = 0;
  int morphCount = 0;
  std::span<const int> paletteOffsets;  // per skin: its first matrix among a character's
  std::span<const int> worldOffsets;    // per mesh instance: the matrix of its node; -1: skinned
};

/// As buildDrawList, with an item for each primitive that is drawn `count` times. No annotations.
void buildCrowdDrawList(const Model& model, const PosedCrowd& crowd, const Camera& camera, float aspect,
                        const ViewOptions& options, DrawList& out);

}  // namespace app
