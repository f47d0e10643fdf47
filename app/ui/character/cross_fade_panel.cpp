// The settings of a fade, adjustable while it runs, and a plot of the weights.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include "app/session/character/settings/fade_settings.h"
#include "app/ui/character/character_panels.h"
#include "app/ui/character/character_text.h"
#include "app/ui/character/clip_chooser.h"
#include "app/ui/character/pair_bars.h"
#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

using crossfade::TransitionKind;

constexpr float kRoomForOver = 92;  // width of the length

// In the order of crossfade::TransitionKind.
constexpr std::array<const char*, 6> kKindSentences = {
    "Classic: three.js's cross-fade. Weights always start at 1 and 0, so it jumps when it interrupts another fade.",
    "Linear: weights change at a constant rate from the current ones to the new clip.",
    "Curve: weights follow the curve you draw.",
    "Frozen: the current pose freezes and blends out along the curve.",
    "Inertial: the new clip plays at once, and the offset from the old pose decays as if it had mass.",
    "Dead blending: the old motion is extrapolated, slows down, and blends out along the curve."};

constexpr std::array<const char*, 6> kPresetSentences = {"Smooth: slow start and end. The default.",
                                                         "Linear: constant rate.",
                                                         "Ease in: slow start.",
                                                         "Ease out: slow end.",
                                                         "Steep: most of the change in the middle.",
                                                         "Step: all at once, halfway."};

/// crossfade::Sync, and after None the panel's warp, which has no effect with a sync.
constexpr std::array<const char*, 4> kSyncTexts = {"No sync", "Warp", "Phase", "Markers"};
constexpr std::array<const char*, 4> kSyncSentences = {
    "No sync: each clip plays at its own speed.",
    "Warp: both clips change from the outgoing clip's cycle length to the incoming one's.",
    "Phase: both clips stay at the same phase of their cycles; the cycle length is the weighted average.",
    "Markers: clips stay aligned where their feet come down, or at the markers that you set under Markers above. Clips "
    "with neither sync by phase."};

int syncChoiceOf(const FadeSettings& settings) {
  switch (settings.sync) {
    case crossfade::Sync::None:
      return settings.warp ? 1 : 0;
    case crossfade::Sync::Phase:
      return 2;
    case crossfade::Sync::Markers:
      return 3;
  }
  return 0;
}

void setSyncChoice(FadeSettings& settings, int choice) {
  settings.warp = choice == 1;
  settings.sync = choice == 2 ? crossfade::Sync::Phase : choice == 3 ? crossfade::Sync::Markers : crossfade::Sync::None;
}

/// The arrow from From to To, or a sign that other settings than those of the panel apply to this fade.
void drawArrow(const Session& session, const FadeSettings& settings, float width) {
  hitArea("fade.bySet", {width, rowHeight()});
  const bool applies = settings.to >= 0 && appliesTo(session.character().transitions(), settings.from, settings.to);
  textIn(itemRect(), icon(applies ? Icon::Table : Icon::Arrow), applies ? colors().accent : colors().textFaint, 0.5f);
  if (!applies) return;
  ui().focus.nextTakes(0);
  logItem("fade.bySet");
  hint(
      "The transition set (X) has settings of its own for this fade. Chips, keys, replay and loop use them; Fade uses "
      "the panel.");
}

/// Mask, and the choice of what is shown below.
bool drawHead(const Session& session, CharacterPanels& state, FadeSettings& settings) {
  constexpr std::array<const char*, 5> kViews = {"Weights", "Curve", "Compare", "Map", "Markers"};
  const bool hasMarkers = settings.sync == crossfade::Sync::Markers;
  if (!hasMarkers && state.fadeView == FadeView::Markers) state.fadeView = FadeView::Weights;
  const float width = ImGui::GetContentRegionAvail().x, gap = px(8);
  const float views = px((width < px(320) ? 186.0f : 216.0f) + (hasMarkers ? 28.0f : 0));
  FadeMask mask{settings.maskJoint, settings.maskFeather};
  const bool changed = chooseMask("fade.mask", session, mask, state.maskSearch, width - views - gap,
                                  "The body region the next fade affects. The rest keeps playing.", &settings.layers);
  settings.maskJoint = mask.joint;
  settings.maskFeather = mask.feather;
  ImGui::SameLine(0, gap);
  const int pressed = segments(
      "fade.view", std::span(kViews).first(hasMarkers ? 5 : 4), static_cast<int>(state.fadeView), views,
      hasMarkers ? "Below: weights over time, the curve a fade follows, kinds to compare, the map of what a "
                   "fade costs at which moment, or markers."
                 : "Below: weights over time, the curve a fade follows, kinds to compare, or the map of what a "
                   "fade costs at which moment.");
  if (pressed >= 0) state.fadeView = static_cast<FadeView>(pressed);
  return changed;
}

bool drawWhatAndWhen(const Session& session, FadeSettings& settings, Commands& out) {
  const float width = ImGui::GetContentRegionAvail().x;
  const float gap = px(6);
  const float arrow = px(20);
  const float go = px(64);
  const float combo = std::floor((width - arrow - go - 3 * gap) / 2);
  bool changed = chooseClip("fade.from", session, settings.from, "current pose", combo,
                            "The clip to fade from. If it is not playing, it is shown alone first.");
  ImGui::SameLine(0, gap);
  drawArrow(session, settings, arrow);
  ImGui::SameLine(0, gap);
  changed |=
      chooseClip("fade.to", session, settings.to, "choose...", combo,
                 "The clip to fade to. During a fade, another choice redirects the fade from the current weights.");
  ImGui::SameLine(0, gap);
  if (button("fade.go", "Fade", {go, 0}, "Start this fade.", {.accent = true, .enabled = settings.to >= 0}))
    out.push_back(StartFade{});
  drawPairBars(session, combo, arrow + 2 * gap, out);
  return changed;
}

bool drawKind(FadeSettings& settings) {
  const int pressed = segments("fade.kind", kKindTexts, static_cast<int>(settings.kind),
                               ImGui::GetContentRegionAvail().x, kKindSentences);
  if (pressed < 0 || pressed == static_cast<int>(settings.kind)) return false;
  settings.kind = static_cast<TransitionKind>(pressed);
  return true;
}

void drawFootLock(const Session& session, Commands& out) {
  const bool on = session.character().ground().footLock();
  if (iconButton("fade.footLock", Icon::Feet,
                 "Foot lock: a foot that is down stays put on the ground, in clips and in fades. Needs two human legs; "
                 "the crowd ignores it.",
                 {.on = on}))
    out.push_back(SetFootLock{!on});
}

bool drawLengthAndPace(const Session& session, FadeSettings& settings, Commands& out) {
  const float gap = px(6), lock = rowHeight(), width = ImGui::GetContentRegionAvail().x - lock - gap;
  const float syncWidth = std::clamp(width - gap - px(108), px(178), px(218));
  const auto& fade = session.runningFade();
  const float lengthWidth = width - syncWidth - gap;
  const SliderLook look{.label = lengthWidth >= px(kRoomForOver) ? "over" : "",
                        .max = 3,
                        .defaultValue = 0.4,
                        .format = "%.2f s",
                        .fill = colors().accent,
                        .marker = fade ? fade->progress * fade->seconds : std::numeric_limits<double>::quiet_NaN(),
                        .step = 0.01,
                        .sqrtScale = true,
                        .typedMin = 0,
                        .typedMax = kMaxFadeSeconds};
  bool changed = slider("fade.seconds", settings.seconds, look, lengthWidth,
                        "Duration of a fade. During a fade it stretches the remaining time.");
  ImGui::SameLine(0, gap);
  const int pressed = segments("fade.pace", kSyncTexts, syncChoiceOf(settings), syncWidth, kSyncSentences);
  ImGui::SameLine(0, gap);
  drawFootLock(session, out);
  if (pressed < 0 || pressed == syncChoiceOf(settings)) return changed;
  setSyncChoice(settings, pressed);
  return true;
}

void drawWeights(const Session& session, PlotView& view, ImVec2 room) {
  const double delta = static_cast<double>(ImGui::GetIO().DeltaTime);
  view = follow(view, session, delta, session.paused() ? 0 : delta * session.speed());
  hitArea("fade.plot", room);
  const UiRect rect = itemRect();
  ui().focus.nextTakes(0);
  logItem("fade.plot");
  drawWeightPlot(session, rect, windowOf(view, session.mixerTime()));
}

/// Why the curve is faint, and a button that changes it.
bool drawCurveNotUsed(FadeSettings& settings) {
  char text[64];
  std::snprintf(text, sizeof text, "%s fades ignore this curve.", kKindTexts[static_cast<std::size_t>(settings.kind)]);
  const float width = ImGui::GetContentRegionAvail().x, use = px(104);
  ImGui::Dummy({width - use - px(6), px(24)});
  textIn(itemRect(), text, colors().textDim, 0, ui().fonts.small);
  ImGui::SameLine(0, px(6));
  if (!button("fade.curve.use", "Use curve", {use, px(24)}, "Switch the fade to the Curve kind.")) return false;
  settings.kind = TransitionKind::Curve;
  return true;
}

/// Stacked, or in two columns if one would make them too low. Returns the width used.
float drawPresets(const crossfade::AnimationCurve& shown, float height, Commands& out) {
  constexpr float kLowest = 24;
  const int count = static_cast<int>(fadeCurvePresets().size());
  const float gap = px(4);
  const auto heightIn = [&](int rows) {
    return std::max(1.0f, std::floor((height - gap * static_cast<float>(rows - 1)) / static_cast<float>(rows)));
  };
  const int columns = heightIn(count) < px(kLowest) ? 2 : 1, rows = (count + columns - 1) / columns;
  const ImVec2 each{columns == 2 ? px(32) : std::min(std::floor(heightIn(rows) * 1.4f), px(44)), heightIn(rows)};
  const ImVec2 start = ImGui::GetCursorScreenPos();
  for (int i = 0; i < count; ++i) {
    const crossfade::AnimationCurve& preset = fadeCurvePresets()[static_cast<std::size_t>(i)];
    const int column = i / rows, row = i % rows;
    ImGui::SetCursorScreenPos(
        {start.x + static_cast<float>(column) * (each.x + gap), start.y + static_cast<float>(row) * (each.y + gap)});
    if (curveButton(WidgetId("fade.preset.%d", i), preset, each, shown == preset,
                    kPresetSentences[static_cast<std::size_t>(i)]))
      out.push_back(SetFadeCurve{preset});
  }
  return static_cast<float>(columns) * (each.x + gap) - gap;
}

bool drawCurve(const Session& session, CurveEditorState& state, FadeSettings& settings, Commands& out) {
  const bool used = usesCurve(session.runningFade() ? session.runningFade()->kind : settings.kind);
  bool changed = false;
  if (!usesCurve(settings.kind)) changed = drawCurveNotUsed(settings);
  const crossfade::AnimationCurve& curve = session.fadeCurve();
  const ImVec2 start = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const float presets = drawPresets(curve, room.y, out);
  ImGui::SetCursorScreenPos({start.x + presets + px(6), start.y});
  char length[24];
  std::snprintf(length, sizeof length, "%.2f s", settings.seconds);
  const auto& fade = session.runningFade();
  const CurveLook look{.plane = {.bounded = false},
                       .faint = !used,
                       .marker = fade ? fade->progress : std::numeric_limits<double>::quiet_NaN(),
                       .beginText = "0 s",
                       .endText = length,
                       .defaultCurve = &fadeCurvePresets()[0],
                       .presets = fadeCurvePresets(),
                       .clamped = true};
  if (auto edited = curveEditor("fade.curve", curve, state, {room.x - presets - px(6), room.y}, look))
    out.push_back(SetFadeCurve{std::move(*edited)});
  return changed;
}

}  // namespace

void drawCrossFadePanel(const Session& session, CharacterPanels& state, Commands& out) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(6)});
  FadeSettings settings = session.fadeSettings();
  bool changed = drawHead(session, state, settings);
  changed |= drawWhatAndWhen(session, settings, out);
  changed |= drawKind(settings);
  changed |= drawLengthAndPace(session, settings, out);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.y > px(40)) {
    switch (state.fadeView) {
      case FadeView::Weights:
        drawWeights(session, state.weightPlot, room);
        break;
      case FadeView::Curve:
        changed |= drawCurve(session, state.fadeCurve, settings, out);
        break;
      case FadeView::Compare:
        drawCompareView(session, state.compare, out);
        break;
      case FadeView::Map:
        drawFadeMapView(session, state.map, out);
        break;
      case FadeView::Markers:
        drawMarkerView(session, state.markers, out);
        break;
    }
  }
  if (changed) out.push_back(SetFadeSettings{settings});
  ImGui::PopStyleVar();
}

}  // namespace app
