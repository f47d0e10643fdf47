#include "app/ui/character/character_panels.h"

#include <cstdio>

#include "app/ui/widgets/searched_menu.h"

namespace app {
namespace {

constexpr float kLabelWidth = 62;

float labeled(const char* label, float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  textIn({at.x, at.y, px(kLabelWidth), rowHeight()}, label, colors().textDim);
  ImGui::SetCursorScreenPos({at.x + px(kLabelWidth), at.y});
  return width - px(kLabelWidth);
}

struct Choice {
  const char* label;
  const char* none;  // for -1
  const char* sentence;
  SearchedMenu menu;
};

/// A drop-down of "none" and `count` names. Returns what was chosen anew.
template <class NameOf>
std::optional<int> choose(const Choice& choice, int chosen, int count, float width, NameOf nameOf) {
  std::array<char, 24> scratch;
  const auto shown = [&](int index) -> const char* {
    if (index < 0) return choice.none;
    const std::string& name = nameOf(static_cast<std::size_t>(index));
    if (!name.empty()) return name.c_str();
    std::snprintf(scratch.data(), scratch.size(), "(unnamed %d)", index + 1);
    return scratch.data();
  };
  const float field = labeled(choice.label, width);
  if (!beginDropDown(choice.menu.id, shown(chosen), chosen < 0 ? colors().textDim : colors().text, field,
                     choice.sentence))
    return std::nullopt;
  const auto taken = searchedNames(choice.menu, chosen, count, shown);
  endCombo();
  return taken;
}

void drawVariants(const Session& session, float width, Commands& out) {
  constexpr Choice kChoice{"Variant",
                           "As in the file",
                           "Other materials for the same model, as the file offers them.",
                           {"model.variant", "Search variants", "No variant matches."}};
  const auto& all = session.model().variants;
  if (all.empty()) return;
  if (const auto chosen = choose(kChoice, session.view().model.variant, static_cast<int>(all.size()), width,
                                 [&](std::size_t i) -> const std::string& { return all[i]; }))
    out.push_back(ShowVariant{*chosen});
}

void drawCameras(const Session& session, float width, Commands& out) {
  constexpr Choice kChoice{"Camera",
                           "Orbit",
                           "Look through a camera of the file, which moves as the file says. Drag in the view to go "
                           "back to the orbit camera.",
                           {"model.camera", "Search cameras", "No camera matches."}};
  const auto& all = session.model().cameras;
  if (all.empty()) return;
  if (const auto chosen = choose(kChoice, session.view().model.camera, static_cast<int>(all.size()), width,
                                 [&](std::size_t i) -> const std::string& { return all[i].name; }))
    out.push_back(LookThrough{*chosen});
}

void drawLights(const Session& session, float width, Commands& out) {
  constexpr std::array<const char*, 3> kTexts{"Studio", "File", "Both"};
  if (session.model().lights.empty()) return;
  const float field = labeled("Lights", width);
  const int pressed = segments("model.lights", kTexts, static_cast<int>(session.view().model.lights), field,
                               "The viewer's studio, the lights of the file, or both. At most nine of the file count; "
                               "too bright ones are dimmed together.");
  if (pressed >= 0) out.push_back(SetLights{static_cast<LightSource>(pressed)});
}

}  // namespace

void drawModelView(const Session& session, float width, Commands& out) {
  const Model& model = session.model();
  if (model.variants.empty() && model.cameras.empty() && model.lights.empty()) return;
  ImGui::Dummy({0, px(2)});
  drawVariants(session, width, out);
  drawCameras(session, width, out);
  drawLights(session, width, out);
  ImGui::Dummy({0, px(4)});
}

// ---- The contents of the file, and what was found, repaired, ignored, or lost on import.

namespace {

std::size_t triangleCount(const Model& model) {
  std::size_t count = 0;
  for (const MeshInstance& instance : model.instances) {
    if (!instance.inScene) continue;
    for (const Primitive& primitive : nth(model.meshes, instance.mesh).primitives)
      if (primitive.topology == Topology::Triangles)
        count += (primitive.indices.empty() ? primitive.positions.size() : primitive.indices.size()) / 3;
  }
  return count;
}

void drawCount(const char* name, std::size_t value) {
  label({fullWidth(), px(20)}, name, colors().textDim);
  textIn(itemRect(), Text("%zu", value), value > 0 ? colors().text : colors().textFaint, 1);
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
  const auto draw = [](std::string_view text, ImU32 tint) {
    ImGui::PushStyleColor(ImGuiCol_Text, tint);
    const std::string& lines = wrapped(text, fullWidth(), *ui().fonts.body);
    ImGui::TextUnformatted(lines.data(), lines.data() + lines.size());
    ImGui::PopStyleColor();
  };
  draw(look.word + (": " + line.location), look.tint);
  draw(line.what, colors().textDim);
  endGroup();
}

/// Reads the file with another importer, where there are two.
void drawImporter(const Model& model, float width, Commands& out) {
  const ModelFormat* const format = modelFormatOf(model.path);
  if (model.path.empty() || !format || format->importer == Importer::Assimp) return;
  static constexpr const char* kTexts[] = {"Crossfade", "assimp", "Both"};
  static constexpr const char* kSentences[] = {
      "As Crossfade's own reader sees the file.",
      "As an engine that loads through assimp sees the file. The report then lists the differences.",
      "Side by side: Crossfade's reader on the left, assimp on the right. The report lists the differences."};
  ImGui::Dummy({0, px(4)});
  const float rest = labeled("Read by", width);
  const int pressed = segments("model.importer", kTexts, static_cast<int>(model.importer), rest, kSentences);
  if (pressed >= 0 && pressed != static_cast<int>(model.importer))
    out.push_back(ReloadModel{static_cast<Importer>(pressed)});
}

}  // namespace

void drawModelPanel(const Session& session, Commands& out) {
  const Model& model = session.model();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(3)});
  ImGui::PushFont(ui().fonts.strong);
  ImGui::TextWrapped("%s", model.name.c_str());
  ImGui::PopFont();
  drawModelView(session, fullWidth(), out);
  std::size_t targets = 0;
  for (const Mesh& mesh : model.meshes) targets += mesh.morphTargetNames.size();
  drawCount("joints", static_cast<std::size_t>(model.skeleton.jointCount()));
  drawCount("triangles", triangleCount(model));
  drawCount("meshes", model.meshes.size());
  drawCount("materials", model.materials.size());
  drawCount("clips", model.clips.size());
  drawCount("skins", model.skins.size());
  drawCount("morph targets", targets);
  drawImporter(model, fullWidth(), out);
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
