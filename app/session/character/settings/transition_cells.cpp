#include "app/session/character/settings/transition_cells.h"

#include <utility>

namespace app {
namespace {

/// Calls `use` with the member of that name.
template <class Settings, class Use>
auto withField(Settings& settings, CellField field, Use use) {
  switch (field) {
    case CellField::Seconds:
      return use(settings.seconds);
    case CellField::Kind:
      return use(settings.kind);
    case CellField::Sync:
      return use(settings.sync);
    case CellField::Mask:
      return use(settings.mask);
    case CellField::Curve:
      return use(settings.curve);
    case CellField::FromPhase:
      return use(settings.fromPhase);
    case CellField::ToPhase:
      break;
  }
  return use(settings.toPhase);
}

}  // namespace

void CellSettings::inherit(const CellSettings& from) {
  const CellSettings own = std::exchange(*this, from);
  overrideFields(*this, own);
  if (own.mask) mask = own.mask;
}

bool isSet(const CellSettings& settings, CellField field) {
  return withField(settings, field, [](const auto& member) { return member.has_value(); });
}

void unset(CellSettings& settings, CellField field) {
  withField(settings, field, [](auto& member) { member.reset(); });
}

CellSettings settingsOf(const FadeSettings& panel, const crossfade::AnimationCurve& curve) {
  return {.seconds = panel.seconds,
          .kind = panel.kind,
          .sync = panel.sync,
          .mask = FadeMask{panel.maskJoint, panel.maskFeather},
          .curve = curve};
}

CellSettings resolved(const TransitionCells& set, const CellSettings& defaults, CellIndex pair) {
  CellSettings settings = set.resolve(pairOf(pair).from, pairOf(pair).to);
  settings.inherit(defaults);
  return settings;
}

bool appliesTo(const TransitionCells& set, int from, int to) {
  return set.at(pairOf({from, to})) || set.at(pairOf({from, -1})) || set.at(pairOf({-1, to})) || set.at(pairOf({}));
}

FadeTo completed(FadeTo command, const TransitionCells& set, int from) {
  const crossfade::ClipPair pair = pairOf({from, command.clip});
  const auto take = [&](auto& member, auto field) {
    if (const auto* const found = set.find(pair.from, pair.to, field); found && !member) member = *found;
  };
  if (command.secondsAreDefault && set.find(pair.from, pair.to, &CellSettings::seconds)) command.seconds.reset();
  take(command.seconds, &CellSettings::seconds);
  take(command.kind, &CellSettings::kind);
  take(command.sync, &CellSettings::sync);
  take(command.curve, &CellSettings::curve);
  take(command.entry, &CellSettings::toPhase);
  if (const FadeMask* const mask = set.find(pair.from, pair.to, &CellSettings::mask); mask && !command.maskJoint) {
    command.maskJoint = mask->joint;
    command.maskFeather = mask->feather;
  }
  command.usesSet = false;
  return command;
}

}  // namespace app
