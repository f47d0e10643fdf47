#include "app/ui/character/pair_fade.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <imgui_internal.h>

#include "app/session/character/settings/fade_settings.h"
#include "app/ui/widgets/setting_controls.h"
#include "app/ui/widgets/widgets.h"

namespace app {

PairFade::PairFade(const Session& session)
    : session_(session),
      pair_{.from = session.character().program().from(), .to = session.fadeSettings().to},
      shown_(session.fadeSettings()),
      curve_(&session.fadeCurve()) {
  if (pair_.to < 0) return;
  FadeChoice found;  // but for the curve, which is not copied
  forEachField<FadeChoice>([&, bit = FieldSet{1}](const auto& field) mutable {
    const auto* const value = session.character().transitions().find(pairOf(pair_).from, pairOf(pair_).to, field.get);
    if (value) bySet_ |= bit;
    bit <<= 1;
    if constexpr (std::is_same_v<decltype(value), const crossfade::AnimationCurve* const>)
      curve_ = value ? value : curve_;
    else if (value)
      field.of(found) = *value;
  });
  overrideFields(shown_, found);
}

bool PairFade::isKept() const { return hasPair() && session_.character().transitions().at(pairOf(pair_)) != nullptr; }

void PairFade::change(const FadeSettings& next, Commands& out) const {
  FadeChoice before, after;
  overrideFields(before, shown_);
  overrideFields(after, next);
  FieldSet changed = differing(before, after);
  if (changed & kMaskFields) changed |= kMaskFields;
  FadeChoice cell, others;
  copyFields(after, changed & bySet_, cell);
  copyFields(after, changed & ~bySet_, others);
  FadeSettings panel = overridden(session_.fadeSettings(), others);
  panel.from = next.from;
  panel.to = next.to;
  panel.warp = next.warp;
  if (cell != FadeChoice{}) set(std::move(cell), out);
  if (panel != session_.fadeSettings()) out.push_back(SetFadeSettings{panel});
}

void PairFade::changeCurve(const crossfade::AnimationCurve& next, Commands& out) const {
  if (isBySet(bitOf(&FadeChoice::curve)))
    set({.curve = next}, out);
  else
    out.push_back(SetFadeCurve{next});
}

void PairFade::keep(Commands& out) const {
  FadeChoice all = wholeChoice(shown_, *curve_);
  if (!usesCurve(shown_.kind)) all.curve.reset();
  const FadePair phases = session_.character().program().pairBySet();
  all.fromPhase = phases.fromPhase;
  all.toPhase = phases.toPhase;
  set(std::move(all), out);
}

void PairFade::clear(Commands& out) const { out.push_back(ClearTransitionCell{.cells = {pair_}}); }

void PairFade::set(FadeChoice settings, Commands& out) const {
  out.push_back(SetTransitionCell{.cells = {pair_}, .settings = std::move(settings)});
}

namespace {

/// How far the clip has played, 0 to 1; -1: not at all.
double playedFraction(const Session& session, int clip) {
  const crossfade::AnimationAction& action = session.action(clip);
  const double duration = action.duration();
  return action.isScheduled() && duration > 0 ? std::clamp(action.time / duration, 0.0, 1.0) : -1;
}

/// The phase at which From is left if it starts with the lead-in.
double usualFromPhase(const Session& session, int clip) {
  const crossfade::AnimationAction& action = session.action(clip);
  const double loops =
      action.duration() > 0 ? session.character().program().pair().leadIn * action.timeScale / action.duration() : 0;
  return action.loop == crossfade::Loop::Repeat ? loops - std::floor(loops) : std::clamp(loops, 0.0, 1.0);
}

/// A marker at `phase`; if there is none, a faint one at `usual`, unless that is below 0.
void drawBar(const UiRect& rect, ImU32 tint, double played, std::optional<double> phase, double usual) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool hot = ImGui::IsItemHovered() || ImGui::IsItemActive();
  const float half = px(3), y = rect.centerY();
  const auto xOf = [&](double fraction) {
    return rect.x + half + static_cast<float>(fraction) * (rect.width - 2 * half);
  };
  list.AddRectFilled({rect.x, y - half}, {rect.right(), y + half},
                     hot ? colors().controlActive : colors().controlHovered, half);
  if (played >= 0) list.AddRectFilled({rect.x, y - half}, {xOf(played), y + half}, faded(tint, 0.6f), half);
  if (!phase && usual < 0) return;
  const float x = std::round(xOf(phase.value_or(usual))), wide = px(hot ? 5 : 4);
  const ImU32 ink = !phase ? colors().textFaint : hot ? colors().accentHovered : colors().accent;
  list.AddRectFilled({x - px(1), rect.y + px(2)}, {x + px(1), rect.bottom() - px(1)}, ink);
  list.AddTriangleFilled({x - wide, rect.y}, {x + wide, rect.y}, {x, rect.y + wide * 1.4f}, ink);
}

/// What the bar does, and the keys or gestures that work on it; `removed`: what holds without a phase.
void hintOfBar(const char* sentence, const char* removed) {
  if (!hintIsDue()) return;
  const bool byKeys = ui().focus.hidesPointerHints();
  hint(
      Text("%s %s %s", sentence,
           byKeys ? "Left and Right move the marker, with Shift by a tenth; Delete:" : "Drag the marker; double-click:",
           removed));
}

/// True when changed. Dragging sets the phase, a double click removes it.
bool phaseBar(const char* id, const Session& session, int clip, float width, std::optional<double>& phase, double usual,
              const char* sentence, const char* removed) {
  const std::optional<double> before = phase;
  const ImVec2 size{width, px(18)};
  if (clip < 0) {
    ImGui::Dummy(size);
    const UiRect rect = itemRect();
    ImGui::GetWindowDrawList()->AddRectFilled({rect.x, rect.centerY() - px(3)}, {rect.right(), rect.centerY() + px(3)},
                                              colors().control, px(3));
    return false;
  }
  ui().focus.nextTakes(kTakesAcross | kTakesDelete);
  hitArea(id, size);
  const UiRect rect = itemRect();
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) {
    phase.reset();
    ImGui::ClearActiveID();  // or the second click would set it right back
  } else if (ImGui::IsItemActive() && (ImGui::IsItemActivated() || ImGui::GetIO().MouseDelta.x != 0)) {
    phase = std::clamp(static_cast<double>((ImGui::GetIO().MousePos.x - rect.x) / rect.width), 0.0, 1.0);
  }
  const FocusKeys keys = ui().focus.keysOfItem();
  if (keys.remove) phase.reset();
  if (keys.right != 0) phase = std::clamp(phase.value_or(std::max(usual, 0.0)) + barStep(keys), 0.0, 1.0);
  drawBar(rect, clipColor(clip), playedFraction(session, clip), phase, usual);
  hintOfBar(sentence, removed);
  return phase != before;
}

/// The menu of the Replay button.
void drawLeads(const Session& session, Commands& out) {
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right) || ui().focus.keysOfItem().menu) ImGui::OpenPopup("leads");
  if (!ImGui::BeginPopup("leads")) return;
  closeOnEscape();
  FadePair pair = session.character().program().pair();
  const auto lead = [&](const char* id, const char* label, double FadePair::*member, const char* sentence) {
    return settingSlider(id, pair.*member, member, {.label = label, .max = 5, .format = "%.2f s", .sqrtScale = true},
                         px(220), sentence);
  };
  bool changed = lead("fade.leadIn", "lead-in", &FadePair::leadIn, "How long From plays before the fade.");
  changed |= lead("fade.leadOut", "lead-out", &FadePair::leadOut,
                  "From the beginning of the fade to the end of the pass, or to the way back.");
  if (changed) out.push_back(SetPair{pair});
  endPopup();
}

void drawLoop(const Session& session, Commands& out) {
  const FadePair& pair = session.character().program().pair();
  const bool back = pair.loops && pair.thereAndBack;
  const bool playable = session.fadeSettings().to >= 0;
  const char* const sentence = !pair.loops ? "Loop: off. Click to repeat the fade from From to To."
                               : back      ? "Loop: there and back again. Click to switch it off."
                                           : "Loop: from From to To, again and again. Click to go there and back.";
  if (!iconButton("fade.loop", back ? Icon::PingPong : Icon::Repeat, sentence, {.on = pair.loops, .enabled = playable}))
    return;
  out.push_back(LoopFade{.on = !back, .thereAndBack = pair.loops && !back});
}

}  // namespace

void drawPairBars(const Session& session, float barWidth, float gap, Commands& out) {
  const FadeSettings& settings = session.fadeSettings();
  FadePair pair = session.character().program().pair();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  bool changed = phaseBar("fade.fromPhase", session, settings.from, barWidth, pair.fromPhase,
                          settings.from < 0 ? 0 : usualFromPhase(session, settings.from),
                          "Where From is when the fade begins.", "From starts with the lead-in.");
  ImGui::SetCursorScreenPos({at.x + barWidth + gap, at.y});
  changed |= phaseBar("fade.toPhase", session, settings.to, barWidth, pair.toPhase,
                      settings.sync == crossfade::Sync::None ? 0 : -1, "Where To comes in.",
                      "at its start, or in phase with a sync.");
  if (changed) out.push_back(SetPair{pair});
}

void drawReplay(const Session& session, Commands& out) {
  const bool playable = session.fadeSettings().to >= 0;
  if (iconButton("fade.replay", Icon::Replay,
                 "Replay: lead-in, fade and lead-out, from exactly the same state each time (R). Right-click: how "
                 "long these are.",
                 {.on = session.character().playsPair(), .enabled = playable}))
    out.push_back(ReplayFade{});
  drawLeads(session, out);
  ImGui::SameLine(0, px(6));
  drawLoop(session, out);
}

}  // namespace app
