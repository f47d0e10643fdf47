// The model at other moments, translucent, each layer with only its own nearest surface.
#pragma once

#include "app/render/scene_draw.h"
#include "app/render/scene_target.h"
#include "app/view/draw_list.h"

namespace app {

/// Draws all layers into `target`, whose scene must be complete but for what is blended. They hide nothing of one
/// another.
void drawGhosts(const SceneContent& content, const DrawList& list, SceneTarget& target);

}  // namespace app
