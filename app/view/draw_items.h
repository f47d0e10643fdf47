// Shared by the draw lists of one model and of a crowd.
#ifndef APP_VIEW_DRAW_ITEMS_H
#define APP_VIEW_DRAW_ITEMS_H

#include <span>
#include <vector>

#include "app/view/draw_list.h"

namespace app {

/// Clears the list and sets camera and options. The sun shines on the model's front.
void beginDrawList(const Model& model, const Camera& camera, float aspect, const ViewOptions& options, DrawList& out);

/// The matrices of one mesh instance.
struct PlacedInstance {
  glm::mat4 world{1.0f};                // of its node
  std::span<const glm::mat4> palettes;  // of the whole pose
  int paletteOffset = 0;                // of its skin, within these
  int firstMatrix = 0;                  // of the pose, in DrawList::palettes
  int firstWeight = 0;                  // of the pose, in DrawList::morphWeights
};
/// An item for each primitive that has vertices, with its material in `variant` (materialOf).
void addInstanceItems(const Model& model, int instanceIndex, const PlacedInstance& placed, const glm::mat4& view,
                      int variant, std::vector<DrawItem>& out);

/// Opaque and masked items front to back, then blended ones back to front. Does not allocate.
void sortItems(const Model& model, std::vector<DrawItem>& items);

}  // namespace app

#endif  // APP_VIEW_DRAW_ITEMS_H
