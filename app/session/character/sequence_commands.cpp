// What the commands do that play fades again: the pair, the queue, the comparison.
#include "app/session/character/sequence_commands.h"

#include <algorithm>
#include <utility>

#include "app/session/character/character_checks.h"

namespace app {

using crossfade::Error;
using crossfade::Result;

struct CharacterScene::SequenceApplier : Checks {
  Result<void> operator()(const SetPair& c) {
    if (auto ok = phase(c.pair.fromPhase); !ok) return ok;
    if (auto ok = phase(c.pair.toPhase); !ok) return ok;
    if (auto ok = inRange("lead-in", c.pair.leadIn, kSeconds); !ok) return ok;
    if (auto ok = inRange("lead-out", c.pair.leadOut, kSeconds); !ok) return ok;
    s.pair_ = c.pair;
    return {};
  }
  Result<void> operator()(const ReplayFade&) {
    if (auto ok = s.choosePair(); !ok) return ok;
    s.play(Played::Pair);
    return {};
  }
  Result<void> operator()(const LoopFade& c) {
    const bool starts = c.on && !(s.playsPair() && s.timeline_.isLive() && !s.paused_);
    if (starts)
      if (auto ok = s.choosePair(); !ok) return ok;
    s.pair_.loops = c.on;
    s.pair_.thereAndBack = c.thereAndBack;
    return starts ? (*this)(ReplayFade{}) : Result<void>();
  }
  Result<void> operator()(const SetQueue& c) {
    if (c.items.size() > kMaxQueued)
      return Error{"a queue has at most " + std::to_string(kMaxQueued) + " clips, not " +
                   std::to_string(c.items.size())};
    for (const SequenceItem& item : c.items) {
      if (auto ok = fade(item.fade); !ok) return ok;
      if (auto ok = inRange(item.inRounds ? "rounds" : "seconds", item.plays, kSeconds); !ok) return ok;
    }
    s.queue_ = {.items = c.items, .loops = c.loops};
    if (c.items.empty() && s.playsQueue()) s.sequence_.stop();
    return {};
  }
  Result<void> operator()(const PlayQueue&) {
    if (s.queue_.items.empty()) return Error{"the queue is empty"};
    s.play(Played::Queue);
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
      if (variant.seconds)
        if (auto ok = inRange("fade length", *variant.seconds, kSeconds); !ok) return ok;
    const bool begins = count > 0 && !s.comparison_.isOn();
    s.comparison_.show(c, s.compared());
    if (!begins || s.playsQueue()) return {};
    const bool plays = s.playsPair() && s.timeline_.isLive();
    if (!plays && !s.choosePair()) return {};
    const FadeSettings& chosen = s.fade_.settings();
    if (!s.settingsOf(chosen.from).enabled || !s.settingsOf(chosen.to).enabled) return {};  // nothing is switched on
    s.pair_.loops = true;
    if (!plays) s.play(Played::Pair);
    return {};
  }
};

/// The timeline logs what a sequence does, and starts over with each round.
SequenceHost CharacterScene::sequenceHost() {
  return {.advance = [this](double delta, double speed,
                            FrameProfiler& profiler) { timeline_.advance(delta, speed, profiler); },
          .step = [this](double seconds) { timeline_.step(seconds); },
          .enter = [this](const EnterClip& command) { static_cast<void>(changeAndRecord(FadeCommand(command))); },
          .roundBegan =
              [this] {
                timeline_.restart();
                study_.restart();
              }};
}

int CharacterScene::fromOfPair() const {
  const FadeSettings& settings = fade_.settings();
  if (settings.from != -1) return settings.from;
  const StartedFade& last = fade_.lastStarted();
  return last.to == settings.to && last.from != -1 ? last.from : player_.dominantClip();
}

double CharacterScene::pairSeconds() const {
  const int from = fromOfPair(), to = fade_.settings().to;
  if (from == -1 || to == -1 || from == to) return 0;
  const FadeSequence round = completedBySet(sequenceOf(pairBySet(), from, to, player_));
  double seconds = 0;
  for (int step = 0; step < round.stepCount(); ++step) {
    const SequenceItem& item = round.items[static_cast<std::size_t>(round.itemAt(step))];
    const double fade = step > 0 ? fade_.settingsFor(item.fade).seconds : 0;
    seconds += std::max(secondsOf(item, player_), fade);
  }
  return seconds;
}

/// Makes From and To a pair that can be played: without a From, the last fade.
Result<void> CharacterScene::choosePair() {
  FadeSettings settings = fade_.settings();
  if (settings.to == -1) return Error{"choose the clip to fade to first"};
  if (settings.from == -1) {
    const StartedFade& last = fade_.lastStarted();
    const bool isLast = last.to == settings.to && last.from != -1;
    settings.from = fromOfPair();
    const auto phaseOf = [this](int clip, double time) {
      const double duration = player_.action(clip).duration();
      return duration > 0 ? std::clamp(time / duration, 0.0, 1.0) : 0;
    };
    if (isLast) {
      pair_.fromPhase = phaseOf(last.from, last.fromTime);
      pair_.toPhase = last.toWasVisible ? std::optional(phaseOf(last.to, last.toTime)) : std::nullopt;
    }
  }
  if (settings.from == -1) return Error{"choose the clip to fade from first"};
  if (settings.from == settings.to) return Error{"choose two different clips to fade between"};
  fade_.change(settings);
  return {};
}

void CharacterScene::play(Played what) {
  played_ = what;
  paused_ = false;
  const FadeSequence chosen = chosenSequence();
  for (const SequenceItem& item : chosen.items) settingsOf(item.fade.clip).enabled = true;  // as playing a clip does
  sequence_.play(chosen);
  comparison_.follow(compared());
  comparison_.play(chosen);
}

/// What is to play next: as chosen now.
FadeSequence CharacterScene::chosenSequence() const {
  const FadeSettings& settings = fade_.settings();
  if (played_ == Played::Queue) {
    FadeSequence queue = queue_;
    if (!queue.items.empty()) queue.firstPhase = queue.items.front().fade.entry;
    return completedBySet(std::move(queue));
  }
  return completedBySet(sequenceOf(pairBySet(), settings.from, settings.to, player_));
}

/// A playing sequence goes on with what is chosen now, unless that cannot be played.
void CharacterScene::updateSequence() {
  if (!sequence_.isPlaying()) return;
  const FadeSettings& settings = fade_.settings();
  const bool playable = played_ == Played::Queue
                            ? !queue_.items.empty()
                            : settings.from != -1 && settings.to != -1 && settings.from != settings.to;
  if (playable) sequence_.change(chosenSequence());
}

Result<void> CharacterScene::apply(const SequenceCommand& command) {
  auto done = std::visit(SequenceApplier{{*this}}, command);
  if (done) follow(false, false);
  return done;
}

}  // namespace app
