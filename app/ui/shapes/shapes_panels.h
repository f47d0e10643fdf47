// The panels of the shapes workspace. Where each lies comes from the layout of ui().
#pragma once

#include "app/session/command.h"
#include "app/session/session.h"
#include "app/session/shapes/shape_presets.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

void drawShapesEditor(const Session& session, Commands& out);
void drawShapesStrip(const Session& session, Commands& out);
void drawShapesTransport(const Session& session, Commands& out);
void drawShapesSettings(const Session& session, Commands& out);

/// A preset's outline in a list or on a button.
void drawPresetThumbnail(ShapePreset preset, const UiRect& rect, unsigned int tint);
const char* nameOf(ShapePreset preset);
/// Rows of a menu, one for each preset with its thumbnail; true when one was chosen.
bool choosePreset(const char* id, ShapePreset& preset);

}  // namespace app
