// Finds the point or edge under the pointer.
#ifndef APP_UI_SHAPES_SHAPE_HITS_H
#define APP_UI_SHAPES_SHAPE_HITS_H

#include "app/session/shapes/shape_scene.h"
#include "app/ui/shapes/canvas_view.h"

namespace app {

inline constexpr int kNoShape = -2;  // shapes::kDrawing is -1

struct ShapeHit {
  int shape = kNoShape;  // a key shape, or shapes::kDrawing
  int point = -1;        // the point itself, or the one where the edge begins
  bool isEdge = false;
  bool isPoint() const { return shape != kNoShape && !isEdge; }
  bool is(int ofShape, int ofPoint) const { return isPoint() && shape == ofShape && point == ofPoint; }
  friend bool operator==(const ShapeHit&, const ShapeHit&) = default;
};

/// The nearest point within `reach` pixels, else the nearest edge within two thirds of that, else nothing. While the
/// user is drawing: only points of the drawing. If several are equally near, the last one, which is drawn on top.
ShapeHit hitShapes(const ShapeScene& scene, const CanvasView& view, const UiRect& rect, ImVec2 pixel, float reach);

}  // namespace app

#endif  // APP_UI_SHAPES_SHAPE_HITS_H
