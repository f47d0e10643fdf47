// The pieces of the shapes workspace.
#pragma once

#include "app/session/shapes/shape_presets.h"
#include "app/ui/shapes/shapes_workspace.h"

namespace app {

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
