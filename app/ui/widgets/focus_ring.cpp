#include "app/ui/widgets/focus_ring.h"

#include <algorithm>

#include <imgui_internal.h>

#include "app/ui/widgets/ui_context.h"

namespace app {
namespace {

constexpr float kRing = 2, kRingGap = 1, kRingRound = 6;

}  // namespace

UiRect visiblePart(const UiRect& rect) {
  ImRect part({rect.x, rect.y}, {rect.right(), rect.bottom()});
  part.ClipWith(GImGui->CurrentWindow->ClipRect);
  if (part.GetWidth() <= 0 || part.GetHeight() <= 0) return {};
  return {part.Min.x, part.Min.y, part.GetWidth(), part.GetHeight()};
}

void scrollTo(const UiRect& rect) {
  ImGuiWindow* const window = GImGui->CurrentWindow;
  const float edge = px(4);
  const bool sideways = (window->Flags & ImGuiWindowFlags_HorizontalScrollbar) != 0;
  ImGui::ScrollToRect(window, ImRect({rect.x - edge, rect.y - edge}, {rect.right() + edge, rect.bottom() + edge}),
                      ImGuiScrollFlags_KeepVisibleEdgeY | (sideways ? ImGuiScrollFlags_KeepVisibleEdgeX : 0));
}

void drawRing(const UiRect& rect) {
  if (rect.empty()) return;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float out = px(kRingGap) + px(kRing) / 2, edge = px(kRing) / 2;
  const ImVec2 min{std::max(rect.x - out, edge), std::max(rect.y - out, edge)};
  const ImVec2 max{std::min(rect.right() + out, screen.x - edge), std::min(rect.bottom() + out, screen.y - edge)};
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.AddRect(min, max, colors().panel, px(kRingRound), 0, px(kRing) + 2 * px(kRingGap));
  list.AddRect(min, max, colors().focus, px(kRingRound), 0, px(kRing));
}

}  // namespace app
