#include "app/ui/character/joint_marks.h"

#include <algorithm>
#include <array>
#include <optional>

#include <imgui.h>

#include "app/ui/character/joint_text.h"
#include "app/ui/character/mask_text.h"
#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/theme.h"
#include "app/ui/widgets/ui_context.h"
#include "app/ui/widgets/widget_id.h"
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
    list.PushClipRect({view.x, view.y}, {view.right(), view.bottom()});
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
  marks.list.AddRectFilled({plate.x, plate.y}, {plate.right(), plate.bottom()},
                           faded(colors().plate, always ? 0.92f : 0.75f), px(4));
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
  const auto colorOf = [&](int joint) { return maskColor(weights[static_cast<std::size_t>(joint)]); };
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

}  // namespace app
