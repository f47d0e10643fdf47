// What the commands do to the transition set. User input is checked here and nowhere later.
#include "app/session/character/transition_commands.h"

#include <algorithm>
#include <utility>

#include "app/session/character/character_scene.h"
#include "app/session/character/fade_curve.h"
#include "app/session/checks/value_range.h"

namespace app {
namespace {

using crossfade::Result;

constexpr ValueRange kPhase{0, 1};
constexpr ValueRange kFadeSeconds{0, kMaxFadeSeconds};
constexpr ValueRange kMaskFeather{0, kMaxMaskFeather};

}  // namespace

struct CharacterScene::TransitionApplier {
  CharacterScene& s;

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
    const ValueRange clips{0, static_cast<double>(s.player_.clipCount() - 1)};
    for (const std::vector<int>* const all : {&c.from, &c.to})
      for (const int clip : *all)
        if (auto ok = inRange("clip", clip, clips); !ok) return ok;
    s.seams_.watch(c.on, c.from, c.to);
    return {};
  }

  Result<void> cells(const std::vector<CellIndex>& all) const {
    const ValueRange clips{-1, static_cast<double>(s.player_.clipCount() - 1)};
    for (const CellIndex cell : all)
      for (const int clip : {cell.from, cell.to})
        if (auto ok = inRange("clip", clip, clips); !ok) return ok;
    return {};
  }
  Result<void> settings(const CellSettings& c) const {
    if (c.seconds)
      if (auto ok = inRange("fade length", *c.seconds, kFadeSeconds); !ok) return ok;
    if (c.mask) {
      const ValueRange joints{-1, static_cast<double>(s.model_.skeleton.jointCount() - 1)};
      if (auto ok = inRange("mask joint", c.mask->joint, joints); !ok) return ok;
      if (auto ok = inRange("mask feather", c.mask->feather, kMaskFeather); !ok) return ok;
    }
    if (c.curve)
      if (auto ok = checkFadeCurve(*c.curve); !ok) return ok;
    for (const auto& phase : {c.fromPhase, c.toPhase})
      if (phase)
        if (auto ok = inRange("entry phase", *phase, kPhase); !ok) return ok;
    return {};
  }
};

Result<void> CharacterScene::apply(const TransitionCommand& command) {
  auto done = std::visit(TransitionApplier{*this}, command);
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
    SequenceItem& item = sequence.items[i];
    const SequenceItem& before = sequence.items[i == 0 ? std::min<std::size_t>(1, sequence.items.size() - 1) : i - 1];
    item.fade = completed(item.fade, transitions_, before.fade.clip);
    if (i > 0 && item.entry) item.fade.entry = item.entry;
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
