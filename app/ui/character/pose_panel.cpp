// How the skeleton is shown, its joints with their transforms, and the morph weights.
#include <algorithm>
#include <array>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "app/model/pose_value_names.h"
#include "app/ui/character/character_panels.h"
#include "app/ui/character/character_text.h"
#include "app/ui/character/root_view.h"
#include "app/ui/widgets/setting_controls.h"
#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"
#include "crossfade/math/euler_angles.h"
#include "crossfade/math/transform.h"

namespace app {
namespace {

constexpr float kJointListHeight = 224;

void drawBoneStyle(const Session& session, Commands& out) {
  constexpr std::array<const char*, 3> kTexts = {"No bones", "Solid", "Lines"};
  const ViewOptions& view = session.view();
  const int chosen = !view.skeleton ? 0 : view.bones == BoneStyle::Solid ? 1 : 2;
  const int pressed = segments("pose.bones", kTexts, chosen, fullWidth(),
                               "How bones are drawn over the model (B). Click a joint in the view to select it.");
  if (pressed < 0) return;
  ViewOptions next = view;
  next.skeleton = pressed > 0;
  if (pressed > 0) next.bones = pressed == 1 ? BoneStyle::Solid : BoneStyle::Lines;
  out.push_back(SetViewOptions{next});
}

void drawOverlays(const Session& session, Commands& out) {
  ViewOptions view = session.view();
  const float gap = px(8), half = std::floor((fullWidth() - gap) / 2);
  bool changed = settingSlider("pose.ghosts", view.ghosts, &ViewOptions::ghosts,
                               {.label = "ghosts", .max = kMaxGhosts, .format = "%.0f", .fill = colors().accent}, half,
                               "Onion skin (O): this many past poses in blue and future poses in orange.");
  ImGui::SameLine(0, gap);
  const SliderLook every{.label = "every",
                         .min = static_cast<double>(kMinGhostSeconds),
                         .max = static_cast<double>(kMaxGhostSeconds),
                         .origin = static_cast<double>(kMinGhostSeconds),
                         .format = "%.2f s"};
  changed |= settingSlider("pose.ghostSeconds", view.ghostSeconds, &ViewOptions::ghostSeconds, every, half,
                           "Animation time between two ghosts.");
  changed |= checkbox("pose.names", "Joint names", view.jointNames,
                      "Label all joints in the view (J). The selected joint always has a label.");
  if (changed) out.push_back(SetViewOptions{view});
}

/// A table row: a label and values in columns.
void drawValues(const char* label, std::initializer_list<double> values, const char* format, const char* sentence) {
  const float width = fullWidth(), labelWidth = px(62),
              each = std::floor((width - labelWidth) / static_cast<float>(std::max<std::size_t>(values.size(), 3)));
  ImGui::Dummy({width, px(20)});
  const UiRect row = itemRect();
  hint(sentence);
  textIn({row.x, row.y, labelWidth, row.height}, label, colors().textDim, 0, ui().fonts.small);
  float x = row.right() - each * static_cast<float>(values.size());
  for (const double value : values) {
    const Text text(format, std::abs(value) < 5e-4 ? 0.0 : value);
    textIn({x, row.y, each, row.height}, text, colors().text, 1, ui().fonts.small);
    x += each;
  }
}

void drawTransform(const crossfade::Transform& t) {
  const glm::vec3 angles = crossfade::toDegrees(t.rotation);
  const auto number = [](float value) { return static_cast<double>(value); };
  drawValues("position", {number(t.translation.x), number(t.translation.y), number(t.translation.z)}, "%.3f",
             "x, y, z in meters.");
  drawValues("rotation", {number(angles.x), number(angles.y), number(angles.z)}, "%.1f\u00b0",
             Text("Euler angles about x, y, z in degrees. Quaternion x, y, z, w: %.4f, %.4f, %.4f, %.4f.",
                  number(t.rotation.x), number(t.rotation.y), number(t.rotation.z), number(t.rotation.w)));
  drawValues("scale", {number(t.scale.x), number(t.scale.y), number(t.scale.z)}, "%.3f",
             "Scale factors along x, y, z.");
}

void drawSelected(const Session& session) {
  const int joint = session.selectedJoint();
  if (joint < 0) return;
  std::array<char, 24> scratch;
  ImGui::Dummy({0, px(2)});
  ImGui::PushFont(ui().fonts.strong);
  ImGui::TextUnformatted(jointLabel(session.model(), joint, scratch));
  ImGui::PopFont();
  logItem("joint.selected");
  caption("Local");
  drawTransform(session.pose().locals[static_cast<std::size_t>(joint)]);
  caption("Model space");
  crossfade::Transform world = crossfade::fromMatrix(session.posed().worlds[static_cast<std::size_t>(joint)]);
  world.translation = glm::vec3(glm::dvec3(world.translation) + session.posed().origin);
  drawTransform(world);
}

void drawMorph(const Session& session, int index, const char* name, Commands& out) {
  const std::optional<float> held = session.heldMorph(index);
  double weight = static_cast<double>(session.pose().morphWeights[static_cast<std::size_t>(index)]);
  const float gap = px(6), follow = px(64);
  const SliderLook look{
      .label = name, .fill = held ? colors().accent : colors().textFaint, .typedMin = -100, .typedMax = 100};
  if (slider(WidgetId("morph.%d", index), weight, look, fullWidth() - follow - gap,
             "Drag to hold this weight, whatever plays. Gray: the animation controls it."))
    out.push_back(HoldMorph{index, weight});
  ImGui::SameLine(0, gap);
  if (button(WidgetId("morph.%d.follow", index), "Follow", {follow, 0}, "Let the animation control it again.",
             {.on = !held, .enabled = held.has_value()}))
    out.push_back(HoldMorph{index, std::nullopt});
}

void drawExpressions(const Session& session, Commands& out) {
  const auto& all = session.model().expressions;
  if (all.empty()) return;
  ImGui::Dummy({0, px(4)});
  caption("Expressions");
  const float gap = px(6), follow = px(64);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const int index = static_cast<int>(i);
    const bool held = session.heldMorph(all[i].binds.front().morph).has_value();
    double value = strengthOf(all[i], session.pose().morphWeights);
    const SliderLook look{.label = all[i].name.c_str(), .fill = held ? colors().accent : colors().textFaint};
    if (slider(WidgetId("expression.%d", index), value, look, fullWidth() - follow - gap,
               "Drag to hold this expression at a fixed strength: its morph targets, colors and texture coordinates. "
               "Clips no longer change them."))
      out.push_back(HoldExpression{index, value});
    ImGui::SameLine(0, gap);
    if (button(WidgetId("expression.%d.follow", index), "Follow", {follow, 0}, "Let the animation control it again.",
               {.on = !held, .enabled = held}))
      out.push_back(HoldExpression{index, std::nullopt});
  }
}

void drawMorphs(const Session& session, Commands& out) {
  const Model& model = session.model();
  int meshes = 0;
  for (const MeshInstance& instance : model.instances) meshes += instance.morphCount > 0 ? 1 : 0;
  if (meshes == 0) return;
  ImGui::Dummy({0, px(4)});
  caption("Morph targets");
  for (const MeshInstance& instance : model.instances) {
    const Mesh& mesh = model.meshes[static_cast<std::size_t>(instance.mesh)];
    if (meshes > 1 && instance.morphCount > 0)
      ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(colors().textDim), "%s", mesh.name.c_str());
    for (int i = 0; i < instance.morphCount; ++i)
      drawMorph(session, instance.morphOffset + i, mesh.morphTargetNames[static_cast<std::size_t>(i)].c_str(), out);
  }
}

}  // namespace

void drawPosePanel(const Session& session, CharacterPanels& state, Commands& out) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(5)});
  drawTravelModes(session, fullWidth(), out);
  drawBoneStyle(session, out);
  drawOverlays(session, out);
  drawJointList(session, state.joints, px(kJointListHeight), out);
  drawSelected(session);
  drawTrackView(session, state.track, fullWidth());
  drawExpressions(session, out);
  drawMorphs(session, out);
  ImGui::PopStyleVar();
}

}  // namespace app
