#include "app/ui/character/character_panels.h"

#include <algorithm>
#include <cmath>

#include "app/ui/character/character_text.h"
#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

bool isOfKinds(const FadeComparison& comparison) {
  for (int lane = 0; lane < comparison.laneCount(); ++lane)
    if (const FadeChoice& variant = comparison.variant(lane); !variant.kind || variant.seconds || variant.sync)
      return false;
  return true;
}

/// The session's choice, which a script may have made. A single kind is no choice yet, and only known here.
void read(const FadeComparison& comparison, CompareView& state) {
  if (!comparison.isOn() && std::ranges::count(state.kinds, true) < 2) return;
  state.kinds = {};
  if (!comparison.isOn()) return;
  if (!isOfKinds(comparison)) return;
  for (int lane = 0; lane < comparison.laneCount(); ++lane)
    state.kinds[static_cast<std::size_t>(*comparison.variant(lane).kind)] = true;
}

void showKinds(const CompareView& state, bool overlaid, Commands& out) {
  SetComparison command{.variants = {}, .overlaid = overlaid};
  for (std::size_t i = 0; i < state.kinds.size(); ++i)
    if (state.kinds[i]) command.variants.push_back({.kind = static_cast<crossfade::TransitionKind>(i)});
  if (command.variants.size() < 2) command.variants.clear();
  out.push_back(std::move(command));
}

void drawKinds(const FadeComparison& comparison, CompareView& state, Commands& out) {
  constexpr int kColumns = 3;
  const float gap = px(6);
  const float each = std::floor((ImGui::GetContentRegionAvail().x - gap * (kColumns - 1)) / kColumns);
  for (std::size_t i = 0; i < kKindOrder.size(); ++i) {
    const int kind = kKindOrder[i];
    if (i % kColumns > 0) ImGui::SameLine(0, gap);
    bool& chosen = state.kinds[static_cast<std::size_t>(kind)];
    if (!button(WidgetId("fade.compare.%d", kind), kKindTexts[static_cast<std::size_t>(kind)], {each, 0},
                "Show the fade by this kind, too. Two or more are drawn at once, with how strongly each pops.",
                {.on = chosen}))
      continue;
    chosen = !chosen;
    showKinds(state, comparison.isOverlaid(), out);
  }
}

/// What the panel says now, and what it will say.
void pinSettings(const Session& session, CompareView& state, Commands& out) {
  const FadeSettings& now = session.fadeSettings();
  state.kinds = {};
  out.push_back(SetComparison{.variants = {{.seconds = now.seconds, .kind = now.kind, .sync = now.sync}, {}},
                              .overlaid = session.character().comparison().isOverlaid()});
}

}  // namespace

void drawCompareView(const Session& session, CompareView& state, Commands& out) {
  constexpr std::array<const char*, 2> kArrangements = {"Side by side", "Overlaid"};
  const FadeComparison& comparison = session.character().comparison();
  read(comparison, state);
  const bool pinned = comparison.isOn() && !isOfKinds(comparison);
  const char* const note = pinned                                       ? "A keeps its settings, B follows the panel."
                           : comparison.isOn()                          ? "Length, sync and mask above apply to all."
                           : std::ranges::count(state.kinds, true) == 1 ? "Choose another kind."
                           : session.fadeSettings().to < 0              ? "Choose From and To, then two kinds or more."
                                                                        : "Choose two kinds or more to see at once.";
  const float needed = px(16) + 3 * (rowHeight() + px(6)), room = ImGui::GetContentRegionAvail().y;
  const float closer = std::clamp((needed - room) / 3, 0.0f, px(4));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(6) - closer});
  label({ImGui::GetContentRegionAvail().x, px(16)}, note, colors().textDim, 0, ui().fonts.small);
  drawKinds(comparison, state, out);

  const float gap = px(6), width = ImGui::GetContentRegionAvail().x, pin = px(66), off = px(44);
  if (button("fade.compare.pin", "A and B", {pin, 0},
             "A keeps the settings of this moment, B follows the panel: change kind, length or sync and watch.",
             {.on = pinned}))
    pinSettings(session, state, out);
  ImGui::SameLine(0, gap);
  if (button("fade.compare.off", "Off", {off, 0}, "Show one figure again.", {.enabled = comparison.isOn()})) {
    state.kinds = {};
    out.push_back(SetComparison{.variants = {}, .overlaid = comparison.isOverlaid()});
  }
  ImGui::SameLine(0, gap);
  const int pressed =
      segments("fade.compare.view", kArrangements, comparison.isOverlaid() ? 1 : 0, width - pin - off - 2 * gap,
               "The figures beside each other, or as ghosts over the first.");
  if (pressed >= 0 && comparison.isOverlaid() != (pressed == 1))
    out.push_back(SetComparison{.variants = comparison.choice().variants, .overlaid = pressed == 1});
  ImGui::PopStyleVar();
}

}  // namespace app
