// The draw list of many characters that share one model.
#ifndef APP_VIEW_CROWD_LIST_H
#define APP_VIEW_CROWD_LIST_H

#include <span>

#include "app/view/draw_list.h"

namespace app {

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

}  // namespace app

#endif  // APP_VIEW_CROWD_LIST_H
