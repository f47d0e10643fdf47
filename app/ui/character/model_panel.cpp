// The contents of the file, and what was found, repaired, ignored, or lost on import.
#include <array>
#include <cstdio>

#include "app/ui/character/character_panels.h"
#include "app/ui/character/model_view.h"
#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

std::size_t triangleCount(const Model& model) {
  std::size_t count = 0;
  for (const MeshInstance& instance : model.instances) {
    if (!instance.inScene) continue;
    for (const Primitive& primitive : model.meshes[static_cast<std::size_t>(instance.mesh)].primitives)
      if (primitive.topology == Topology::Triangles)
        count += (primitive.indices.empty() ? primitive.positions.size() : primitive.indices.size()) / 3;
  }
  return count;
}

void drawCount(const char* name, std::size_t value) {
  ImGui::Dummy({ImGui::GetContentRegionAvail().x, px(20)});
  textIn(itemRect(), name, colors().textDim);
  std::array<char, 24> digits;
  std::snprintf(digits.data(), digits.size(), "%zu", value);
  textIn(itemRect(), digits.data(), value > 0 ? colors().text : colors().textFaint, 1);
}

struct FindingLook {
  Icon icon;
  ImU32 tint;
  const char* word;
};

FindingLook lookOf(Finding kind) {
  switch (kind) {
    case Finding::Found:
      return {Icon::Found, colors().textDim, "Found"};
    case Finding::Repaired:
      return {Icon::Repaired, colors().good, "Repaired"};
    case Finding::Ignored:
      return {Icon::Ignored, colors().warning, "Ignored"};
    case Finding::Lost:
      return {Icon::Lost, colors().error, "Lost"};
  }
  return {Icon::Found, colors().textDim, "Found"};
}

void drawLine(const ReportLine& line) {
  const FindingLook look = lookOf(line.kind);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  textIn({at.x, at.y, px(18), ImGui::GetTextLineHeight()}, icon(look.icon), look.tint, 0.5f);
  ImGui::SetCursorScreenPos({at.x + px(26), at.y});
  ImGui::BeginGroup();
  ImGui::PushTextWrapPos(0);
  ImGui::PushStyleColor(ImGuiCol_Text, look.tint);
  ImGui::Text("%s: %s", look.word, line.location.c_str());
  ImGui::PopStyleColor();
  ImGui::PushStyleColor(ImGuiCol_Text, colors().textDim);
  ImGui::TextWrapped("%s", line.what.c_str());
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
  endGroup();
}

}  // namespace

void drawModelPanel(const Session& session, Commands& out) {
  const Model& model = session.model();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(3)});
  ImGui::PushFont(ui().fonts.strong);
  ImGui::TextWrapped("%s", model.name.c_str());
  ImGui::PopFont();
  drawModelView(session, ImGui::GetContentRegionAvail().x, out);
  std::size_t targets = 0;
  for (const Mesh& mesh : model.meshes) targets += mesh.morphTargetNames.size();
  drawCount("joints", static_cast<std::size_t>(model.skeleton.jointCount()));
  drawCount("triangles", triangleCount(model));
  drawCount("meshes", model.meshes.size());
  drawCount("materials", model.materials.size());
  drawCount("clips", model.clips.size());
  drawCount("skins", model.skins.size());
  drawCount("morph targets", targets);
  ImGui::Dummy({0, px(6)});
  caption("Import report");
  if (model.report.lines.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, colors().textDim);
    ImGui::TextWrapped("Nothing in the file had to be repaired, ignored, or left out.");
    ImGui::PopStyleColor();
  }
  for (const ReportLine& line : model.report.lines) drawLine(line);
  ImGui::PopStyleVar();
}

}  // namespace app
