// What the commands do to the transition set. User input is checked here and nowhere later.
#include "app/session/character/transition_commands.h"

#include <algorithm>
#include <utility>

#include "app/session/character/character_checks.h"

namespace app {

using crossfade::Result;

struct CharacterScene::TransitionApplier : Checks {
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
    if (c.seconds)
      if (auto ok = inRange("fade length", *c.seconds, kSeconds); !ok) return ok;
    if (c.mask)
      if (auto ok = mask(*c.mask); !ok) return ok;
    if (c.curve)
      if (auto ok = checkFadeCurve(*c.curve); !ok) return ok;
    for (const auto& each : {c.fromPhase, c.toPhase})
      if (auto ok = phase(each); !ok) return ok;
    return {};
  }
};

Result<void> CharacterScene::apply(const TransitionCommand& command) {
  auto done = std::visit(TransitionApplier{{*this}}, command);
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

FadeTo CharacterScene::completedBySet(const FadeTo& command) const {
  return completed(command, transitions_, clipLeftFor(command.clip));
}

/// The first clip of a sequence is faded to only on the way back.
FadeSequence CharacterScene::completedBySet(FadeSequence sequence) const {
  if (transitions_.empty()) return sequence;
  for (std::size_t i = 0; i < sequence.items.size(); ++i) {
    const std::size_t before = i == 0 ? std::min<std::size_t>(1, sequence.items.size() - 1) : i - 1;
    SequenceItem& item = sequence.items[i];
    item.fade = completed(item.fade, transitions_, sequence.items[before].fade.clip);
  }
  return sequence;
}

/// The pair with the phases that it leaves open.
FadePair CharacterScene::pairBySet() const {
  const crossfade::ClipPair cell = pairOf({fade_.settings().from, fade_.settings().to});
  FadePair pair = pair_;
  const auto take = [&](std::optional<double>& phase, std::optional<double> CellSettings::*field) {
    if (const double* const found = transitions_.find(cell.from, cell.to, field); found && !phase) phase = *found;
  };
  take(pair.fromPhase, &CellSettings::fromPhase);
  take(pair.toPhase, &CellSettings::toPhase);
  return pair;
}

ComparedScene CharacterScene::compared() const {
  const FadeSettings& settings = fade_.settings();
  return {.player = player_,
          .fade = fade_,
          .sequence = sequence_,
          .pair = pairBySet(),
          .fadeOfPair = completed({.clip = settings.to}, transitions_, settings.from)};
}

}  // namespace app
