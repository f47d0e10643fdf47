#include "app/ui/layout.h"

#include <algorithm>
#include <cmath>

#include "app/ui/panels.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

// Interface units: pixels at scale 1.
constexpr float kTopBar = 40;
constexpr float kTransport = 46;
constexpr float kTimeline = 164;
constexpr float kTimelineShort = 130;
constexpr float kChips = 78;
constexpr float kChipsShort = 70;
constexpr float kClipTabs = 26;
constexpr float kTilePitch = 122;  // of the narrowest tile in one row, with its gap (fade_chips_panel.cpp)
constexpr float kColumnMin = 312;
constexpr float kColumnMax = 400;
constexpr float kColumnWidest = 640;  // by hand
constexpr float kColumnFraction = 0.28f;
constexpr float kMinViewportFraction = 0.45f;
constexpr float kTransitionsFraction = 0.6f;
constexpr float kTransitionsScene = 280;  // left for the scene
constexpr float kCrossFadeMin = 384;
constexpr float kCrossFadeMax = 440;
constexpr float kCrossFadeFraction = 0.55f;
constexpr float kCrossFadeLowest = 210;  // by hand
constexpr float kTabsLowest = 150;       // by hand
constexpr float kColumnForCrossFade = 600;
constexpr float kRoomForTransport = 500;
constexpr float kProfiler = 470;
constexpr float kProfilerLowest = 220;  // by hand
constexpr float kColumnForProfiler = 1240;
constexpr float kColumnForTabs = 320;  // beside the profiler
constexpr float kShortWindow = 660;
constexpr float kStrip = 116;
constexpr float kStripShort = 96;

float columnWidth(float width, float scale, float chosen) {
  const float widest = std::max((1 - kMinViewportFraction) * width, kColumnMin * scale);
  if (chosen > 0) return std::clamp(chosen * scale, kColumnMin * scale, std::min(kColumnWidest * scale, widest));
  return std::clamp(width * kColumnFraction, kColumnMin * scale, kColumnMax * scale);
}

float crossFadeHeight(float column, float scale, float chosen) {
  if (chosen > 0) return std::clamp(chosen * scale, kCrossFadeLowest * scale, column - kTabsLowest * scale);
  return std::clamp(column * kCrossFadeFraction, kCrossFadeMin * scale, kCrossFadeMax * scale);
}

/// 0: a tab. `room`: what the column has above the cross-fade panel.
float profilerHeight(float column, float room, float scale, float chosen) {
  if (column < kColumnForProfiler * scale || room < (kProfiler + kColumnForTabs) * scale) return 0;
  return chosen > 0 ? std::clamp(chosen * scale, kProfilerLowest * scale, room - kTabsLowest * scale)
                    : kProfiler * scale;
}

/// Of the transition set: most of the room, but a standing figure stays visible.
float transitionsWidth(float free, float scale) {
  return std::round(std::min(free * kTransitionsFraction, std::max(free - kTransitionsScene * scale, free * 0.5f)));
}

/// Canvas, strip and transport on the left, settings on the right.
Layout layOutWorkspace(float width, float height, float scale, float column, SceneKind scene) {
  const float topBar = std::min(std::round(kTopBar * scale), height);
  const float transport = std::min(std::round(kTransport * scale), height - topBar);
  const float wanted =
      scene == SceneKind::Shapes ? std::round((height < kShortWindow * scale ? kStripShort : kStrip) * scale) : 0;
  const float strip = std::min(wanted, height - topBar - transport);
  const float canvas = height - topBar - transport - strip, free = width - column;
  Layout layout;
  layout.topBar = {0, 0, width, topBar};
  layout.viewport = {0, topBar, free, canvas};
  if (strip > 0) layout.strip = {0, topBar + canvas, free, strip};
  layout.transport = {0, topBar + canvas + strip, free, transport};
  if (column > 0) layout.settings = {free, topBar, column, height - topBar};
  return layout;
}

}  // namespace

Layout layOut(float width, float height, float scale, bool columnOpen, SceneKind scene, const PanelSizes& sizes,
              int groupedClips) {
  width = std::max(width, 1.0f);
  height = std::max(height, 1.0f);
  Layout layout;
  float column = std::round(columnWidth(width, scale, sizes.column));
  if (!columnOpen || width - column < kMinViewportFraction * width) column = 0;
  if (scene != SceneKind::Character) return layOutWorkspace(width, height, scale, column, scene);
  const float free = width - column;

  const float topBar = std::min(std::round(kTopBar * scale), height);
  const float transport = std::min(std::round(kTransport * scale), height - topBar);
  const float chipsWanted = std::round((height < kShortWindow * scale ? kChipsShort : kChips) * scale);
  const float chips = std::min(chipsWanted, height - topBar - transport);
  const bool wideTransport = free < kRoomForTransport * scale;
  const float forTimeline =
      sizes.timeline ? std::round((height < kShortWindow * scale ? kTimelineShort : kTimeline) * scale) : 0;
  const bool fewFit = free < static_cast<float>(groupedClips) * kTilePitch * scale;
  const float tabsRow = fewFit && height >= kShortWindow * scale ? std::round(kClipTabs * scale) : 0;
  const float timeline = std::min(forTimeline, std::max(0.0f, height - topBar - transport - chips - tabsRow));
  const float middle = height - topBar - transport - chips - tabsRow - timeline;
  layout.topBar = {0, 0, width, topBar};
  const bool hasSide = sizes.side != SidePanel::None;
  const bool inColumn = hasSide && column > 0 && transitionsWidth(free, scale) < kColumnMin * scale;
  const float columnHeight = height - topBar - (wideTransport ? transport : 0);
  const float beside = hasSide && !inColumn ? transitionsWidth(free, scale) : 0;
  layout.viewport = {0, topBar, free - beside, middle};
  UiRect& side = sizes.side == SidePanel::Retarget ? layout.retarget : layout.transitions;
  if (beside > 0) side = {free - beside, topBar, beside, middle};
  if (inColumn) side = {free, topBar, column, columnHeight};
  if (timeline > 0) layout.timeline = {0, topBar + middle, free, timeline};
  if (tabsRow > 0) layout.clipTabs = {0, topBar + middle + timeline, free, tabsRow};
  layout.chips = {0, topBar + middle + timeline + tabsRow, free, chips};
  layout.transport = {0, height - transport, wideTransport ? width : free, transport};
  if (column == 0 || inColumn) return layout;

  const float crossFade = columnHeight < kColumnForCrossFade * scale
                              ? 0
                              : std::round(crossFadeHeight(columnHeight, scale, sizes.crossFade));
  const float profiler = std::round(profilerHeight(columnHeight, columnHeight - crossFade, scale, sizes.profiler));
  const float tabs = columnHeight - crossFade - profiler;
  layout.tabs = {free, topBar, column, tabs};
  if (profiler > 0) layout.profiler = {free, topBar + tabs, column, profiler};
  if (crossFade > 0) layout.crossFade = {free, topBar + tabs + profiler, column, crossFade};
  return layout;
}

// ---- The edges between panels, to be dragged.

namespace {

constexpr float kGrabReach = 3;  // to both sides of the edge

/// A strip along an edge; no widget lies under it. `now`: the size that puts the edge under the pointer, in pixels.
void drawEdge(const char* id, const UiRect& strip, bool upright, float& size, float now) {
  beginOverlay(id, strip, 0, {0, 0});
  unloggedArea(id, {strip.width, strip.height});
  const bool dragged = ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 1);
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
    ImGui::SetMouseCursor(upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
    const float half = px(1);
    const UiRect line = upright ? UiRect{strip.centerX() - half, strip.y, 2 * half, strip.height}
                                : UiRect{strip.x, strip.centerY() - half, strip.width, 2 * half};
    fillRect(line, colors().accent);
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
  const float reach = px(kGrabReach);
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
