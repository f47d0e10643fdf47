// The draw list of one model in several poses, in a row across the picture.
#ifndef APP_VIEW_ROW_LIST_H
#define APP_VIEW_ROW_LIST_H

#include <span>

#include "app/view/draw_list.h"

namespace app {

/// Where figure `index` of a row stands, relative to the model: a row across the picture, however the camera turns.
glm::vec3 positionInRow(const Camera& camera, float spacing, int index, int count);
/// The distance between neighbors of a row, from the model's bounds.
float rowSpacing(const Bounds& bounds);
/// Keeps the view direction and fits a row of figures with these bounds, and a label below each, into a picture of
/// `aspect` = width / height.
Camera frameRow(Camera camera, const Bounds& bounds, int count, float aspect);

/// Like buildDrawList, but once for each pose; the poses belong to the same model. Of the annotations only the bones.
void buildRowDrawList(const Model& model, std::span<const PosedModel> poses, float spacing, const Camera& camera,
                      float aspect, const ViewOptions& options, std::span<const Bone> bones, DrawList& out);

}  // namespace app

#endif  // APP_VIEW_ROW_LIST_H
