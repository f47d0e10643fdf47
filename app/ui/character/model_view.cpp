#include "app/ui/character/model_view.h"

#include <array>
#include <cstdio>
#include <optional>

#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/searched_menu.h"
#include "app/ui/widgets/widgets.h"

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

}  // namespace app
