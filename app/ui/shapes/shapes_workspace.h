// What the shapes workspace remembers of a person's hand, and its panels.
#pragma once

#include <array>

#include "app/ui/shapes/canvas_view.h"
#include "app/ui/shapes/shape_hits.h"
#include "app/ui/widgets/canvas.h"

namespace app {

struct ShapesWorkspace {
  CanvasView view;
  bool fitted = true;  // the view follows what is to be seen, until it is moved by hand
  ShapeBox seenExtent;
  UiRect seenRect;
  bool edited = false;  // points were changed in the frame before, by this hand: no reason for another view

  ShapeHit hovered;
  ShapeHit selected;   // the point grabbed last: Delete takes it away
  bool held = false;   // it moves with the pointer
  bool moved = false;  // since it was grabbed
  int heldTile = 0;
  bool panning = false;
  int draggedKey = -1;      // a card of the strip, on its way to another place
  bool wasPlaying = false;  // before the scrubber was grabbed
  bool scrubbing = false;
  bool sliding = false;  // a hold or morph time changes under the same hand: one undo

  std::array<char, 512> path{"shapes.json"};
};

/// The canvas as somebody edits it, one tile.
struct CanvasMarks {
  bool editing = false;
  ShapeHit hovered, selected;
  ImVec2 pointer{-1, -1};  // where the next point would be; negative: nowhere
};
void drawShapeTile(const ShapeScene& scene, crossfade::MorphKind kind, const Canvas& canvas, const CanvasView& view,
                   const CanvasMarks& marks);

}  // namespace app
