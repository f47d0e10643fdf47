// From, to, length and warp of the fade, adjustable while it runs, over the weights that it makes.
#include <array>
#include <cmath>
#include <cstdio>

#include "app/ui/panels.h"
#include "app/ui/weight_plot.h"
#include "app/ui/widget_id.h"
#include "app/ui/widgets.h"

namespace app {
namespace {

const char* nameOfChoice(const Session& session, int clip, const char* none, std::span<char> scratch) {
  return clip < 0 ? none : clipLabel(session.model().clips[static_cast<std::size_t>(clip)].name(), clip, scratch);
}

/// A drop-down list of clips, with `none` on top. True when another one was chosen.
bool chooseClip(const char* id, const Session& session, int& clip, const char* none, float width,
                const char* sentence) {
  std::array<char, 24> scratch;
  bool changed = false;
  ImGui::SetNextItemWidth(width);
  ImGui::SetNextWindowSizeConstraints({width, 0}, {FLT_MAX, px(300)});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(8), std::floor((rowHeight() - ImGui::GetFontSize()) / 2)});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool open = ImGui::BeginCombo(id, "", ImGuiComboFlags_NoArrowButton);
  ImGui::PopStyleVar();
  const float arrow = px(20);
  const char* const name = nameOfChoice(session, clip, none, scratch);
  textIn(list, {at.x + px(8), at.y, width - px(8) - arrow, rowHeight()}, name,
         clip < 0 ? color::kTextDim : color::kText);
  textIn(list, {at.x + width - arrow, at.y, arrow - px(4), rowHeight()}, icon(Icon::Fold), color::kTextDim, 0.5f);
  if (!open) {
    logItem("%s", id + 2);  // without the "##" that hides the label
    hint(sentence);
    return false;
  }
  for (int choice = -1; choice < session.clipCount(); ++choice) {
    ImGui::PushID(choice);
    if (ImGui::Selectable("##choice", choice == clip, 0, {0, px(22)}) && choice != clip) {
      clip = choice;
      changed = true;
    }
    ImGui::PopID();
    logItem("%s.%d", id + 2, choice);
    const UiRect row = itemRect();
    if (choice >= 0) clipTag(*ImGui::GetWindowDrawList(), {row.x + px(2), row.centerY() - px(8)}, px(16), choice);
    const float left = row.x + px(choice >= 0 ? 26 : 2);
    textIn({left, row.y, row.right() - left, row.height}, nameOfChoice(session, choice, none, scratch),
           choice < 0 ? color::kTextDim : color::kText);
  }
  ImGui::EndCombo();
  return changed;
}

void drawHead(const Session& session) {
  caption("Cross-fade");
  const auto& fade = session.runningFade();
  char state[64];
  if (fade)
    std::snprintf(state, sizeof state, "%.0f %%  of %.2f s", fade->progress(session.mixerTime()) * 100, fade->seconds);
  textRight(fade ? state : "ready", fade ? color::kAccent : color::kTextFaint);
}

void drawControls(const Session& session, Commands& out) {
  FadeSettings settings = session.fadeSettings();
  const float width = ImGui::GetContentRegionAvail().x;
  const float gap = px(6);
  const float arrow = px(20);
  const float go = px(64);
  const float combo = std::floor((width - arrow - go - 3 * gap) / 2);
  bool changed = chooseClip("##fade.from", session, settings.from, "what plays", combo,
                            "The clip to fade from; it is shown alone first if it is not on the screen.");
  ImGui::SameLine(0, gap);
  ImGui::Dummy({arrow, rowHeight()});
  textIn(itemRect(), icon(Icon::Arrow), color::kTextFaint, 0.5f);
  ImGui::SameLine(0, gap);
  changed |= chooseClip("##fade.to", session, settings.to, "choose...", combo,
                        "The clip to fade to; another choice turns a running fade there from the present weights.");
  ImGui::SameLine(0, gap);
  if (button("fade.go", "Fade", {go, 0}, "Start the fade as set here.", {.accent = true, .enabled = settings.to >= 0}))
    out.push_back(StartFade{});
  const float warp = px(106);
  const SliderLook look{.label = "length",
                        .max = 3,
                        .usual = 0.4,
                        .format = "%.2f s",
                        .fill = color::kAccent,
                        .step = 0.01,
                        .bent = true,
                        .typedMin = 0,
                        .typedMax = 3600};
  changed |= slider("fade.seconds", settings.seconds, look, width - warp - gap,
                    "How long a fade takes; in a running fade it stretches what is left.");
  ImGui::SameLine(0, gap * 2);
  changed |= checkbox("fade.warp", "Keep pace", settings.warp,
                      "Warp: while they fade, both clips pass from the leaving one's cycle length to the entering one's.");
  if (changed) out.push_back(SetFadeSettings{settings});
}

/// The window that the plot shows; where it stands lives in ImGui's storage of this panel.
TimeWindow followed(const Session& session) {
  ImGuiStorage& memory = *ImGui::GetStateStorage();
  const ImGuiID spanKey = ImGui::GetID("span");
  const ImGuiID cursorKey = ImGui::GetID("cursor");
  const PlotView before{memory.GetFloat(spanKey, PlotView{}.span), memory.GetFloat(cursorKey, PlotView{}.cursor)};
  const double delta = static_cast<double>(ImGui::GetIO().DeltaTime);
  const PlotView view = follow(before, session, delta, session.paused() ? 0 : delta * session.speed());
  memory.SetFloat(spanKey, view.span);
  memory.SetFloat(cursorKey, view.cursor);
  return windowOf(view, session.mixerTime());
}

}  // namespace

void drawCrossFadePanel(const Session& session, Commands& out) {
  beginPanel("panel.crossFade", ui().layout.crossFade, color::kPanel);
  panelEdge(ui().layout.crossFade);
  drawHead(session);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(6)});
  drawControls(session, out);
  ImGui::PopStyleVar();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.y > px(40)) {
    ImGui::InvisibleButton("fade.plot", room);
    const UiRect rect = itemRect();
    logItem("fade.plot");
    drawWeightPlot(session, rect, followed(session));
  }
  endPanel();
}

}  // namespace app
