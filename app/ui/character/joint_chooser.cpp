#include "app/ui/character/joint_chooser.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include "app/ui/character/mask_text.h"
#include "app/ui/widgets/name_text.h"
#include "app/ui/widgets/ui_context.h"
#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kMaskListWidth = 236;
constexpr float kMaskListHeight = 210;
constexpr int kMaxIndentLevel = 8;  // deeper levels are not indented further

int depthOf(const Model& model, int joint) {
  int depth = 0;
  const auto parents = model.skeleton.parents();
  for (int at = parents[static_cast<std::size_t>(joint)]; at >= 0 && depth < kMaxIndentLevel;
       at = parents[static_cast<std::size_t>(at)])
    ++depth;
  return depth;
}

/// One row of the list. True when clicked.
bool drawChoice(const char* id, const Session& session, int mask, bool marked, int depth) {
  ImGui::PushID(mask);
  const bool pressed = ImGui::Selectable("##joint", marked, 0, {0, px(22)});
  ImGui::PopID();
  ui().focus.nextIsChosen(marked);
  if (const NamedMask* const named = session.character().masks().find(mask))
    logItem("%s.named.%s", id, named->name.c_str());
  else
    logItem("%s.%d", id, mask);
  if (!ImGui::IsItemVisible()) return pressed;
  const UiRect row = itemRect();
  float left = row.x + px(8) + static_cast<float>(depth) * px(9);
  if (isNamedMask(mask)) {
    textIn({left, row.y, px(16), row.height}, icon(Icon::Brush), colors().accent, 0.5f, ui().fonts.small);
    left += px(22);
  }
  std::array<char, 24> scratch;
  nameIn({left, row.y, row.right() - left, row.height}, maskLabel(session, mask, scratch),
         mask < 0 ? colors().textDim : colors().text);
  return pressed;
}

/// The mask in a row of the whole list: the whole body, masks with names, all joints.
int maskInRow(const Session& session, int row) {
  const auto& named = session.character().masks().all();
  if (row == 0) return -1;
  if (row <= static_cast<int>(named.size())) return namedMask(named[static_cast<std::size_t>(row - 1)].name);
  return row - 1 - static_cast<int>(named.size());
}

/// All rows, or the matches of the search. Returns the mask that was clicked or entered, or nothing.
std::optional<int> drawList(const char* id, const Session& session, const FadeMask& chosen, SearchList& search,
                            bool entered) {
  std::optional<int> taken;
  const Model& model = session.model();
  const bool opened = ImGui::IsWindowAppearing(), searching = !search.isEmpty();
  std::array<char, 24> scratch;
  search.found.clear();
  rankMatches(
      search, model.skeleton.jointCount() + 1 + static_cast<int>(session.character().masks().all().size()),
      [&](int row) { return std::string_view(maskLabel(session, maskInRow(session, row), scratch)); }, search.found);
  search.matches = static_cast<int>(search.found.size());
  if (entered && search.matches == 0) keepKeyboard(search);
  ImGui::BeginChild("joints", {px(kMaskListWidth), px(kMaskListHeight)}, false, ImGuiWindowFlags_NoNav);
  const FocusGroup group("choices", GroupLayout::Column);
  for (int row = 0; row < search.matches; ++row) {
    const int mask = maskInRow(session, search.found[static_cast<std::size_t>(row)]);
    const bool marked = searching ? row == search.chosen : mask == chosen.joint;
    const bool indented = mask >= 0 && !isNamedMask(mask) && !searching;
    const bool clicked = drawChoice(id, session, mask, marked, indented ? depthOf(model, mask) : 0);
    if (clicked || (entered && searching && row == search.chosen)) taken = mask;
    if (opened && mask == chosen.joint) ImGui::SetScrollHereY();
  }
  ImGui::EndChild();
  if (taken) ImGui::CloseCurrentPopup();
  return taken;
}

}  // namespace

bool chooseMask(const char* id, const Session& session, FadeMask& mask, SearchList& search, float width,
                const char* sentence) {
  std::array<char, 24> scratch;
  const char* const name = maskLabel(session, mask.joint, scratch);
  if (!beginDropDown(id, name, mask.joint < 0 ? colors().textDim : colors().accent, width, sentence)) return false;
  if (ImGui::IsWindowAppearing()) {
    search.clear();
    search.focus = true;
  }
  const bool entered = searchField(WidgetId("%s.search", id), "Search masks and joints", search, px(kMaskListWidth));
  const auto taken = drawList(id, session, mask, search, entered);
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
                        .typedMax = kMaxMaskFeather};
  const bool isJoint = mask.joint >= 0 && !isNamedMask(mask.joint);
  if (isJoint && slider(WidgetId("%s.feather", id), feather, look, px(kMaskListWidth),
                        "Number of joints below this one over which the mask fades in.")) {
    mask.feather = static_cast<int>(std::lround(feather));
    changed = true;
  }
  ImGui::EndCombo();
  return changed;
}

}  // namespace app
