// How shapes look: their colours, filled and outlined, small and large.
#pragma once

#include <span>

#include "app/session/shapes/shape_scene.h"
#include "app/ui/shapes/canvas_view.h"
#include "app/ui/widgets/canvas.h"

namespace app {

/// Of key shape `key`. Neighbours lie beside each other in the circle of hues, so that what is between them is as clear
/// as they are.
ImU32 shapeColor(int key);
/// Between the colours of two keys, as even to the eye as both (Ottosson's OKLab, 2020).
ImU32 shapeColor(const TimelinePosition& position);
/// The same a little deeper, where it must stand out from light ground.
ImU32 onGround(ImU32 tint, const Canvas& canvas);

struct ShapePaint {
  ImU32 tint = 0;
  float fill = 0;       // how opaque, 0 to 1; 0: not filled
  float line = 1;       // likewise
  float width = 1.75f;  // of the line, interface units
  bool closed = true;
};
/// Through the points of an outline, in place of the plane that the view says.
void paintShape(const Canvas& canvas, const CanvasView& view, std::span<const glm::dvec2> points,
                const ShapePaint& paint);
/// The whole shape inside of canvas.rect.
void paintThumbnail(const Canvas& canvas, std::span<const glm::dvec2> points, bool closed, ImU32 tint);

ShapeBox boxOf(std::span<const glm::dvec2> points);

}  // namespace app
