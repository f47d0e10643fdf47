// The ready-made shapes in menus and on buttons.
#ifndef APP_UI_SHAPES_PRESET_LIST_H
#define APP_UI_SHAPES_PRESET_LIST_H

#include "app/session/shapes/shape_presets.h"
#include "app/ui/shapes/shape_painter.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

const char* nameOf(ShapePreset preset);
void drawPresetThumbnail(ShapePainter& painter, ShapePreset preset, const UiRect& rect, ImU32 tint);
/// Menu rows, one per preset with its thumbnail. True when one was chosen.
bool choosePreset(const char* id, ShapePainter& painter, ShapePreset& preset);

}  // namespace app

#endif  // APP_UI_SHAPES_PRESET_LIST_H
