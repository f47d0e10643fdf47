// Help: all keys and mouse gestures, from the tables that handle them.
#include <algorithm>
#include <cmath>

#include "app/ui/bindings.h"
#include "app/ui/panels.h"
#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kKeyWidth = 84;
constexpr float kGestureWidth = 150;
constexpr float kHead = 50, kFoot = 14, kKeyRow = 24, kRowGap = 1;
constexpr float kMinRow = 18;       // in a low window; below that the rows scroll
constexpr float kTwoColumns = 680;  // width of the sheet

bool isListed(const KeyBinding& binding, SceneKind scene) { return binding.keys[0] != 0 && worksIn(binding, scene); }

std::size_t keyCountOf(SceneKind scene) {
  return static_cast<std::size_t>(
      std::count_if(keyBindings().begin(), keyBindings().end(),
                    [scene](const KeyBinding& binding) { return isListed(binding, scene); }));
}

/// The rows of the longer column. The right one has the mouse, an empty row, and the keys that the left one lacks.
std::size_t rowsOf(SceneKind scene, bool twoColumns) {
  const std::size_t mouse = mouseBindings(scene).size() + 1;
  return twoColumns ? std::max((keyCountOf(scene) + mouse + 1) / 2, mouse) : keyCountOf(scene) + mouse;
}

/// A key cap and what the key does.
void drawRow(const char* keys, const char* description, float keyWidth, ImVec2 size) {
  ImGui::Dummy(size);
  const UiRect row = itemRect();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* font = ui().fonts.small;
  const float width = sizeOf(*font, keys).x + px(14);
  const UiRect cap{row.x, row.centerY() - px(9), std::max(width, px(24)), px(18)};
  list.AddRectFilled(cap.min(), cap.max(), colors().control, px(4));
  list.AddRect(cap.min(), cap.max(), colors().controlActive, px(4));
  textIn(cap, keys, colors().text, 0.5f, font);
  textIn({row.x + px(keyWidth), row.y, row.width - px(keyWidth), row.height}, description, colors().textDim);
  logItem("help.%s", keys);
}

/// All keys and gestures, in two columns or below each other.
void drawRows(SceneKind scene, bool twoColumns, float height) {
  const float all = ImGui::GetContentRegionAvail().x;
  const ImVec2 row{twoColumns ? std::floor((all - px(20)) / 2) : all, height};
  const std::size_t inLeft = twoColumns ? rowsOf(scene, true) : keyCountOf(scene);
  std::size_t listed = 0;
  ImGui::BeginGroup();
  for (const KeyBinding& binding : keyBindings())
    if (isListed(binding, scene) && listed++ < inLeft)
      drawRow(binding.keys, binding.what, twoColumns ? kKeyWidth : kGestureWidth, row);
  if (!twoColumns) ImGui::Dummy(row);
  if (twoColumns) {
    ImGui::EndGroup();
    ImGui::SameLine(0, px(20));
    ImGui::BeginGroup();
  }
  for (const MouseBinding& binding : mouseBindings(scene)) drawRow(binding.gesture, binding.what, kGestureWidth, row);
  if (keyCountOf(scene) > inLeft) ImGui::Dummy(row);
  listed = 0;
  for (const KeyBinding& binding : keyBindings())
    if (isListed(binding, scene) && listed++ >= inLeft) drawRow(binding.keys, binding.what, kGestureWidth, row);
  ImGui::EndGroup();
}

}  // namespace

bool drawHelpOverlay(SceneKind scene) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float width = std::min(px(720), screen.x - px(24));
  const bool twoColumns = width >= px(kTwoColumns);
  const float rows = static_cast<float>(rowsOf(scene, twoColumns)), frame = px(kHead + kFoot);
  const float fitting = std::floor((screen.y - px(24) - frame) / rows) - px(kRowGap);
  const float row = std::clamp(fitting, px(kMinRow), px(kKeyRow));
  const float height = std::min(frame + rows * (row + px(kRowGap)), screen.y - px(24));
  const UiRect sheet{std::floor((screen.x - width) / 2), std::floor((screen.y - height) / 2), width, height};
  beginOverlay("help", {0, 0, screen.x, screen.y}, rgb(0x000000, 130), {0, 0});
  ui().log.add("help", sheet);
  ui().focus.trapFocus();
  const bool clicked = ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows) && ImGui::IsMouseClicked(0);
  const bool outside = clicked && !ImGui::IsMouseHoveringRect(sheet.min(), sheet.max(), false);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(sheet.min(), sheet.max(), colors().overlay, px(10));
  list.AddRect(sheet.min(), sheet.max(), colors().line, px(10));

  textIn({sheet.x + px(20), sheet.y + px(14), px(300), px(24)}, "Keyboard and mouse", colors().text, 0,
         ui().fonts.strong);
  ImGui::SetCursorScreenPos({sheet.right() - px(14) - rowHeight(), sheet.y + px(12)});
  const bool closed = iconButton("help.close", Icon::Close, "Close (H or Esc).", {.quiet = true});
  const ImVec2 top{sheet.x + px(20), sheet.y + px(kHead)};
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(8), px(kRowGap)});
  ImGui::SetCursorScreenPos(top);
  ImGui::BeginChild("rows", {sheet.width - px(40), sheet.bottom() - px(8) - top.y}, false, ImGuiWindowFlags_NoNav);
  drawRows(scene, twoColumns, row);
  endChild();
  ImGui::PopStyleVar();
  endPanel();
  return !closed && !outside;
}

}  // namespace app
