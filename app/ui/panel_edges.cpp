// The edges between panels, to be dragged.
#include "app/ui/panels.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kReach = 3;  // to both sides of the edge

/// A strip along an edge; no widget lies under it. `now`: the size that puts the edge under the pointer, in pixels.
void drawEdge(const char* id, const UiRect& strip, bool upright, float& size, float now) {
  beginOverlay(id, strip, 0, {0, 0});
  hitArea(id, {strip.width, strip.height});
  const bool dragged = ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 1);
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
    ImGui::SetMouseCursor(upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
    const float half = px(1);
    const UiRect line = upright ? UiRect{strip.centerX() - half, strip.y, 2 * half, strip.height}
                                : UiRect{strip.x, strip.centerY() - half, strip.width, 2 * half};
    ImGui::GetWindowDrawList()->AddRectFilled(line.min(), line.max(), colors().accent);
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) size = 0;
  }
  hint("Drag to resize. Double-click: automatic size.");
  if (dragged) size = now / ui().scale;
  endPanel();
}

}  // namespace

void drawPanelEdges(const Layout& layout, PanelSizes& sizes) {
  const UiRect& column = layout.settings.empty() ? layout.tabs : layout.settings;
  if (column.empty()) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const float reach = px(kReach);
  const float bottom = layout.crossFade.empty() ? column.bottom() : layout.crossFade.bottom();
  drawEdge("edge.column", {column.x - reach, column.y, 2 * reach, bottom - column.y}, true, sizes.column,
           column.right() - mouse.x);
  if (!layout.profiler.empty())
    drawEdge("edge.profiler", {column.x + 2 * reach, layout.profiler.y - reach, column.width - 2 * reach, 2 * reach},
             false, sizes.profiler, layout.profiler.bottom() - mouse.y);
  if (!layout.crossFade.empty())
    drawEdge("edge.crossFade", {column.x + 2 * reach, layout.crossFade.y - reach, column.width - 2 * reach, 2 * reach},
             false, sizes.crossFade, layout.crossFade.bottom() - mouse.y);
}

}  // namespace app
