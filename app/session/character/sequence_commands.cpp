// What the commands do that play fades again: the pair, the queue, the comparison.
#include "app/session/character/character_commands.h"

#include <string>

#include "app/session/character/character_applier.h"

namespace app {

using crossfade::Error;
using crossfade::Result;

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
    const bool starts = c.on && !(s.playsPair() && s.timeline_.isLive() && !s.paused_);
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
      if (auto ok = fade(item.fade); !ok) return ok;
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
  Result<void> operator()(const StopSequence&) {
    s.sequence_.stop();
    return {};
  }
  Result<void> operator()(const SetComparison& c) {
    const std::size_t count = c.variants.size();
    if (count == 1 || count > kMaxVariants)
      return Error{"a comparison has 2 to " + std::to_string(kMaxVariants) + " variants, not " + std::to_string(count)};
    for (const FadeVariant& variant : c.variants)
      if (auto ok = checkFields(variant); !ok) return ok;
    const bool begins = count > 0 && !s.comparison_.isOn();
    s.comparison_.show(c, s.compared());
    if (!begins || s.playsQueue()) return {};
    const bool plays = s.playsPair() && s.timeline_.isLive();
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
                            FrameProfiler& profiler) { timeline_.advance(delta, speed, profiler); },
          .step = [this](double seconds) { timeline_.step(seconds); },
          .enter = [this](const EnterClip& command) { static_cast<void>(changeAndRecord(FadeCommand(command))); },
          .passBegan =
              [this] {
                timeline_.restart();
                study_.restart();
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

}  // namespace app
