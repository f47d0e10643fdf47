#include "app/ui/shapes/preset_list.h"

#include <array>

#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr std::array<const char*, 9> kPresetNames = {
    "Pencil, lying", "Pencil, upright", "Star, big", "Star, small", "Apple", "Vase", "Stool", "Elephant", "Horse"};

}  // namespace

void drawPresetThumbnail(ShapePainter& painter, ShapePreset preset, const UiRect& rect, ImU32 tint) {
  painter.paintThumbnail({.list = *ImGui::GetWindowDrawList(), .rect = rect, .scale = ui().scale}, presetPoints(preset),
                         true, tint);
}

const char* nameOf(ShapePreset preset) { return kPresetNames[static_cast<std::size_t>(preset)]; }

bool choosePreset(const char* id, ShapePainter& painter, ShapePreset& preset) {
  bool chosen = false;
  const FocusGroup group("presets", GroupLayout::Column);
  for (int i = 0; i < static_cast<int>(kPresetNames.size()); ++i) {
    ImGui::PushID(i);
    if (ImGui::Selectable("##preset", false, ImGuiSelectableFlags_DontClosePopups, {px(150), px(26)})) {
      preset = static_cast<ShapePreset>(i);
      chosen = true;
    }
    ImGui::PopID();
    logItem("%s.%d", id, i);
    const UiRect row = itemRect();
    drawPresetThumbnail(painter, static_cast<ShapePreset>(i),
                        {row.x + px(4), row.y + px(3), px(30), row.height - px(6)}, shapeColor(i));
    textIn({row.x + px(44), row.y, row.width - px(44), row.height}, kPresetNames[static_cast<std::size_t>(i)],
           colors().text);
  }
  return chosen;
}

}  // namespace app
