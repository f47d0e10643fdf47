// What the draw lists of one model and of a crowd have in common.
#pragma once

#include <span>
#include <vector>

#include "app/view/draw_list.h"

namespace app {

/// Empty, seen by `camera` as `options` say.
void beginDrawList(const Camera& camera, float aspect, const ViewOptions& options, DrawList& out);

/// Where a mesh instance is.
struct PlacedInstance {
  glm::mat4 world{1.0f};                // of its node
  std::span<const glm::mat4> palettes;  // of its pose
  int paletteOffset = 0;                // of its skin among these
  int firstMatrix = 0;                  // where the pose's palettes begin in the list,
  int firstWeight = 0;                  // and where its morph weights do
};
/// An item for each primitive that has vertices.
void addInstanceItems(const Model& model, int instanceIndex, const PlacedInstance& placed, const glm::mat4& view,
                      std::vector<DrawItem>& out);

/// Opaque and masked ones from front to back, then blended ones from back to front. No allocation.
void sortItems(const Model& model, std::vector<DrawItem>& items);

}  // namespace app
