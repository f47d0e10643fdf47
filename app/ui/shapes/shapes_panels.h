// The pieces of the shapes workspace.
#pragma once

#include <array>

#include "app/session/command.h"
#include "app/session/session.h"
#include "app/session/shapes/shape_document.h"
#include "app/ui/shapes/shape_painter.h"
#include "app/ui/widgets/canvas.h"
#include "app/ui/widgets/curve_editor.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

// ---- The shapes workspace, and what it remembers between frames.

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

void drawShapesEditor(const Session& session, ShapesWorkspace& state, const UiRect& area, Commands& out);
void drawShapesStrip(const Session& session, ShapesWorkspace& state, const UiRect& area, Commands& out);
void drawShapesTransport(const Session& session, ShapesWorkspace& state, const UiRect& area, Commands& out);
void drawShapesSettings(const Session& session, ShapesWorkspace& state, const UiRect& area, Commands& out);

/// What the canvas shows of editing.
struct CanvasMarks {
  bool editing = false;
  ShapeHit hovered, selected;
  ImVec2 pointer{-1, -1};  // where the next point would go; negative: nowhere
};
void drawShapeTile(const ShapeScene& scene, ShapePainter& painter, crossfade::MorphKind kind, const Canvas& canvas,
                   const CanvasView& view, const CanvasMarks& marks);
/// The morph that a tile shows: each tile its own when side by side.
crossfade::MorphKind morphKindOfTile(const ShapeScene& scene, int tile);

// The ready-made shapes in menus and on buttons.

const char* nameOf(ShapePreset preset);
void drawPresetThumbnail(ShapePainter& painter, ShapePreset preset, const UiRect& rect, ImU32 tint);
/// Menu rows, one per preset with its thumbnail. True when one was chosen.
bool choosePreset(const char* id, ShapePainter& painter, ShapePreset& preset);

}  // namespace app
