// What the commands do to the transition set. User input is checked here and nowhere later.
#include "app/session/character/character_commands.h"

#include <utility>

#include "app/session/character/character_applier.h"

namespace app {

using crossfade::Result;

template <>
struct CharacterScene::Applier<TransitionCommand> : CharacterScene::Checks {
  Result<void> operator()(const SetTransitionCell& c) {
    if (auto ok = cells(c.cells); !ok) return ok;
    if (auto ok = settings(c.settings); !ok) return ok;
    for (const CellIndex cell : c.cells) {
      CellSettings next = c.settings;
      const CellSettings* const before = s.transitions_.at(pairOf(cell));
      if (before && !c.replaces) next.inherit(*before);
      s.transitions_.set(pairOf(cell), std::move(next));
    }
    return {};
  }
  Result<void> operator()(const ClearTransitionCell& c) {
    if (auto ok = cells(c.cells); !ok) return ok;
    for (const CellIndex cell : c.cells) {
      const CellSettings* const before = s.transitions_.at(pairOf(cell));
      if (before == nullptr) continue;
      CellSettings next = c.field ? *before : CellSettings{};
      if (c.field) unset(next, *c.field);
      s.transitions_.set(pairOf(cell), std::move(next));
    }
    return {};
  }
  Result<void> operator()(const ClearTransitions&) {
    s.transitions_.clear();
    return {};
  }
  Result<void> operator()(const MeasureTransitions& c) {
    for (const std::vector<int>* const all : {&c.from, &c.to})
      for (const int index : *all)
        if (auto ok = clip(index); !ok) return ok;
    s.seams_.watch(c.on, c.from, c.to);
    return {};
  }

  Result<void> cells(const std::vector<CellIndex>& all) const {
    for (const CellIndex cell : all)
      for (const int index : {cell.from, cell.to})
        if (index != -1)
          if (auto ok = clip(index); !ok) return ok;
    return {};
  }
  Result<void> settings(const CellSettings& c) const {
    if (auto ok = checkFields(c); !ok) return ok;
    if (c.mask)
      if (auto ok = mask(*c.mask); !ok) return ok;
    return c.curve ? checkFadeCurve(*c.curve) : Result<void>();
  }
};

Result<void> CharacterScene::apply(const TransitionCommand& command) {
  auto done = carryOut(command);
  if (!done || std::holds_alternative<MeasureTransitions>(command)) return done;
  ++transitionsRevision_;
  follow(false, false);
  return done;
}

/// The clip that a fade to `clip` leaves: what is on screen, or what a running fade goes to.
int CharacterScene::clipLeftFor(int clip) const {
  const auto running = fade_.running();
  if (!running) return player_.dominantClip();
  return running->to != clip ? running->to : running->from;
}

FadeTo CharacterScene::fadeBySet(FadeTo how) const {
  how.clip = fade_.settings().to;
  return completed(std::move(how), transitions_, program_.from());
}

ComparedScene CharacterScene::compared() const {
  const FadeSettings& settings = fade_.settings();
  return {.player = player_,
          .fade = fade_,
          .sequence = sequence_,
          .pair = program_.pairBySet(),
          .fadeOfPair = completed({.clip = settings.to}, transitions_, settings.from)};
}

}  // namespace app
