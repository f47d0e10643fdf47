#include "app/ui/character/pair_fade.h"

#include <algorithm>
#include <utility>

#include "app/session/character/settings/fade_settings.h"

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

}  // namespace app
