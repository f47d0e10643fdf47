#include "app/ui/character/joint_list.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "app/ui/character/joint_text.h"
#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kRow = 22;
constexpr float kIndent = 11;
constexpr int kMaxIndentLevel = 12;     // levels that are indented
constexpr std::size_t kManyRows = 400;  // of such trees only the first levels are open at first
constexpr int kOpenLevels = 3;

/// Which subtrees are closed; the list's own memory.
bool isOpen(const JointRow& row, std::size_t rows) {
  return ImGui::GetStateStorage()->GetBool(ImGui::GetID(WidgetId("open %d", row.joint)),
                                           rows <= kManyRows || row.depth < kOpenLevels);
}
void setOpen(const JointRow& row, bool open) {
  ImGui::GetStateStorage()->SetBool(ImGui::GetID(WidgetId("open %d", row.joint)), open);
}

/// The rows to show, in `ui().shownRows`.
void collectRows(const Session& session, std::string_view wanted) {
  const std::vector<JointRow>& rows = session.jointRows();
  std::vector<int>& shown = ui().shownRows;
  shown.clear();
  for (int i = 0; i < static_cast<int>(rows.size());) {
    const JointRow& row = rows[static_cast<std::size_t>(i)];
    std::array<char, 24> scratch;
    if (wanted.empty() || containsText(jointLabel(session.model(), row.joint, scratch), wanted)) shown.push_back(i);
    i = wanted.empty() && !isOpen(row, rows.size()) ? row.end : i + 1;
  }
}

/// Opens all above it.
void reveal(const Session& session, int joint) {
  const std::vector<JointRow>& rows = session.jointRows();
  const auto found =
      std::find_if(rows.begin(), rows.end(), [joint](const JointRow& row) { return row.joint == joint; });
  const auto foundRow = static_cast<int>(found - rows.begin());
  for (const JointRow& row : rows) {
    if (row.joint == joint) return;
    if (row.end > foundRow) setOpen(row, true);
  }
}

void drawFold(const Session& session, const JointRow& row, float x, float y) {
  const bool open = isOpen(row, session.jointRows().size());
  ImGui::SetCursorScreenPos({x, y});
  if (ImGui::InvisibleButton(WidgetId("joint.%d.fold", row.joint), {px(16), px(kRow)})) setOpen(row, !open);
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
  hint(traced ? "Hide this joint's path." : "Show this joint's path: a second back in blue, a second ahead in orange.");
  if (traced || rowHovered || ImGui::IsItemHovered())
    textIn(rect, icon(Icon::Path),
           traced                   ? color::kAccent
           : ImGui::IsItemHovered() ? color::kText
                                    : color::kTextFaint,
           0.5f);
}

void drawJointRow(const Session& session, int index, bool flat, Commands& out) {
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
  if (!flat && row.end > index + 1) drawFold(session, row, left, at.y);
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

/// Takes the first that is found at Enter.
void drawSearch(const Session& session, Commands& out) {
  auto& search = ui().poseSearch;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(8), std::floor((rowHeight() - ImGui::GetFontSize()) / 2)});
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  const bool entered = ImGui::InputTextWithHint("##search", "search a joint", search.data(), search.size(),
                                                ImGuiInputTextFlags_EnterReturnsTrue);
  logItem("joints.search");
  ImGui::PopStyleVar();
  if (!entered || search[0] == 0) return;
  collectRows(session, search.data());
  if (!ui().shownRows.empty())
    out.push_back(SelectJoint{session.jointRows()[static_cast<std::size_t>(ui().shownRows.front())].joint});
}

/// Once after the selection changed: the tree is opened there and scrolled to it.
bool selectionChanged(const Session& session) {
  int& known = *ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("selected"), -1);
  const bool changed = known != session.selectedJoint() && session.selectedJoint() >= 0;
  known = session.selectedJoint();
  return changed;
}

}  // namespace

void drawJointList(const Session& session, float height, Commands& out) {
  drawSearch(session, out);
  const std::string_view wanted = ui().poseSearch.data();
  ImGui::PushStyleColor(ImGuiCol_ChildBg, color::kWell);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::BeginChild("joints", {0, height}, false, ImGuiWindowFlags_NoNav);
  ImGui::PopStyleColor();
  logItem("joints");
  const bool jump = selectionChanged(session);
  if (jump) reveal(session, session.selectedJoint());
  collectRows(session, wanted);
  const std::vector<int>& shown = ui().shownRows;
  if (shown.empty()) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    textIn({at.x + px(8), at.y + px(4), ImGui::GetContentRegionAvail().x, px(kRow)},
           wanted.empty() ? "No joints in this file." : "No joint is called that.", color::kTextDim);
  }
  const auto foundRow = std::find_if(shown.begin(), shown.end(), [&](int row) {
    return session.jointRows()[static_cast<std::size_t>(row)].joint == session.selectedJoint();
  });
  if (jump && foundRow != shown.end()) {
    const float top = static_cast<float>(foundRow - shown.begin()) * px(kRow);
    if (top < ImGui::GetScrollY() || top + px(kRow) > ImGui::GetScrollY() + height)
      ImGui::SetScrollY(std::max(0.0f, top - height * 0.4f));
  }
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(shown.size()), px(kRow));
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
      drawJointRow(session, shown[static_cast<std::size_t>(i)], !wanted.empty(), out);
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

}  // namespace app
