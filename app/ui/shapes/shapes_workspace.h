// The shapes workspace, and what it remembers between frames.
#pragma once

#include <array>

#include "app/session/command.h"
#include "app/session/session.h"
#include "app/ui/shapes/canvas_view.h"
#include "app/ui/shapes/shape_painter.h"
#include "app/ui/widgets/canvas.h"
#include "app/ui/widgets/curve_editor.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

inline constexpr int kNewCardFrames = 2;  // the card is there from the second one on

struct ShapesWorkspace {
  ShapePainter painter;

  CanvasView view;
  bool fitted = true;   // the view follows the shapes until the user moves it
  ShapeBox seenExtent;  // what the view was fitted to
  UiRect seenRect;
  bool edited = false;  // points changed in the last frame: the view does not follow while the user draws

  ShapeHit hovered;
  ShapeHit selected;  // the point grabbed last: Delete removes it
  bool held = false;  // it follows the pointer
  int heldTile = 0;
  bool panning = false;
  int draggedKey = -1;      // a card of the strip
  int newCardFrames = 0;    // in which the strip scrolls to its end
  bool wasPlaying = false;  // before the scrubber was grabbed
  bool scrubbing = false;

  CurveEditorState easing;
  std::array<char, 512> path{"shapes.json"};
};

void drawShapesWorkspace(const Session& session, ShapesWorkspace& state, const WorkspaceLayout& layout, Commands& out);
/// The canvas alone, without marks for editing.
void drawShapesCanvas(const Session& session, ShapePainter& painter, const Canvas& canvas);

}  // namespace app
