#include "app/ui/character/joint_list.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "app/ui/character/character_text.h"
#include "app/ui/widgets/widgets.h"
#include "app/view/bones.h"

namespace app {
namespace {

constexpr float kReach = 14;  // interface units from the pointer
constexpr float kRing = 6;

float aspectOf(const UiRect& view) { return view.width / std::max(view.height, 1.0f); }

/// Joints are projected into `view`, and their names must not overlap.
struct Marks {
  Marks(const Session& shown, const UiRect& in, std::vector<UiRect>& plates)
      : session(shown),
        view(in),
        viewProjection(projectionMatrix(shown.shownCamera(), aspectOf(in)) * viewMatrix(shown.shownCamera())),
        namePlates(plates) {
    list.PushClipRect(view.min(), view.max());
    namePlates.clear();
  }
  ~Marks() { list.PopClipRect(); }
  Marks(const Marks&) = delete;
  Marks& operator=(const Marks&) = delete;

  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const Session& session;
  const UiRect& view;
  glm::mat4 viewProjection;
  std::vector<UiRect>& namePlates;
};

std::optional<ImVec2> positionOf(const Marks& marks, int joint) {
  const UiRect& view = marks.view;
  const auto position = positionInPicture(marks.viewProjection, marks.session.posed().positionOf(joint));
  if (!position || position->x < 0 || position->x > 1 || position->y < 0 || position->y > 1) return std::nullopt;
  return ImVec2(view.x + position->x * view.width, view.y + position->y * view.height);
}

/// Right of the joint on a dark plate, unless it would cover another name.
void drawName(const Marks& marks, int joint, ImVec2 at, ImU32 ink, bool always) {
  std::array<char, 24> scratch;
  const char* const name = jointLabel(marks.session.model(), joint, scratch);
  ImFont* const font = ui().fonts.small;
  const ImVec2 size = sizeOf(*font, name);
  const UiRect plate{at.x + px(9), at.y - size.y / 2 - px(2), size.x + px(10), size.y + px(4)};
  std::vector<UiRect>& taken = marks.namePlates;
  const auto covers = [&plate](const UiRect& other) { return overlap(plate, other); };
  if (!always && std::any_of(taken.begin(), taken.end(), covers)) return;
  taken.push_back(plate);
  marks.list.AddRectFilled(plate.min(), plate.max(), faded(colors().plate, always ? 0.92f : 0.75f), px(4));
  marks.list.AddText(font, heightOf(*font), {plate.x + px(5), plate.y + px(2)}, ink, name);
}

void drawMark(const Marks& marks, int joint, ImU32 ink) {
  if (joint < 0) return;
  const auto at = positionOf(marks, joint);
  if (!at) return;
  marks.list.AddCircle(*at, px(kRing), faded(colors().plate, 0.78f), 0, px(3.5f));
  marks.list.AddCircle(*at, px(kRing), ink, 0, px(1.6f));
  drawName(marks, joint, *at, ink, true);
}

}  // namespace

int jointUnderPointer(const Session& session, const UiRect& view, bool always) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool inside = io.MousePos.x >= view.x && io.MousePos.x < view.right() && io.MousePos.y >= view.y &&
                      io.MousePos.y < view.bottom();
  if (!(session.view().skeleton || always) || io.WantCaptureMouse || !inside || !(view.height > 0)) return -1;
  const glm::vec2 position{(io.MousePos.x - view.x) / view.width, (io.MousePos.y - view.y) / view.height};
  return jointAt(session.annotations().bones, session.posed(), session.shownCamera(), aspectOf(view), position,
                 px(kReach) / view.height);
}

void drawJointMarks(const Session& session, const UiRect& view, int hovered, std::vector<UiRect>& namePlates) {
  const int selected = session.selectedJoint();
  const bool allNames = session.view().jointNames;
  if (!allNames && selected < 0 && hovered < 0) return;
  const Marks marks(session, view, namePlates);
  drawMark(marks, selected, colors().accent);
  if (hovered != selected) drawMark(marks, hovered, colors().text);
  if (allNames)
    for (const JointRow& row : session.jointRows()) {
      if (!row.deforms || row.joint == selected || row.joint == hovered) continue;
      if (const auto at = positionOf(marks, row.joint)) drawName(marks, row.joint, *at, colors().text, false);
    }
}

void drawMaskMarks(const Session& session, const UiRect& view, std::span<const float> weights, int hovered,
                   std::vector<UiRect>& namePlates) {
  constexpr float kDot = 4, kHovered = 7;
  const Marks marks(session, view, namePlates);
  const auto colorOf = [&](int joint) { return maskColor(nth(weights, joint)); };
  for (const Bone& bone : session.annotations().bones) {
    const auto from = positionOf(marks, bone.parent), to = positionOf(marks, bone.joint);
    if (!from || !to) continue;
    marks.list.AddLine(*from, *to, faded(colors().plate, 0.78f), px(4));
    marks.list.AddLine(*from, *to, colorOf(bone.joint), px(2));
  }
  const auto drawDot = [&](int joint, float radius) {
    const auto at = positionOf(marks, joint);
    if (!at) return;
    marks.list.AddCircleFilled(*at, px(radius + 1.5f), faded(colors().plate, 0.9f));
    marks.list.AddCircleFilled(*at, px(radius), colorOf(joint));
    const UiRect dot{at->x - px(radius), at->y - px(radius), px(2 * radius), px(2 * radius)};
    ui().log.add(static_cast<const char*>(WidgetId("mask.joint.%d", joint)), dot);
    if (joint == hovered) drawName(marks, joint, *at, colors().text, true);
  };
  for (const Bone& bone : session.annotations().bones)
    for (const int joint : {bone.parent, bone.joint})
      if (joint != hovered) drawDot(joint, kDot);
  if (hovered >= 0) drawDot(hovered, kHovered);
}

namespace {

constexpr float kJointRow = 22;
constexpr float kIndent = 11;
constexpr int kMaxTreeLevel = 12;       // deeper levels are not indented further
constexpr std::size_t kManyRows = 400;  // larger trees start with only the first levels open
constexpr int kOpenLevels = 3;

/// Until the user folds it: the first levels of a large tree are open, and all of a small one.
bool isOpen(const JointListState& state, const JointRow& row, std::size_t rows) {
  switch (nth(state.folds, row.joint)) {
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
  nth(state.folds, row.joint) = open ? TreeFold::Open : TreeFold::Closed;
}

/// Fills `state.shownRows`. A search ignores folds and shows the best matches first.
void collectRows(const Session& session, JointListState& state) {
  const std::vector<JointRow>& rows = session.jointRows();
  const int count = static_cast<int>(rows.size());
  state.shownRows.clear();
  if (!state.search.isEmpty()) {
    std::array<char, 24> scratch;
    const auto nameOf = [&](int i) {
      return std::string_view(jointLabel(session.model(), nth(rows, i).joint, scratch));
    };
    rankMatches(state.search, count, nameOf, state.shownRows);
  } else {
    for (int i = 0; i < count;) {
      const JointRow& row = nth(rows, i);
      state.shownRows.push_back(i);
      i = isOpen(state, row, rows.size()) ? i + 1 : row.end;
    }
  }
  state.search.matches = static_cast<int>(state.shownRows.size());
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
  if (hitArea(WidgetId("joint.%d.fold", row.joint), {px(16), px(kJointRow)})) setOpen(state, row, !open);
  textIn(itemRect(), icon(open ? Icon::Fold : Icon::Expand),
         ImGui::IsItemHovered() ? colors().text : colors().textFaint, 0.5f);
}

void drawPathToggle(const Session& session, int joint, bool rowHovered, const UiRect& rect, Commands& out) {
  const bool traced = session.isTraced(joint);
  if (hitAreaIn(WidgetId("joint.%d.path", joint), rect)) out.push_back(TraceJoint{joint, !traced});
  hint(traced ? "Hide this joint's path." : "Show this joint's path: the last second in blue, the next in orange.");
  if (traced || rowHovered || ImGui::IsItemHovered() || ui().focus.isOnItem())
    textIn(rect, icon(Icon::Path),
           traced                   ? colors().accent
           : ImGui::IsItemHovered() ? colors().text
                                    : colors().textFaint,
           0.5f);
}

/// The weight of a row as a bar, which a press or drag over the row paints.
void drawWeight(const Session& session, MaskBrush& brush, int joint, const UiRect& row) {
  if (const bool clears = ui().focus.keysOfItem().remove; clears || ui().focus.pressesItem()) {
    beginStroke(brush, true);
    if (clears) brush.value = 0;
    brush.isDown = false;
    paintJoint(brush, session, joint);
  } else if (ImGui::IsItemActivated()) {
    beginStroke(brush, true);
  }
  if (brush.isDown && brush.inTree && passedOver(brush, row)) paintJoint(brush, session, joint);
  const float weight = nth(brush.weights, joint), number = px(36), width = px(64);
  const UiRect bar{row.right() - number - width, row.centerY() - px(4), width, px(8)};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  fillRect(bar, colors().control, px(4));
  if (weight > 0)
    list.AddRectFilled({bar.x, bar.y}, {bar.x + bar.width * weight, bar.bottom()}, maskColor(weight), px(4));
  const Text text("%.2f", static_cast<double>(weight));
  textIn({bar.right(), row.y, number - px(4), row.height}, text, weight > 0 ? colors().text : colors().textFaint, 1,
         ui().fonts.small);
}

/// Left closes a row of the tree or goes to its parent, Right opens it.
void useArrows(const Session& session, JointListState& state, int shownRow) {
  const int right = ui().focus.keysOfItem().right;
  if (right == 0) return;
  const std::vector<JointRow>& rows = session.jointRows();
  const int index = nth(state.shownRows, shownRow);
  const JointRow& row = nth(rows, index);
  const bool hasChildren = row.end > index + 1;
  if (hasChildren && isOpen(state, row, rows.size()) == (right < 0)) return setOpen(state, row, right > 0);
  if (right > 0) return;
  for (int above = shownRow - 1; above >= 0; --above)
    if (const JointRow& parent = nth(rows, nth(state.shownRows, above)); parent.end > index)
      return ui().focus.follow(WidgetId("joint.%d", parent.joint), above);
}

void drawJointRow(const Session& session, JointListState& state, int shownRow, bool flat, MaskBrush* brush,
                  Commands& out) {
  const int index = nth(state.shownRows, shownRow);
  const JointRow& row = nth(session.jointRows(), index);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = fullWidth(), height = px(kJointRow), path = px(brush ? 104 : 26);
  const float left = at.x + px(4) + (flat ? 0 : static_cast<float>(std::min(row.depth, kMaxTreeLevel)) * px(kIndent));
  const float text = left + px(18);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool selected = session.selectedJoint() == row.joint;
  const bool hovered = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(at, {at.x + width, at.y + height});
  if (selected || hovered)
    list.AddRectFilled(at, {at.x + width, at.y + height}, selected ? faded(colors().accent, 0.28f) : colors().card,
                       px(4));
  if (flat && state.search.active && shownRow == state.search.chosen)
    list.AddRect(at, {at.x + width, at.y + height}, colors().accent, px(4));
  focusMember(shownRow);
  ImGui::SetCursorScreenPos({text, at.y});
  const ImGuiButtonFlags buttons =
      ImGuiButtonFlags_MouseButtonLeft | (brush ? ImGuiButtonFlags_MouseButtonRight : ImGuiButtonFlags_None);
  const float end = at.x + width - (brush ? 0 : path);
  ui().focus.nextTakes(kTakesPress | (flat ? 0u : kTakesAcross) | (brush ? kTakesDelete : 0u));
  const bool pressed = hitArea(WidgetId("joint.%d", row.joint), {end - text, height}, buttons);
  if (pressed && !brush) out.push_back(SelectJoint{selected ? -1 : row.joint});
  if (!flat) useArrows(session, state, shownRow);
  if (brush) drawWeight(session, *brush, row.joint, {at.x, at.y, width, height});
  std::array<char, 24> scratch;
  nameIn({text, at.y, at.x + width - path - text, height}, jointLabel(session.model(), row.joint, scratch),
         selected      ? colors().accentHovered
         : row.deforms ? colors().text
                       : colors().textFaint);
  if (!flat && row.end > index + 1) drawFold(session, state, row, left, at.y);
  if (!brush) drawPathToggle(session, row.joint, hovered, {at.x + width - path, at.y, path, height}, out);
  ImGui::SetCursorScreenPos({at.x, at.y + height});
}

/// Enter selects the match that the arrow keys chose, at first the best.
void drawSearch(const Session& session, JointListState& state, Commands& out) {
  const bool entered = searchField("joints.search", "Search joints", state.search, fullWidth());
  if (!entered || state.search.isEmpty()) return;
  collectRows(session, state);
  if (state.shownRows.empty()) return keepKeyboard(state.search);
  const auto chosen = static_cast<std::size_t>(std::min(state.search.chosen, state.search.matches - 1));
  out.push_back(SelectJoint{nth(session.jointRows(), state.shownRows[chosen]).joint});
}

/// Once after a joint was selected elsewhere.
bool selectionChanged(const Session& session, JointListState& state) {
  const int before = std::exchange(state.selected, session.selectedJoint());
  return before != state.selected && state.selected >= 0;
}

void scrollToSelected(const Session& session, const JointListState& state, float height) {
  const std::vector<int>& shown = state.shownRows;
  const auto found = std::find_if(shown.begin(), shown.end(), [&](int row) {
    return nth(session.jointRows(), row).joint == session.selectedJoint();
  });
  if (found == shown.end()) return;
  const float top = static_cast<float>(found - shown.begin()) * px(kJointRow);
  if (top < ImGui::GetScrollY() || top + px(kJointRow) > ImGui::GetScrollY() + height)
    ImGui::SetScrollY(std::max(0.0f, top - height * 0.4f));
}

}  // namespace

void drawJointList(const Session& session, JointListState& state, float height, Commands& out, MaskBrush* brush) {
  state.folds.resize(static_cast<std::size_t>(session.model().skeleton.jointCount()));
  drawSearch(session, state, out);
  const bool searching = !state.search.isEmpty();
  ImGui::PushStyleColor(ImGuiCol_ChildBg, colors().well);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::BeginChild("joints", {0, height}, false, ImGuiWindowFlags_NoNav);
  ImGui::PopStyleColor();
  ui().focus.nextTakes(0);
  logItem("joints");
  const bool jump = selectionChanged(session, state);
  if (jump) reveal(session, state, session.selectedJoint());
  collectRows(session, state);
  if (state.shownRows.empty()) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    textIn({at.x + px(8), at.y + px(4), fullWidth(), px(kJointRow)},
           searching ? "No joint matches." : "This file has no joints.", colors().textDim);
  }
  if (jump) scrollToSelected(session, state, height);
  ImGuiListClipper clipper;
  const FocusGroup group("rows", GroupLayout::Column, true);
  clipper.Begin(static_cast<int>(state.shownRows.size()), px(kJointRow));
  drawReachableRows(clipper);
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
      drawJointRow(session, state, i, searching, brush, out);
  endChild();
  ImGui::PopStyleVar();
}

}  // namespace app
