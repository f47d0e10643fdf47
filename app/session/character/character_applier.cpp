#include "app/session/character/character_applier.h"

#include <algorithm>
#include <utility>

#include "app/session/character/character_commands.h"
#include "app/session/character/playback/motion_study.h"
#include "app/session/character/timeline/timeline.h"
#include "app/view/draw_list.h"

namespace app {

// ---- What the commands do to layers and named masks. User input is checked here and nowhere later.

namespace {

using crossfade::Error;
using crossfade::Result;

}  // namespace

template <>
struct CharacterScene::Applier<LayerCommand> : CharacterScene::Checks {
  Result<void> operator()(const AddLayer& c) {
    LayerStack next = stack();
    next.layers.push_back(c.settings);
    return show(next);
  }
  Result<void> operator()(const SetLayer& c) {
    if (auto ok = layer(c.layer); !ok) return ok;
    LayerStack next = stack();
    nth(next.layers, c.layer) = c.settings;
    return show(next);
  }
  Result<void> operator()(const RemoveLayer& c) {
    if (auto ok = layer(c.layer); !ok) return ok;
    LayerStack next = stack();
    next.layers.erase(next.layers.begin() + c.layer);
    return show(next);
  }
  Result<void> operator()(const MoveLayer& c) {
    for (const int index : {c.layer, c.to})
      if (auto ok = layer(index); !ok) return ok;
    LayerStack next = stack();
    const auto from = next.layers.begin() + c.layer, to = next.layers.begin() + c.to;
    if (from < to)
      std::rotate(from, from + 1, to + 1);
    else
      std::rotate(to, from, from + 1);
    return show(next);
  }
  Result<void> operator()(const SetBaseLayer& c) {
    LayerStack next = stack();
    next.baseMuted = c.muted;
    next.baseSolo = c.solo;
    return show(next);
  }
  Result<void> operator()(const SetLayers& c) { return show(c.stack); }

  Result<void> operator()(const SetMask& c) {
    const auto joints = static_cast<std::size_t>(s.model_.skeleton.jointCount());
    if (c.weights.size() != joints)
      return Error{"a mask has a weight for each of the " + std::to_string(joints) + " joints, not " +
                   std::to_string(c.weights.size())};
    return s.masks_.set({c.name, c.weights});
  }
  Result<void> operator()(const RenameMask& c) {
    if (auto ok = known(c.name); !ok) return ok;
    if (c.newName == c.name) return {};
    const int before = namedMask(c.name), after = namedMask(c.newName);
    if (auto ok = s.masks_.rename(before, c.newName); !ok) return ok;
    useInstead(before, after);
    restartTimeline();
    return {};
  }
  Result<void> operator()(const RemoveMask& c) {
    if (auto ok = known(c.name); !ok) return ok;
    const int mask = namedMask(c.name);
    if (const char* const user = userOf(mask))
      return Error{"the mask '" + c.name + "' is used by " + user + "; choose another one there first"};
    s.masks_.remove(mask);
    restartTimeline();
    return {};
  }

  /// Its log may use a mask by a name that is gone.
  void restartTimeline() {
    s.player_.dropLaterHistory();
    s.timeline_->restart();
  }
  const LayerStack& stack() const { return s.player_.layers().stack(); }
  Result<void> layer(int index) const {
    const auto count = static_cast<int>(stack().layers.size());
    if (index >= 0 && index < count) return {};
    return Error{"there is no layer " + std::to_string(index) + "; there are " + std::to_string(count)};
  }
  Result<void> known(const std::string& name) const {
    if (s.masks_.find(namedMask(name)) != nullptr) return {};
    return Error{"there is no mask '" + name + "'"};
  }

  Result<void> show(const LayerStack& next) {
    if (next.layers.size() > kMaxLayers) return Error{"there are at most " + std::to_string(kMaxLayers) + " layers"};
    for (const LayerSettings& layer : next.layers)
      if (auto ok = check(layer); !ok) return ok;
    s.player_.layers().show(next);
    return {};
  }
  Result<void> check(const LayerSettings& layer) const {
    const double lastClip = s.player_.clipCount() - 1;
    if (auto ok = inRange("clip", layer.clip, {0, lastClip}); !ok) return ok;
    if (auto ok = inRange("reference clip", layer.referenceClip, {-1, lastClip}); !ok) return ok;
    if (auto ok = mask(FadeMask{layer.mask, layer.feather}); !ok) return ok;
    return checkFields(layer);
  }

  /// What uses the mask; nullptr: nothing.
  const char* userOf(int mask) const {
    const auto& layers = stack().layers;
    if (std::any_of(layers.begin(), layers.end(), [mask](const LayerSettings& each) { return each.mask == mask; }))
      return "a layer";
    if (s.fade_.settings().maskJoint == mask) return "the fade of the panel";
    for (const SequenceItem& item : s.program_.queue().items)
      if (item.fade.how.maskJoint == mask) return "the queue";
    for (const auto& [pair, settings] : s.transitions_.cells())
      if (settings.maskJoint == mask) return "the transition set";
    return nullptr;
  }
  void useInstead(int before, int after) {
    FadeSettings fade = s.fade_.settings();
    if (fade.maskJoint == before) fade.maskJoint = after;
    s.fade_.restoreSettings(fade);
    FadeSequence queue = s.program_.queue();
    for (SequenceItem& item : queue.items)
      if (item.fade.how.maskJoint == before) item.fade.how.maskJoint = after;
    s.program_.setQueue(std::move(queue));
    const auto cells = s.transitions_.cells();
    for (auto [pair, settings] : cells) {
      if (settings.maskJoint != before) continue;
      settings.maskJoint = after;
      s.transitions_.set(pair, settings);
    }
    LayerStack layers = stack();
    for (LayerSettings& layer : layers.layers)
      if (layer.mask == before) layer.mask = after;
    s.player_.layers().show(layers);
  }
};

/// Layers and masks act on every moment of the timeline, which does not log them.
Result<void> CharacterScene::apply(const LayerCommand& command) {
  auto done = carryOut(command);
  if (!done) return done;
  player_.layers().findMasks();
  ++transitionsRevision_;
  follow(false, false);
  timeline_->showAgain();
  return done;
}

// ---- What the commands do that play fades again: the pair, the queue, the comparison.

template <>
struct CharacterScene::Applier<SequenceCommand> : CharacterScene::Checks {
  Result<void> operator()(const SetPair& c) {
    if (auto ok = checkFields(c.pair); !ok) return ok;
    s.program_.setPair(c.pair);
    return {};
  }
  Result<void> operator()(const ReplayFade&) {
    if (auto ok = s.program_.choosePair(); !ok) return ok;
    s.play(FadeProgram::Played::Pair);
    return {};
  }
  Result<void> operator()(const LoopFade& c) {
    const bool starts = c.on && !(s.playsPair() && s.timeline_->isLive() && !s.paused_);
    if (starts)
      if (auto ok = s.program_.choosePair(); !ok) return ok;
    FadePair pair = s.program_.pair();
    pair.loops = c.on;
    pair.thereAndBack = c.thereAndBack;
    s.program_.setPair(pair);
    return starts ? (*this)(ReplayFade{}) : Result<void>();
  }
  Result<void> operator()(const SetQueue& c) {
    if (c.items.size() > kMaxQueued)
      return Error{"a queue has at most " + std::to_string(kMaxQueued) + " clips, not " +
                   std::to_string(c.items.size())};
    for (const SequenceItem& item : c.items) {
      if (isBlendSpace(item.fade.clip)) return Error{"a queue plays clips, not blend spaces"};
      if (auto ok = fade(item.fade.clip, item.fade.how); !ok) return ok;
      if (auto ok = inRange(item.inLoops ? "loops" : "seconds", item.plays, kSeconds); !ok) return ok;
    }
    s.program_.setQueue({.items = c.items, .loops = c.loops});
    if (c.items.empty() && s.playsQueue()) s.sequence_.stop();
    return {};
  }
  Result<void> operator()(const PlayQueue&) {
    if (s.program_.queue().items.empty()) return Error{"the queue is empty"};
    s.play(FadeProgram::Played::Queue);
    return {};
  }
  void operator()(const StopSequence&) { s.sequence_.stop(); }
  Result<void> operator()(const SetComparison& c) {
    const std::size_t count = c.variants.size();
    if (count == 1 || count > kMaxVariants)
      return Error{"a comparison has 2 to " + std::to_string(kMaxVariants) + " variants, not " + std::to_string(count)};
    for (const FadeChoice& variant : c.variants)
      if (auto ok = checkFields(variant); !ok) return ok;
    const bool begins = count > 0 && !s.comparison_.isOn();
    s.comparison_.show(c, s.compared());
    if (!begins || s.playsQueue()) return {};
    const bool plays = s.playsPair() && s.timeline_->isLive();
    if (!plays && !s.program_.choosePair()) return {};
    const FadeSettings& chosen = s.fade_.settings();
    if (!s.settingsOf(chosen.from).enabled || !s.settingsOf(chosen.to).enabled) return {};  // nothing is switched on
    FadePair pair = s.program_.pair();
    pair.loops = true;
    s.program_.setPair(pair);
    if (!plays) s.play(FadeProgram::Played::Pair);
    return {};
  }
};

/// The timeline logs what a sequence does, and starts over with each pass.
SequenceHost CharacterScene::sequenceHost() {
  return {.advance = [this](double delta, double speed,
                            FrameProfiler& profiler) { timeline_->advance(delta, speed, profiler); },
          .step = [this](double seconds) { timeline_->step(seconds); },
          .enter = [this](const EnterClip& command) { static_cast<void>(changeAndRecord(FadeCommand(command))); },
          .passBegan =
              [this] {
                timeline_->restart();
                study_->restart();
              }};
}

/// What was chosen can be played.
void CharacterScene::play(FadeProgram::Played what) {
  program_.choose(what);
  paused_ = false;
  const FadeSequence chosen = *program_.next();
  for (const SequenceItem& item : chosen.items) settingsOf(item.fade.clip).enabled = true;  // as playing a clip does
  sequence_.play(chosen);
  comparison_.follow(compared());
  comparison_.play(chosen);
}

Result<void> CharacterScene::apply(const SequenceCommand& command) {
  auto done = carryOut(command);
  if (done) follow(false, false);
  return done;
}

// ---- What the commands do to the transition set. User input is checked here and nowhere later.

template <>
struct CharacterScene::Applier<TransitionCommand> : CharacterScene::Checks {
  Result<void> operator()(const SetTransitionCell& c) {
    const bool clears = c.replaces && c.settings == FadeChoice{};
    if (auto ok = cells(c.cells, clears); !ok) return ok;
    if (auto ok = choice(c.settings); !ok) return ok;
    for (const CellIndex cell : c.cells) {
      FadeChoice next = c.settings;
      if (next.mask()) next.maskFeather = next.mask()->feather;
      const FadeChoice* const before = s.transitions_.at(pairOf(cell));
      if (before && !c.replaces) next.inherit(*before);
      s.transitions_.set(pairOf(cell), std::move(next));
    }
    return {};
  }
  Result<void> operator()(const ClearTransitionCell& c) {
    if (auto ok = cells(c.cells, true); !ok) return ok;
    for (const CellIndex cell : c.cells) {
      const FadeChoice* const before = s.transitions_.at(pairOf(cell));
      if (before == nullptr) continue;
      FadeChoice next = *before;
      copyFields(FadeChoice{}, c.fields & kMaskFields ? c.fields | kMaskFields : c.fields, next);
      s.transitions_.set(pairOf(cell), std::move(next));
    }
    return {};
  }
  void operator()(const ClearTransitions&) { s.transitions_.clear(); }
  Result<void> operator()(const MeasureTransitions& c) {
    for (const std::vector<int>* const all : {&c.from, &c.to})
      for (const int index : *all)
        if (auto ok = clip(index); !ok) return ok;
    s.seams_.watch(c.on, c.from, c.to);
    return {};
  }

  /// Cells that are cleared may name blend spaces that are gone.
  Result<void> cells(const std::vector<CellIndex>& all, bool clears) const {
    for (const CellIndex cell : all)
      for (const int index : {cell.from, cell.to}) {
        if (index == -1 || (clears && isBlendSpace(index))) continue;
        if (auto ok = isBlendSpace(index) ? blendSpace(index) : clip(index); !ok) return ok;
      }
    return {};
  }
};

Result<void> CharacterScene::apply(const TransitionCommand& command) {
  const std::optional<FadeChoice> before = ruleOfRunningFade();
  auto done = carryOut(command);
  if (!done || std::holds_alternative<MeasureTransitions>(command)) return done;
  ++transitionsRevision_;
  if (before) followRule(*before);
  follow(false, false);
  return done;
}

/// What the set says about the running fade, completed by the panel.
std::optional<FadeChoice> CharacterScene::ruleOfRunningFade() const {
  const auto running = fade_.running();
  if (!running || running->progress >= 1) return std::nullopt;
  return resolved(transitions_, wholeChoice(fade_.settings(), fade_.curve()), {running->from, running->to});
}

/// The running fade follows the set, except where it was told otherwise when it began.
void CharacterScene::followRule(const FadeChoice& before) {
  const FadeChoice after = *ruleOfRunningFade();
  const RunningFade running = *fade_.running();
  FadeChoice change;
  if (after.seconds != before.seconds && running.seconds == before.seconds) change.seconds = after.seconds;
  if (after.kind != before.kind && running.kind == before.kind) change.kind = after.kind;
  if (after.sync != before.sync && running.sync == before.sync) change.sync = after.sync;
  if (after.curve != before.curve && fade_.runningCurve() == before.curve) change.curve = after.curve;
  if (change != FadeChoice{}) static_cast<void>(changeAndRecord(FadeCommand(AdjustFade{change})));
}

/// The clip or blend space that a fade to `source` leaves: what is on screen, or what a running fade goes to.
int CharacterScene::sourceLeftFor(int source) const {
  const auto running = fade_.running();
  if (running) return running->to != source ? running->to : running->from;
  const auto space = player_.playingSpace();
  return space ? space->number : player_.dominantClip();
}

ComparedScene CharacterScene::compared() const {
  const FadeSettings& settings = fade_.settings();
  return {.player = player_,
          .fade = fade_,
          .sequence = sequence_,
          .pair = program_.pairBySet(),
          .fadeOfPair = completed({.clip = settings.to}, transitions_, settings.from).how};
}

// ---- What the commands do that show the map of a fade.

template <>
struct CharacterScene::Applier<FadeMapCommand> : CharacterScene::Checks {
  void operator()(const ShowFadeMap& c) {
    s.fadeMap_.show(c.cost);
    if (!c.cost) s.fadeGhosts_.hide();
  }
  Result<void> operator()(const PointAtFade& c) {
    if (!c.moment) {
      s.fadeGhosts_.hide();
      return {};
    }
    const int from = s.program_.from(), to = s.fade_.settings().to;
    if (from == -1 || to == -1) return Error{"first choose the two clips to fade between"};
    for (const double time : {c.moment->from, c.moment->to})
      if (auto ok = inRange("clip time", time, kClipSeconds); !ok) return ok;
    s.fadeGhosts_.show(from, to, *c.moment, {rowSpacing(s.bounds_.framed), 0, 0});
    return {};
  }
};

Result<void> CharacterScene::apply(const FadeMapCommand& command) { return carryOut(command); }

/// Follows From, To and the settings of their fade.
void CharacterScene::updateFadeMap() {
  const int from = program_.from(), to = fade_.settings().to;
  fadeMap_.update(from, to, {transitions_, transitionsRevision_, fade_.settings(), fade_.curve(), masks_.all()});
  if (fadeGhosts_.moment() && (fadeGhosts_.from() != from || fadeGhosts_.to() != to)) fadeGhosts_.hide();
}

}  // namespace app
