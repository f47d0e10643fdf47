// How shapes look: their colors, filled and outlined, large and as thumbnails.
#pragma once

#include <span>
#include <vector>

#include <imgui.h>
#include <glm/common.hpp>
#include <glm/vec2.hpp>

#include "app/model/triangulate.h"
#include "app/session/shapes/shape_scene.h"
#include "app/ui/widgets/canvas.h"
#include "app/ui/widgets/ui_rect.h"
#include "app/view/fill_bands.h"

namespace app {

// ---- Pan and zoom of a canvas over the plane of shapes, as pure functions.

struct CanvasView {
  glm::dvec2 center{0};  // units; shown in the middle of the canvas
  double zoom = 1;       // pixels per unit
  friend bool operator==(const CanvasView&, const CanvasView&) = default;
};

inline constexpr double kMinZoom = 1e-3, kMaxZoom = 200;

/// Shows the whole box with a margin.
CanvasView fitting(const ShapeBox& box, const UiRect& rect);
ImVec2 toScreen(const CanvasView& view, const UiRect& rect, glm::dvec2 at);
glm::dvec2 toPlane(const CanvasView& view, const UiRect& rect, ImVec2 pixel);
/// Zooms around `pixel`, which stays on the same point of the plane.
CanvasView zoomedAt(const CanvasView& view, const UiRect& rect, ImVec2 pixel, double factor);
CanvasView panned(const CanvasView& view, ImVec2 pixels);

/// Side by side: one tile per algorithm, in two rows. Otherwise: one tile.
struct CanvasTiles {
  UiRect rects[4];
  int count = 1;
  /// -1: between them.
  int under(ImVec2 pixel) const;
};
CanvasTiles tilesOf(const ShapeScene& scene, const UiRect& rect, float scale);

// Finds the point or edge under the pointer.

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
