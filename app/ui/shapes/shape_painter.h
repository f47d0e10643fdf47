// How shapes look: their colors, filled and outlined, large and as thumbnails.
#pragma once

#include <span>
#include <vector>

#include "app/model/triangulate.h"
#include "app/session/shapes/shape_scene.h"
#include "app/ui/shapes/canvas_view.h"
#include "app/ui/widgets/canvas.h"
#include "app/view/fill_bands.h"

namespace app {

/// Of a key shape. Neighbors in the list are neighbors on the color wheel, so that the colors between them stay clear.
ImU32 shapeColor(int key);
/// Between the colors of two key shapes, perceptually even (Ottosson's OKLab, 2020).
ImU32 shapeColor(const TimelinePosition& position);
/// The same, darker on a light background.
ImU32 onGround(ImU32 tint, const Canvas& canvas);

struct ShapePaint {
  ImU32 tint = 0;
  float fill = 0;       // opacity, 0 to 1; 0: not filled
  float line = 1;       // opacity; 0: no outline
  float width = 1.75f;  // of the outline, interface units
  bool closed = true;
  bool gap = false;  // of a closed outline: no line from its last point to its first
};

/// Paints outlines. Owns the scratch memory for it, so that a frame allocates nothing.
class ShapePainter {
 public:
  /// `points` in units of the plane that `view` shows.
  void paint(const Canvas& canvas, const CanvasView& view, std::span<const glm::dvec2> points, const ShapePaint& look);
  /// The whole shape inside canvas.rect.
  void paintThumbnail(const Canvas& canvas, std::span<const glm::dvec2> points, bool closed, ImU32 tint);

 private:
  void fill(const Canvas& canvas, const CanvasView& view, std::span<const glm::dvec2> points, ImU32 tint);

  Triangulator triangulator_;
  BandFiller bandFiller_;
  std::vector<ImVec2> corners_;
};

ShapeBox boxOf(std::span<const glm::dvec2> points);

}  // namespace app
