#include "app/render/ghost_draw.h"

#include <glad/gl.h>

#include <algorithm>
#include <span>

#include "app/render/nearest_surface.h"

namespace app {
namespace {

std::span<const DrawItem> itemsOf(const DrawList& list, const GhostLayer& layer) {
  const int count = static_cast<int>(list.ghostItems.size());
  const int first = std::clamp(layer.firstItem, 0, count);
  return std::span(list.ghostItems)
      .subspan(static_cast<std::size_t>(first),
               static_cast<std::size_t>(std::clamp(layer.itemCount, 0, count - first)));
}

void drawItems(const SceneContent& content, std::span<const DrawItem> items, const glm::vec4& color) {
  for (const DrawItem& item : items) {
    const BoundItem bound = bindItem(content, item, SceneOutput::Ghost, ViewMode::Shaded, color);
    if (bound.primitive == nullptr) continue;
    glFrontFace(item.mirrored ? GL_CW : GL_CCW);
    (content.model.material(item.material).values.doubleSided ? glDisable : glEnable)(GL_CULL_FACE);
    drawCopies(content, bound, item, {.count = item.copies},
               [&](int copies) { drawPrimitive(*bound.primitive, copies); });
  }
}

}  // namespace

void drawGhosts(const SceneContent& content, const DrawList& list, SceneTarget& target, std::int64_t cost,
                DrawShare& share) {
  for (const GhostLayer& layer : list.ghosts) {
    const std::span<const DrawItem> items = itemsOf(list, layer);
    if (items.empty() || !(layer.color.a > 0) || !share.takes(cost)) continue;
    target.beginLayer();
    blendNearestSurface([&] { drawItems(content, items, layer.color); });
  }
  target.endLayers();
  glDisable(GL_CULL_FACE);
  glFrontFace(GL_CCW);
}

}  // namespace app
