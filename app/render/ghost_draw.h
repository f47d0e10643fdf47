// Draws ghosts: the model at other times, translucent, only the nearest surface of each layer.
#ifndef APP_RENDER_GHOST_DRAW_H
#define APP_RENDER_GHOST_DRAW_H

#include "app/render/draw_share.h"
#include "app/render/scene_draw.h"
#include "app/render/scene_target.h"
#include "app/view/draw_list.h"

namespace app {

/// Draws into `target` those layers that belong to `share`, at `cost` each, after the opaque scene and before blended
/// surfaces. Layers do not hide each other.
void drawGhosts(const SceneContent& content, const DrawList& list, SceneTarget& target, std::int64_t cost,
                DrawShare& share);

}  // namespace app

#endif  // APP_RENDER_GHOST_DRAW_H
