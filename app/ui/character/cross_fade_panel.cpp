// The settings of a fade, adjustable while it runs, and a plot of the weights.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/session/character/settings/fade_settings.h"
#include "app/ui/character/character_panels.h"
#include "app/ui/character/character_text.h"
#include "app/ui/character/choosers.h"
#include "app/ui/character/pair_fade.h"
#include "app/ui/character/weight_plot.h"
#include "app/ui/widgets/setting_controls.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

using crossfade::TransitionKind;

// In the order of crossfade::TransitionKind.
constexpr std::array<const char*, 6> kKindSentences = {
    "As in three.js; it jumps when it interrupts a fade.", "A constant rate: it starts and ends abruptly.",
    "Blends what both clips do, along the curve.",         "Holds the pose of this moment and fades it out.",
    "The old motion dies away as if it had mass.",         "The old motion coasts on and slows down."};

/// The kinds that most fades need; the others are behind "More".
constexpr std::size_t kFrontKinds = 3;  // of kKindOrder; the others are under More

constexpr float kLeastView = 130;  // height where the panel scrolls
constexpr std::array<double, 6> kUsualLengths = {0.1, 0.2, 0.3, 0.4, 0.6, 1.0};

constexpr std::array<const char*, 6> kPresetSentences = {"Smooth: slow start and end. The default.",
                                                         "Linear: constant rate.",
                                                         "Ease in: slow start.",
                                                         "Ease out: slow end.",
                                                         "Steep: most of the change in the middle.",
                                                         "Step: all at once, halfway."};

/// crossfade::Sync, and after None the panel's warp, which has no effect with a sync.
constexpr std::array<const char*, 4> kSyncTexts = {"not synced", "warped", "synced by phase", "synced by markers"};
constexpr std::array<const char*, 4> kSyncSentences = {
    "Each clip plays at its own speed.", "Both clips change from the cycle length of the one to that of the other.",
    "Both clips stay at the same phase of their cycles.",
    "Clips stay aligned where their feet come down, or at markers that you set below."};

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

/// `meant`: what a From that is not chosen stands for.
bool drawClips(const Session& session, FadeSettings& settings, int meant, Commands& out) {
  const float gap = px(6), arrow = px(20);
  const float width = fullWidth(), combo = std::floor((width - arrow - 2 * gap) / 2);
  bool changed = chooseClip(
      "fade.from", session, settings.from, "current pose", combo,
      settings.from < 0 ? "The pose on screen. Choose a clip to fade from it, shown alone first if it does not play."
                        : "The clip to fade from. If it is not playing, it is shown alone first.",
      meant);
  ImGui::SameLine(0, gap);
  label({arrow, rowHeight()}, icon(Icon::Arrow), colors().textFaint, 0.5f);
  ImGui::SameLine(0, gap);
  changed |=
      chooseClip("fade.to", session, settings.to, "choose...", combo,
                 "The clip to fade to. During a fade, another choice redirects the fade from the current weights.");
  drawPairBars(session, combo, arrow + 2 * gap, out);
  return changed;
}

/// A row of a list with a line about it. True when clicked.
bool explainedRow(const char* id, int index, const char* name, const char* sentence, bool chosen) {
  constexpr float kWidth = 300;
  ImGui::PushFont(ui().fonts.small);
  const float lines = ImGui::CalcTextSize(sentence, nullptr, false, px(kWidth - 16)).y;
  ImGui::PopFont();
  const bool pressed = menuArea(WidgetId("%s.%d", id, index), {px(kWidth), px(26) + lines}, chosen);
  const UiRect row = itemRect();
  textIn({row.x + px(8), row.y + px(2), row.width - px(16), px(20)}, name, chosen ? colors().accent : colors().text);
  ImFont& small = *ui().fonts.small;
  ImGui::GetWindowDrawList()->AddText(&small, heightOf(small), {row.x + px(8), row.y + px(21)}, colors().textDim,
                                      sentence, nullptr, px(kWidth - 16));
  return pressed;
}

/// Draws rows, each with a line about it, into an open list and returns the index that was clicked, or -1.
template <std::size_t Count>
int explainedRows(const char* id, const std::array<const char*, Count>& names,
                  const std::array<const char*, Count>& sentences, int chosen, std::span<const int> indices) {
  int pressed = -1;
  const FocusGroup group("choices", GroupLayout::Column);
  for (const int index : indices) {
    const auto i = static_cast<std::size_t>(index);
    if (explainedRow(id, index, names[i], sentences[i], index == chosen)) pressed = index;
  }
  return pressed;
}

/// ", synced by phase", as part of the sentence.
void dot() {
  ImGui::SameLine(0, px(5));
  label({px(4), rowHeight()}, "\u00b7", colors().textFaint, 0.5f);
  ImGui::SameLine(0, px(5));
}

bool chooseKindInWords(FadeSettings& settings, float width) {
  const int kind = static_cast<int>(settings.kind);
  if (!beginDropDown("fade.kindWords", nth(kKindTexts, kind), colors().text, width, "How the next clip takes over.",
                     DropDown::Words))
    return false;
  const int pressed = explainedRows("fade.kind", kKindTexts, kKindSentences, kind, kKindOrder);
  endCombo();
  if (pressed < 0 || pressed == kind) return false;
  settings.kind = static_cast<TransitionKind>(pressed);
  return true;
}

bool chooseLengthInWords(FadeSettings& settings, float width) {
  Text text("%.2f s", settings.seconds);
  if (!beginDropDown("fade.lengthWords", text, colors().text, width, "How long the fade takes.", DropDown::Words))
    return false;
  bool changed = false;
  const FocusGroup group("choices", GroupLayout::Column);
  for (std::size_t i = 0; i < kUsualLengths.size(); ++i) {
    text = Text("%.1f s", kUsualLengths[i]);
    const bool chosen = settings.seconds == kUsualLengths[i];
    if (menuArea(WidgetId("fade.length.%d", static_cast<int>(i)), {fullWidth(), px(24)}, chosen)) {
      settings.seconds = kUsualLengths[i];
      changed = true;
    }
    const UiRect row = itemRect();
    textIn({row.x + px(8), row.y, row.width - px(16), row.height}, text, chosen ? colors().accent : colors().text);
  }
  endCombo();
  return changed;
}

bool chooseSyncInWords(FadeSettings& settings, float width) {
  const int sync = syncChoiceOf(settings);
  if (!beginDropDown("fade.sync", nth(kSyncTexts, sync), colors().text, width,
                     "Whether both clips keep in step during the fade.", DropDown::Words))
    return false;
  constexpr std::array kAll = {0, 1, 2, 3};
  const int pressed = explainedRows("fade.pace", kSyncTexts, kSyncSentences, sync, kAll);
  endCombo();
  if (pressed < 0 || pressed == sync) return false;
  setSyncChoice(settings, pressed);
  return true;
}

/// "Curve, 0.40 s, synced by phase, whole body": each part opens its choices.
bool drawSentence(const Session& session, CharacterPanels& state, FadeSettings& settings) {
  const float right = ImGui::GetCursorScreenPos().x + fullWidth();
  const auto room = [right] { return right - ImGui::GetCursorScreenPos().x; };
  bool changed = chooseKindInWords(settings, room());
  dot();
  changed |= chooseLengthInWords(settings, room());
  dot();
  changed |= chooseSyncInWords(settings, room());
  dot();
  FadeMask mask = settings.mask();
  changed |=
      chooseMask("fade.mask", session, mask, state.maskSearch, room(),
                 "The body region the next fade affects. The rest keeps playing.", &settings.layers, DropDown::Words);
  settings.maskJoint = mask.joint;
  settings.maskFeather = mask.feather;
  return changed;
}

/// Small words that can be clicked.
bool smallLink(const char* id, const char* text, const char* sentence) {
  const float width = std::ceil(sizeOf(*ui().fonts.small, text).x);
  const bool pressed = hitArea(id, {width, px(16)});
  const UiRect rect = itemRect();
  const ImU32 ink = ImGui::IsItemHovered() ? colors().accent : colors().text;
  textIn(rect, text, ink, 0, ui().fonts.small);
  ImGui::GetWindowDrawList()->AddRectFilled({rect.x, rect.bottom() - px(1)}, {rect.right(), rect.bottom()},
                                            colors().controlActive);
  hint(sentence);
  return pressed;
}

/// Where these settings come from, and so what a change of them changes.
void drawSource(const PairFade& fade, CharacterPanels& state, Commands& out) {
  const char* const text = fade.isKept()    ? "from the set, for this pair"
                           : fade.isBySet() ? "in part from the set, for more than this pair"
                                            : "for all pairs that are not kept";
  const float right = ImGui::GetCursorScreenPos().x + fullWidth();
  const bool links = fade.isKept() || fade.isBySet();
  const float width = std::min(std::ceil(sizeOf(*ui().fonts.small, text).x) + 1, fullWidth() - (links ? px(70) : 0));
  label({width, px(16)}, text, fade.isKept() ? colors().accent : colors().textDim, 0, ui().fonts.small);
  ui().focus.nextTakes(0);
  logItem("fade.source");
  hint(fade.isKept() ? "Changes here are for this pair alone, from its next fade on."
                     : "Changes here are for every pair that the transition set says nothing about. Keep this pair to "
                       "give it settings of its own.");
  if (!links) return;
  ImGui::SameLine(0, px(8));
  if (smallLink("fade.editSet", "edit", "Show this pair in the transition set (X)."))
    state.transitions.asksFor = fade.pair();
  if (!fade.isKept() || ImGui::GetItemRectMax().x + px(40) > right) return;
  ImGui::SameLine(0, px(8));
  if (smallLink("fade.clear", "clear", "Take this pair out of the set: the panel's settings apply to it again."))
    fade.clear(out);
}

void drawFootLock(const Session& session, Commands& out) {
  const bool on = session.character().ground().footLock();
  if (iconButton("fade.footLock", Icon::Feet,
                 "Foot lock: a foot that is down stays put on the ground, in clips and in fades. Needs two human legs; "
                 "the crowd ignores it.",
                 {.on = on}))
    out.push_back(SetFootLock{!on});
}

void drawButtons(const Session& session, const PairFade& fade, Commands& out) {
  const float gap = px(6), right = ImGui::GetCursorScreenPos().x + fullWidth();
  const float top = ImGui::GetCursorScreenPos().y;
  if (button("fade.go", "Fade", {px(72), 0}, "Start this fade.",
             {.accent = true, .enabled = session.fadeSettings().to >= 0}))
    out.push_back(StartFade{.usesSet = true});
  ImGui::SameLine(0, gap);
  const bool kept = fade.isKept();
  if (button("fade.keep", kept ? "Kept" : "Keep", {px(64), 0},
             kept ? "This pair has settings of its own in the transition set. Click to take it out again."
                  : "Write this fade into the transition set: the pair then has settings of its own.",
             {.on = kept, .enabled = fade.hasPair()})) {
    if (kept)
      fade.clear(out);
    else
      fade.keep(out);
  }
  ImGui::SetCursorScreenPos({right - 3 * rowHeight() - 2 * gap, top});
  drawFootLock(session, out);
  ImGui::SameLine(0, gap);
  drawReplay(session, out);
}

/// The usual kinds, and one line about the chosen one.
bool drawKind(FadeSettings& settings) {
  constexpr int kMore = kFrontKinds;
  std::array<const char*, kFrontKinds + 1> texts, sentences;
  int chosen = kMore;
  for (std::size_t i = 0; i < kFrontKinds; ++i) {
    texts[i] = nth(kKindTexts, kKindOrder[i]);
    sentences[i] = nth(kKindSentences, kKindOrder[i]);
    if (static_cast<int>(settings.kind) == kKindOrder[i]) chosen = static_cast<int>(i);
  }
  const bool isMore = chosen == kMore;
  texts.back() = isMore ? nth(kKindTexts, settings.kind) : "More...";
  sentences.back() = "Kinds that few fades need.";
  const UiRect row{ImGui::GetCursorScreenPos().x, ImGui::GetCursorScreenPos().y, fullWidth(), rowHeight()};
  const int pressed = segments("fade.kinds", texts, chosen, row.width, sentences);
  const TransitionKind before = settings.kind;
  if (pressed >= 0 && pressed < kMore) settings.kind = static_cast<TransitionKind>(nth(kKindOrder, pressed));
  if (pressed == kMore) ImGui::OpenPopup("moreKinds");
  ImGui::SetNextWindowPos({row.right(), row.bottom() + px(2)}, ImGuiCond_Appearing, {1, 0});
  if (ImGui::BeginPopup("moreKinds")) {
    closeOnEscape();
    const int taken = explainedRows("fade.kind", kKindTexts, kKindSentences, static_cast<int>(settings.kind),
                                    std::span(kKindOrder).subspan<kFrontKinds>());
    if (taken >= 0) settings.kind = static_cast<TransitionKind>(taken);
    endPopup();
  }
  label({row.width, px(16)}, nth(kKindSentences, settings.kind), colors().textDim, 0, ui().fonts.small);
  return settings.kind != before;
}

bool drawLength(const Session& session, const PairFade& shown, FadeSettings& settings) {
  const auto& fade = session.runningFade();
  const SliderLook look{.label = "over",
                        .max = 3,
                        .format = "%.2f s",
                        .fill = colors().accent,
                        .marker = fade ? fade->progress * fade->seconds : std::numeric_limits<double>::quiet_NaN(),
                        .sqrtScale = true};
  return settingSlider("fade.seconds", settings.seconds, &FadeSettings::seconds, look, fullWidth(),
                       shown.isBySet(bitOf(&FadeChoice::seconds))
                           ? "Duration of this pair's next fade."
                           : "Duration of a fade. During a fade it stretches the remaining time.");
}

/// What is shown below.
bool drawViews(const FadeSettings& settings, CharacterPanels& state) {
  constexpr std::array<const char*, 6> kViews = {"Weights", "Mix", "Curve", "Compare", "Map", "Markers"};
  constexpr std::array<const char*, 6> kSentences = {"Weights over time.",
                                                     "The weight and the speed of each clip that plays.",
                                                     "The curve that a fade follows.",
                                                     "Several kinds at once, with what each does wrong.",
                                                     "What a fade costs at which moment.",
                                                     "Where clips that are synced by markers match."};
  const bool hasMarkers = settings.sync == crossfade::Sync::Markers;
  if (!hasMarkers && state.fadeView == FadeView::Markers) state.fadeView = FadeView::Weights;
  const int pressed = segments("fade.view", std::span(kViews).first(hasMarkers ? 6 : 5),
                               static_cast<int>(state.fadeView), fullWidth(), kSentences);
  if (pressed >= 0) state.fadeView = static_cast<FadeView>(pressed);
  return pressed >= 0;
}

void drawWeights(const Session& session, PlotView& view, ImVec2 room) {
  const double delta = static_cast<double>(ImGui::GetIO().DeltaTime);
  view = follow(view, session, delta, session.paused() ? 0 : delta * session.speed());
  ui().focus.nextTakes(0);
  hitArea("fade.plot", room);
  const UiRect rect = itemRect();
  drawWeightPlot(session, rect, windowOf(view, session.mixerTime()));
}

/// Why the curve is faint, and a button that changes it.
bool drawCurveNotUsed(FadeSettings& settings) {
  const float width = fullWidth(), use = px(104);
  label({width - use - px(6), px(24)}, Text("%s fades ignore this curve.", nth(kKindTexts, settings.kind)),
        colors().textDim, 0, ui().fonts.small);
  ImGui::SameLine(0, px(6));
  if (!button("fade.curve.use", "Use curve", {use, px(24)}, "Switch the fade to the Curve kind.")) return false;
  settings.kind = TransitionKind::Curve;
  return true;
}

/// Stacked, or in two columns if one would make them too low. Returns the width used.
float drawPresets(const PairFade& fade, float height, Commands& out) {
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
    const crossfade::AnimationCurve& preset = nth(fadeCurvePresets(), i);
    const int column = i / rows, row = i % rows;
    ImGui::SetCursorScreenPos(
        {start.x + static_cast<float>(column) * (each.x + gap), start.y + static_cast<float>(row) * (each.y + gap)});
    if (curveButton(WidgetId("fade.preset.%d", i), preset, each, fade.curve() == preset, nth(kPresetSentences, i)))
      fade.changeCurve(preset, out);
  }
  return static_cast<float>(columns) * (each.x + gap) - gap;
}

bool drawCurve(const Session& session, const PairFade& shown, CurveEditorState& state, FadeSettings& settings,
               Commands& out) {
  const bool used = usesCurve(session.runningFade() ? session.runningFade()->kind : settings.kind);
  bool changed = false;
  if (!usesCurve(settings.kind)) changed = drawCurveNotUsed(settings);
  const crossfade::AnimationCurve& curve = shown.curve();
  const ImVec2 start = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const float presets = drawPresets(shown, room.y, out);
  ImGui::SetCursorScreenPos({start.x + presets + px(6), start.y});
  const auto& fade = session.runningFade();
  const Text length("%.2f s", settings.seconds);
  const CurveLook look{.plane = {.bounded = false},
                       .faint = !used,
                       .marker = fade ? fade->progress : std::numeric_limits<double>::quiet_NaN(),
                       .beginText = "0 s",
                       .endText = length,
                       .defaultCurve = &fadeCurvePresets()[0],
                       .presets = fadeCurvePresets(),
                       .clamped = true};
  if (auto edited = curveEditor("fade.curve", curve, state, {room.x - presets - px(6), room.y}, look))
    shown.changeCurve(*edited, out);
  return changed;
}

}  // namespace

void drawCrossFadePanel(const Session& session, CharacterPanels& state, bool scrolls, Commands& out) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(4)});
  const PairFade fade(session);
  FadeSettings settings = fade.settings();
  bool changed = drawClips(session, settings, fade.pair().from, out);
  changed |= drawSentence(session, state, settings);
  drawSource(fade, state, out);
  drawButtons(session, fade, out);
  changed |= drawKind(settings);
  changed |= drawLength(session, fade, settings);
  const float views = ImGui::GetCursorScreenPos().y;
  if (drawViews(settings, state) && scrolls)  // below the fold, a view would seem to show nothing
    ImGui::SetScrollFromPosY(views - ImGui::GetWindowPos().y, 0);
  const ImVec2 left = ImGui::GetContentRegionAvail(), room{left.x, scrolls ? std::max(left.y, px(kLeastView)) : left.y};
  if (room.y > px(40)) {
    switch (state.fadeView) {
      case FadeView::Weights:
        drawWeights(session, state.weightPlot, room);
        break;
      case FadeView::Mix:
        drawMixView(session, room, out);
        break;
      case FadeView::Curve:
        changed |= drawCurve(session, fade, state.fadeCurve, settings, out);
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
  if (changed) fade.change(settings, out);
  ImGui::PopStyleVar();
}

}  // namespace app
