#include "app/ui/character/joint_marks.h"

#include <algorithm>
#include <array>
#include <optional>

#include <imgui.h>

#include "app/ui/character/joint_text.h"
#include "app/ui/widgets/theme.h"
#include "app/ui/widgets/ui_context.h"
#include "app/view/bones.h"

namespace app {
namespace {

constexpr float kReach = 14;  // interface units from the pointer
constexpr float kRing = 6;

float aspectOf(const UiRect& view) { return view.width / std::max(view.height, 1.0f); }

std::optional<ImVec2> positionOf(const Session& session, const glm::mat4& viewProjection, int joint) {
  const UiRect& view = ui().layout.viewport;
  const auto position = positionInPicture(viewProjection, session.posed().positionOf(joint));
  if (!position || position->x < 0 || position->x > 1 || position->y < 0 || position->y > 1) return std::nullopt;
  return ImVec2(view.x + position->x * view.width, view.y + position->y * view.height);
}

/// Right of the joint on a dark plate, unless it would lie on a name that is there already.
void drawName(ImDrawList& list, const Session& session, int joint, ImVec2 at, ImU32 ink, bool always) {
  std::array<char, 24> scratch;
  const char* const name = jointLabel(session.model(), joint, scratch);
  ImFont* const font = ui().fonts.small;
  const ImVec2 size = font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, name);
  const UiRect plate{at.x + px(9), at.y - size.y / 2 - px(2), size.x + px(10), size.y + px(4)};
  std::vector<UiRect>& taken = ui().namePlates;
  const auto overlaps = [&plate](const UiRect& other) {
    return plate.x < other.right() && other.x < plate.right() && plate.y < other.bottom() && other.y < plate.bottom();
  };
  if (!always && std::any_of(taken.begin(), taken.end(), overlaps)) return;
  taken.push_back(plate);
  list.AddRectFilled({plate.x, plate.y}, {plate.right(), plate.bottom()}, rgb(0x121418, always ? 235 : 190), px(4));
  list.AddText(font, font->FontSize, {plate.x + px(5), plate.y + px(2)}, ink, name);
}

void drawMark(ImDrawList& list, const Session& session, const glm::mat4& viewProjection, int joint, ImU32 ink) {
  if (joint < 0) return;
  const auto at = positionOf(session, viewProjection, joint);
  if (!at) return;
  list.AddCircle(*at, px(kRing), rgb(0x121418, 200), 0, px(3.5f));
  list.AddCircle(*at, px(kRing), ink, 0, px(1.6f));
  drawName(list, session, joint, *at, ink, true);
}

}  // namespace

int jointUnderPointer(const Session& session) {
  const UiRect& view = ui().layout.viewport;
  const ImGuiIO& io = ImGui::GetIO();
  const bool inside = io.MousePos.x >= view.x && io.MousePos.x < view.right() && io.MousePos.y >= view.y &&
                      io.MousePos.y < view.bottom();
  if (!session.view().skeleton || io.WantCaptureMouse || !inside || !(view.height > 0)) return -1;
  const glm::vec2 position{(io.MousePos.x - view.x) / view.width, (io.MousePos.y - view.y) / view.height};
  return jointAt(session.annotations().bones, session.posed(), session.camera(), aspectOf(view), position,
                 px(kReach) / view.height);
}

void drawJointMarks(const Session& session, int hovered) {
  const int selected = session.selectedJoint();
  const bool allNames = session.view().jointNames;
  if (!allNames && selected < 0 && hovered < 0) return;
  const UiRect& view = ui().layout.viewport;
  const glm::mat4 viewProjection = projectionMatrix(session.camera(), aspectOf(view)) * viewMatrix(session.camera());
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect({view.x, view.y}, {view.right(), view.bottom()});
  ui().namePlates.clear();
  drawMark(list, session, viewProjection, selected, color::kAccent);
  if (hovered != selected) drawMark(list, session, viewProjection, hovered, color::kText);
  if (allNames)
    for (const JointRow& row : session.jointRows()) {
      if (!row.deforms || row.joint == selected || row.joint == hovered) continue;
      if (const auto at = positionOf(session, viewProjection, row.joint))
        drawName(list, session, row.joint, *at, color::kText, false);
    }
  list.PopClipRect();
}

}  // namespace app
