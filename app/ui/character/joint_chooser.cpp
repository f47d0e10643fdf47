#include "app/ui/character/joint_chooser.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "app/ui/widgets/ui_context.h"
#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kListWidth = 236;
constexpr float kListHeight = 210;
constexpr int kMaxIndentLevel = 8;  // deeper levels are not indented further
constexpr const char* kWholeBody = "Whole body";

const char* maskLabel(const Model& model, int joint, std::span<char> scratch) {
  return joint < 0 ? kWholeBody : jointLabel(model, joint, scratch);
}

int depthOf(const Model& model, int joint) {
  int depth = 0;
  const auto parents = model.skeleton.parents();
  for (int at = parents[static_cast<std::size_t>(joint)]; at >= 0 && depth < kMaxIndentLevel;
       at = parents[static_cast<std::size_t>(at)])
    ++depth;
  return depth;
}

/// One row of the list. True when chosen.
bool drawChoice(const char* id, const Model& model, int joint, int chosen, int depth) {
  ImGui::PushID(joint);
  const bool pressed = ImGui::Selectable("##joint", joint == chosen, 0, {0, px(22)});
  ImGui::PopID();
  logItem("%s.%d", id, joint);
  if (!ImGui::IsItemVisible()) return pressed;
  const UiRect row = itemRect();
  const float left = row.x + px(8) + static_cast<float>(depth) * px(9);
  std::array<char, 24> scratch;
  textIn({left, row.y, row.right() - left, row.height}, maskLabel(model, joint, scratch),
         joint < 0 ? color::kTextDim : color::kText);
  return pressed;
}

bool drawList(const char* id, const Model& model, ChosenMask& mask, std::string_view wanted) {
  int chosen = mask.joint;
  bool pressed = false;
  const bool opened = ImGui::IsWindowAppearing();
  ImGui::BeginChild("joints", {px(kListWidth), px(kListHeight)}, false, ImGuiWindowFlags_NoNav);
  for (int joint = -1; joint < model.skeleton.jointCount(); ++joint) {
    std::array<char, 24> scratch;
    if (!wanted.empty() && !containsText(maskLabel(model, joint, scratch), wanted)) continue;
    if (drawChoice(id, model, joint, mask.joint, joint < 0 || !wanted.empty() ? 0 : depthOf(model, joint))) {
      chosen = joint;
      pressed = true;
    }
    if (opened && joint == mask.joint) ImGui::SetScrollHereY();
  }
  ImGui::EndChild();
  if (pressed) ImGui::CloseCurrentPopup();
  if (chosen == mask.joint) return false;
  mask.joint = chosen;
  return true;
}

}  // namespace

bool chooseMask(const char* id, const Model& model, ChosenMask& mask, JointSearch& search, float width,
                const char* sentence) {
  std::array<char, 24> scratch;
  const char* const name = maskLabel(model, mask.joint, scratch);
  if (!beginDropDown(id, name, mask.joint < 0 ? color::kTextDim : color::kAccent, width, sentence)) return false;
  if (ImGui::IsWindowAppearing()) {
    search.fill(0);
    ImGui::SetKeyboardFocusHere();
  }
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(8), std::floor((rowHeight() - ImGui::GetFontSize()) / 2)});
  ImGui::SetNextItemWidth(px(kListWidth));
  ImGui::InputTextWithHint("##search", "Search joints", search.data(), search.size());
  logItem("%s.search", id);
  ImGui::PopStyleVar();
  bool changed = drawList(id, model, mask, search.data());
  double feather = mask.feather;
  const SliderLook look{.label = "feather",
                        .max = 8,
                        .defaultValue = 2,
                        .format = "%.0f joints",
                        .fill = color::kAccent,
                        .step = 1,
                        .typedMin = 0,
                        .typedMax = 64};
  if (mask.joint >= 0 && slider(WidgetId("%s.feather", id), feather, look, px(kListWidth),
                                "Number of joints below this one over which the mask fades in.")) {
    mask.feather = static_cast<int>(std::lround(feather));
    changed = true;
  }
  ImGui::EndCombo();
  return changed;
}

}  // namespace app
