#include "app/ui/character/joint_chooser.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include "app/ui/character/joint_text.h"
#include "app/ui/widgets/name_text.h"
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

/// One row of the list. True when clicked.
bool drawChoice(const char* id, const Model& model, int joint, bool marked, int depth) {
  ImGui::PushID(joint);
  const bool pressed = ImGui::Selectable("##joint", marked, 0, {0, px(22)});
  ImGui::PopID();
  logItem("%s.%d", id, joint);
  if (!ImGui::IsItemVisible()) return pressed;
  const UiRect row = itemRect();
  const float left = row.x + px(8) + static_cast<float>(depth) * px(9);
  std::array<char, 24> scratch;
  nameIn({left, row.y, row.right() - left, row.height}, maskLabel(model, joint, scratch),
         joint < 0 ? colors().textDim : colors().text);
  return pressed;
}

/// "Whole body" and all joints, or the matches of the search. Returns the joint that was clicked or entered, or
/// nothing.
std::optional<int> drawList(const char* id, const Model& model, const ChosenMask& mask, SearchList& search,
                            bool entered) {
  std::optional<int> taken;
  const bool opened = ImGui::IsWindowAppearing(), searching = !search.isEmpty();
  std::array<char, 24> scratch;
  search.found.clear();  // 0 is the whole body, 1 the first joint
  rankMatches(
      search, model.skeleton.jointCount() + 1,
      [&](int i) { return std::string_view(maskLabel(model, i - 1, scratch)); }, search.found);
  search.matches = static_cast<int>(search.found.size());
  ImGui::BeginChild("joints", {px(kListWidth), px(kListHeight)}, false, ImGuiWindowFlags_NoNav);
  for (int row = 0; row < search.matches; ++row) {
    const int joint = search.found[static_cast<std::size_t>(row)] - 1;
    const bool marked = searching ? row == search.chosen : joint == mask.joint;
    const bool clicked = drawChoice(id, model, joint, marked, joint < 0 || searching ? 0 : depthOf(model, joint));
    if (clicked || (entered && searching && row == search.chosen)) taken = joint;
    if (opened && joint == mask.joint) ImGui::SetScrollHereY();
  }
  ImGui::EndChild();
  if (taken) ImGui::CloseCurrentPopup();
  return taken;
}

}  // namespace

bool chooseMask(const char* id, const Model& model, ChosenMask& mask, SearchList& search, float width,
                const char* sentence) {
  std::array<char, 24> scratch;
  const char* const name = maskLabel(model, mask.joint, scratch);
  if (!beginDropDown(id, name, mask.joint < 0 ? colors().textDim : colors().accent, width, sentence)) return false;
  if (ImGui::IsWindowAppearing()) {
    search.clear();
    search.focus = true;
  }
  const bool entered = searchField(WidgetId("%s.search", id), "Search joints", search, px(kListWidth));
  const auto taken = drawList(id, model, mask, search, entered);
  bool changed = taken && *taken != mask.joint;
  mask.joint = taken.value_or(mask.joint);
  double feather = mask.feather;
  const SliderLook look{.label = "feather",
                        .max = 8,
                        .defaultValue = 2,
                        .format = "%.0f joints",
                        .fill = colors().accent,
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
