#include "app/ui/character/mask_brush.h"

#include <algorithm>

#include <imgui.h>

#include "app/ui/character/joint_marks.h"
#include "app/ui/character/mask_text.h"

namespace app {

bool isPainting(const MaskBrush& brush, const Session& session) {
  return session.character().masks().find(brush.mask) != nullptr;
}

void beginStroke(MaskBrush& brush, bool inTree) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool clears = io.KeyAlt || io.MouseDown[ImGuiMouseButton_Right];
  brush.isDown = true;
  brush.inTree = inTree;
  brush.value = clears ? 0.0f : static_cast<float>(brush.strength);
  brush.lastY = io.MousePos.y;
}

void paintJoint(MaskBrush& brush, const Session& session, int joint) {
  const std::vector<JointRow>& rows = session.jointRows();
  const auto found =
      std::find_if(rows.begin(), rows.end(), [joint](const JointRow& row) { return row.joint == joint; });
  if (found == rows.end()) return;
  const auto end = ImGui::GetIO().KeyShift ? rows.begin() + found->end : found + 1;
  for (auto row = found; row != end; ++row) brush.weights[static_cast<std::size_t>(row->joint)] = brush.value;
}

bool passedOver(const MaskBrush& brush, const UiRect& row) {
  const float y = ImGui::GetIO().MousePos.y;
  return std::min(brush.lastY, y) < row.bottom() && std::max(brush.lastY, y) >= row.y;
}

void beginPainting(MaskBrush& brush, const Session& session) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!io.MouseDown[ImGuiMouseButton_Left] && !io.MouseDown[ImGuiMouseButton_Right]) brush.isDown = false;
  readMask(session, brush.mask, brush.weights);
}

void endPainting(MaskBrush& brush, const Session& session, Commands& out) {
  brush.lastY = ImGui::GetIO().MousePos.y;
  const NamedMask* const mask = session.character().masks().find(brush.mask);
  if (mask != nullptr && mask->weights != brush.weights) out.push_back(SetMask{mask->name, brush.weights});
}

bool paintInPicture(const Session& session, const UiRect& view, MaskBrush& brush, std::vector<UiRect>& namePlates,
                    Commands& out) {
  const ImGuiIO& io = ImGui::GetIO();
  beginPainting(brush, session);
  const int joint = brush.isDown && brush.inTree ? -1 : jointUnderPointer(session, view, true);
  const bool pressed = io.MouseClicked[ImGuiMouseButton_Left] || io.MouseClicked[ImGuiMouseButton_Right];
  if (joint >= 0 && pressed) beginStroke(brush, false);
  const bool held = brush.isDown && !brush.inTree;
  if (joint >= 0 && held) paintJoint(brush, session, joint);
  drawMaskMarks(session, view, brush.weights, joint, namePlates);
  endPainting(brush, session, out);
  return held;
}

}  // namespace app
