#include "app/ui/character/joint_list.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kRow = 22;
constexpr float kIndent = 11;
constexpr int kMaxIndentLevel = 12;     // deeper levels are not indented further
constexpr std::size_t kManyRows = 400;  // larger trees start with only the first levels open
constexpr int kOpenLevels = 3;

/// Until the user folds it: the first levels of a large tree are open, and all of a small one.
bool isOpen(const JointListState& state, const JointRow& row, std::size_t rows) {
  switch (state.folds[static_cast<std::size_t>(row.joint)]) {
    case TreeFold::Untouched:
      return rows <= kManyRows || row.depth < kOpenLevels;
    case TreeFold::Open:
      return true;
    case TreeFold::Closed:
      return false;
  }
  return true;
}
void setOpen(JointListState& state, const JointRow& row, bool open) {
  state.folds[static_cast<std::size_t>(row.joint)] = open ? TreeFold::Open : TreeFold::Closed;
}

/// Fills `state.shownRows`. A search ignores folds.
void collectRows(const Session& session, JointListState& state) {
  const std::vector<JointRow>& rows = session.jointRows();
  const std::string_view wanted = state.search.data();
  state.shownRows.clear();
  for (int i = 0; i < static_cast<int>(rows.size());) {
    const JointRow& row = rows[static_cast<std::size_t>(i)];
    std::array<char, 24> scratch;
    if (wanted.empty() || containsText(jointLabel(session.model(), row.joint, scratch), wanted))
      state.shownRows.push_back(i);
    i = wanted.empty() && !isOpen(state, row, rows.size()) ? row.end : i + 1;
  }
}

/// Opens everything above `joint`.
void reveal(const Session& session, JointListState& state, int joint) {
  const std::vector<JointRow>& rows = session.jointRows();
  const auto found =
      std::find_if(rows.begin(), rows.end(), [joint](const JointRow& row) { return row.joint == joint; });
  const auto foundRow = static_cast<int>(found - rows.begin());
  for (const JointRow& row : rows) {
    if (row.joint == joint) return;
    if (row.end > foundRow) setOpen(state, row, true);
  }
}

void drawFold(const Session& session, JointListState& state, const JointRow& row, float x, float y) {
  const bool open = isOpen(state, row, session.jointRows().size());
  ImGui::SetCursorScreenPos({x, y});
  if (ImGui::InvisibleButton(WidgetId("joint.%d.fold", row.joint), {px(16), px(kRow)})) setOpen(state, row, !open);
  logItem("joint.%d.fold", row.joint);
  textIn(itemRect(), icon(open ? Icon::Fold : Icon::Expand), ImGui::IsItemHovered() ? color::kText : color::kTextFaint,
         0.5f);
}

void drawPathToggle(const Session& session, int joint, bool rowHovered, const UiRect& rect, Commands& out) {
  const bool traced = session.isTraced(joint);
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  if (ImGui::InvisibleButton(WidgetId("joint.%d.path", joint), {rect.width, rect.height}))
    out.push_back(TraceJoint{joint, !traced});
  logItem("joint.%d.path", joint);
  hint(traced ? "Hide this joint's path." : "Show this joint's path: the last second in blue, the next in orange.");
  if (traced || rowHovered || ImGui::IsItemHovered())
    textIn(rect, icon(Icon::Path),
           traced                   ? color::kAccent
           : ImGui::IsItemHovered() ? color::kText
                                    : color::kTextFaint,
           0.5f);
}

void drawJointRow(const Session& session, JointListState& state, int index, bool flat, Commands& out) {
  const JointRow& row = session.jointRows()[static_cast<std::size_t>(index)];
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = px(kRow), path = px(26);
  const float left = at.x + px(4) + (flat ? 0 : static_cast<float>(std::min(row.depth, kMaxIndentLevel)) * px(kIndent));
  const float text = left + px(18);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool selected = session.selectedJoint() == row.joint;
  const bool hovered = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(at, {at.x + width, at.y + height});
  if (selected || hovered)
    list.AddRectFilled(at, {at.x + width, at.y + height}, selected ? faded(color::kAccent, 0.28f) : rgb(0x252A31),
                       px(4));
  if (!flat && row.end > index + 1) drawFold(session, state, row, left, at.y);
  ImGui::SetCursorScreenPos({text, at.y});
  if (ImGui::InvisibleButton(WidgetId("joint.%d", row.joint), {std::max(at.x + width - path - text, 1.0f), height}))
    out.push_back(SelectJoint{selected ? -1 : row.joint});
  logItem("joint.%d", row.joint);
  std::array<char, 24> scratch;
  textIn({text, at.y, at.x + width - path - text, height}, jointLabel(session.model(), row.joint, scratch),
         selected      ? color::kAccentHovered
         : row.deforms ? color::kText
                       : color::kTextFaint);
  drawPathToggle(session, row.joint, hovered, {at.x + width - path, at.y, path, height}, out);
  ImGui::SetCursorScreenPos({at.x, at.y + height});
}

/// Enter selects the first match.
void drawSearch(const Session& session, JointListState& state, Commands& out) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(8), std::floor((rowHeight() - ImGui::GetFontSize()) / 2)});
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  const bool entered = ImGui::InputTextWithHint("##search", "Search joints", state.search.data(), state.search.size(),
                                                ImGuiInputTextFlags_EnterReturnsTrue);
  logItem("joints.search");
  ImGui::PopStyleVar();
  if (!entered || state.search[0] == 0) return;
  collectRows(session, state);
  if (!state.shownRows.empty())
    out.push_back(SelectJoint{session.jointRows()[static_cast<std::size_t>(state.shownRows.front())].joint});
}

/// Once after a joint was selected elsewhere.
bool selectionChanged(const Session& session, JointListState& state) {
  const int before = std::exchange(state.selected, session.selectedJoint());
  return before != state.selected && state.selected >= 0;
}

void scrollToSelected(const Session& session, const JointListState& state, float height) {
  const std::vector<int>& shown = state.shownRows;
  const auto found = std::find_if(shown.begin(), shown.end(), [&](int row) {
    return session.jointRows()[static_cast<std::size_t>(row)].joint == session.selectedJoint();
  });
  if (found == shown.end()) return;
  const float top = static_cast<float>(found - shown.begin()) * px(kRow);
  if (top < ImGui::GetScrollY() || top + px(kRow) > ImGui::GetScrollY() + height)
    ImGui::SetScrollY(std::max(0.0f, top - height * 0.4f));
}

}  // namespace

void drawJointList(const Session& session, JointListState& state, float height, Commands& out) {
  state.folds.resize(static_cast<std::size_t>(session.model().skeleton.jointCount()));
  drawSearch(session, state, out);
  const bool searching = state.search[0] != 0;
  ImGui::PushStyleColor(ImGuiCol_ChildBg, color::kWell);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::BeginChild("joints", {0, height}, false, ImGuiWindowFlags_NoNav);
  ImGui::PopStyleColor();
  logItem("joints");
  const bool jump = selectionChanged(session, state);
  if (jump) reveal(session, state, session.selectedJoint());
  collectRows(session, state);
  if (state.shownRows.empty()) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    textIn({at.x + px(8), at.y + px(4), ImGui::GetContentRegionAvail().x, px(kRow)},
           searching ? "No joint matches." : "This file has no joints.", color::kTextDim);
  }
  if (jump) scrollToSelected(session, state, height);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(state.shownRows.size()), px(kRow));
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
      drawJointRow(session, state, state.shownRows[static_cast<std::size_t>(i)], searching, out);
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

}  // namespace app
