// Draw lists of one model and of a crowd.
#ifndef APP_VIEW_DRAW_ITEMS_H
#define APP_VIEW_DRAW_ITEMS_H

#include <span>
#include <vector>

#include "app/view/draw_list.h"

namespace app {

// ---- The draw list of many characters that share one model.

/// Poses of `count` characters, one after another. Borrowed.
struct PosedCrowd {
  std::span<const glm::mat4> matrices;  // `matrixCount` per character, to world space
  std::span<const float> morphWeights;  // `morphCount` per character
  int count = 0;
  int matrixCount = 0;
  int morphCount = 0;
  std::span<const int> paletteOffsets;  // per skin: index of its first matrix within a character
  std::span<const int> worldOffsets;    // per mesh instance: index of its node's matrix; -1: skinned
};

/// Like buildDrawList, but each item is drawn `count` times. No annotations.
void buildCrowdDrawList(const Model& model, const PosedCrowd& crowd, const Camera& camera, float aspect,
                        const ViewOptions& options, DrawList& out);

// ---- Shared by the draw lists of one model and of a crowd.

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
