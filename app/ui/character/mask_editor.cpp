#include "app/ui/character/mask_editor.h"

#include <algorithm>
#include <cstdio>

#include "app/ui/character/character_text.h"
#include "app/ui/character/joint_list.h"
#include "app/ui/character/layers_panel.h"
#include "app/ui/widgets/widgets.h"

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
  for (auto row = found; row != end; ++row) nth(brush.weights, row->joint) = brush.value;
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

// ---- The editor of a mask with a name.

namespace {

/// Gives the mask another name.
void drawNameField(const Session& session, LayersPanelState& state, const std::string& name, float width,
                   Commands& out) {
  bool escaped = false;
  if (!nameField("mask.name", state.typedName, width, std::exchange(state.takesFocus, false), escaped)) return;
  state.naming = false;
  const std::string typed = state.typedName.data();
  if (escaped || typed.empty() || typed == name) return;
  out.push_back(RenameMask{name, typed});
  const int renamed = namedMask(typed);
  if (session.character().masks().find(renamed) == nullptr) state.brush.mask = renamed;  // otherwise it is refused
}

void drawHead(const Session& session, LayersPanelState& state, const NamedMask& mask, Commands& out) {
  const float gap = px(6), width = fullWidth(), remove = rowHeight(), done = px(56);
  const float name = width - done - remove - 2 * gap;
  if (state.naming) {
    drawNameField(session, state, mask.name, name, out);
  } else {
    if (hitArea("mask.name", {name, rowHeight()})) {
      std::snprintf(state.typedName.data(), state.typedName.size(), "%s", mask.name.c_str());
      state.naming = state.takesFocus = true;
    }
    const UiRect rect = itemRect();
    hint("The name of this mask. Click to change it.");
    textIn({rect.x, rect.y, px(20), rect.height}, icon(Icon::Brush), colors().accent, 0.5f);
    nameIn({rect.x + px(26), rect.y, rect.width - px(26), rect.height}, mask.name.c_str(),
           ImGui::IsItemHovered() ? colors().accentHovered : colors().text, 0, ui().fonts.strong);
  }
  ImGui::SameLine(0, gap);
  if (button("mask.done", "Done", {done, 0}, "Back to the layers.", {.accent = true})) state.brush.mask = -1;
  ImGui::SameLine(0, gap);
  if (iconButton("mask.remove", Icon::Close, "Remove this mask. A mask in use cannot be removed.", {.quiet = true}))
    out.push_back(RemoveMask{mask.name});
}

void drawBrush(LayersPanelState& state, const NamedMask& mask, Commands& out) {
  const float gap = px(6), width = fullWidth(), each = px(56);
  const SliderLook look{
      .label = "brush", .defaultValue = 1, .fill = maskColor(static_cast<float>(state.brush.strength)), .step = 0.05};
  (void)slider("mask.strength", state.brush.strength, look, width - 3 * (each + gap),
               "The weight that painting sets. At 0.5 the layer and what lies below move a joint by half each.");
  const auto change = [&](const char* id, const char* text, const char* sentence, auto weightOf) {
    ImGui::SameLine(0, gap);
    if (!button(id, text, {each, 0}, sentence)) return;
    SetMask command{mask.name, mask.weights};
    for (float& weight : command.weights) weight = weightOf(weight);
    out.push_back(std::move(command));
  };
  change("mask.fill", "Fill", "Set every joint to the weight of the brush.",
         [&](float) { return static_cast<float>(state.brush.strength); });
  change("mask.clear", "Clear", "Set every joint to 0.", [](float) { return 0.0f; });
  change("mask.invert", "Invert", "Turn 1 into 0 and 0 into 1: the rest of the body.",
         [](float weight) { return 1 - weight; });
}

}  // namespace

void newMask(const Session& session, LayersPanelState& state, std::vector<float> weights, Commands& out) {
  std::string name;
  for (int number = 1; name.empty() || session.character().masks().find(namedMask(name)) != nullptr; ++number)
    name = "Mask " + std::to_string(number);
  state.brush.mask = namedMask(name);
  out.push_back(SetMask{std::move(name), std::move(weights)});
}

void drawMaskEditor(const Session& session, LayersPanelState& state, Commands& out) {
  const NamedMask* const mask = session.character().masks().find(state.brush.mask);
  if (mask == nullptr) return;
  drawHead(session, state, *mask, out);
  drawBrush(state, *mask, out);
  const float line = ImGui::GetTextLineHeight() + px(2);
  label({fullWidth(), line}, "Drag over joints here or on the figure; Alt or the right button clears.",
        colors().textDim, 0, ui().fonts.small);
  hint(
      "The left button sets the weight of the brush. Alt or the right button clears. Shift includes all joints below.");
  beginPainting(state.brush, session);
  const float below = ImGui::GetContentRegionAvail().y - rowHeight() - ImGui::GetStyle().ItemSpacing.y;
  drawJointList(session, state.joints, std::max(below, px(66)), out, &state.brush);
  endPainting(state.brush, session, out);
}

}  // namespace app
