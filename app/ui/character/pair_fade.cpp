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
  const TransitionCells& set = session.character().transitions();
  const crossfade::ClipPair pair = pairOf(pair_);
  const auto find = [&](CellField field, auto member) {
    const auto* const found = pair_.to < 0 ? nullptr : set.find(pair.from, pair.to, member);
    bySet_[static_cast<std::size_t>(field)] = found != nullptr;
    return found;
  };
  if (const auto* const seconds = find(CellField::Seconds, &CellSettings::seconds)) shown_.seconds = *seconds;
  if (const auto* const kind = find(CellField::Kind, &CellSettings::kind)) shown_.kind = *kind;
  if (const auto* const sync = find(CellField::Sync, &CellSettings::sync)) shown_.sync = *sync;
  if (const auto* const curve = find(CellField::Curve, &CellSettings::curve)) curve_ = curve;
  if (const FadeMask* const mask = find(CellField::Mask, &CellSettings::mask)) {
    shown_.maskJoint = mask->joint;
    shown_.maskFeather = mask->feather;
  }
}

bool PairFade::isBySet() const { return std::find(bySet_.begin(), bySet_.end(), true) != bySet_.end(); }

bool PairFade::isKept() const { return hasPair() && session_.character().transitions().at(pairOf(pair_)) != nullptr; }

void PairFade::change(const FadeSettings& next, Commands& out) const {
  FadeSettings panel = session_.fadeSettings();
  CellSettings cell;
  const auto take = [&](CellField field, auto member, auto own) {
    if (next.*member == shown_.*member) return;
    if (isBySet(field))
      cell.*own = next.*member;
    else
      panel.*member = next.*member;
  };
  take(CellField::Seconds, &FadeSettings::seconds, &CellSettings::seconds);
  take(CellField::Kind, &FadeSettings::kind, &CellSettings::kind);
  take(CellField::Sync, &FadeSettings::sync, &CellSettings::sync);
  const FadeMask mask{next.maskJoint, next.maskFeather};
  if (mask != FadeMask{shown_.maskJoint, shown_.maskFeather}) {
    if (isBySet(CellField::Mask)) {
      cell.mask = mask;
    } else {
      panel.maskJoint = mask.joint;
      panel.maskFeather = mask.feather;
    }
  }
  panel.from = next.from;
  panel.to = next.to;
  panel.warp = next.warp;
  panel.layers = next.layers;
  if (cell != CellSettings{}) set(std::move(cell), out);
  if (panel != session_.fadeSettings()) out.push_back(SetFadeSettings{panel});
}

void PairFade::changeCurve(const crossfade::AnimationCurve& next, Commands& out) const {
  if (isBySet(CellField::Curve))
    set({.curve = next}, out);
  else
    out.push_back(SetFadeCurve{next});
}

void PairFade::keep(Commands& out) const {
  CellSettings all = settingsOf(shown_, *curve_);
  if (!usesCurve(shown_.kind)) all.curve.reset();
  const FadePair phases = session_.character().program().pairBySet();
  all.fromPhase = phases.fromPhase;
  all.toPhase = phases.toPhase;
  set(std::move(all), out);
}

void PairFade::clear(Commands& out) const { out.push_back(ClearTransitionCell{.cells = {pair_}}); }

void PairFade::set(CellSettings settings, Commands& out) const {
  out.push_back(SetTransitionCell{.cells = {pair_}, .settings = std::move(settings)});
}

}  // namespace app
