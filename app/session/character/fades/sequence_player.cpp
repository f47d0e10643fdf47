#include "app/session/character/fades/sequence_player.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace app {

int FadeSequence::stepCount() const {
  const int count = static_cast<int>(items.size());
  return thereAndBack ? std::max(count, 2 * count - 1) : count;
}

int FadeSequence::itemAt(int step) const {
  const int last = static_cast<int>(items.size()) - 1;
  return step <= last ? step : 2 * last - step;
}

FadeSequence sequenceOf(const FadePair& pair, int from, int to, const Player& player) {
  SequenceItem first{.fade = {.clip = from}, .plays = std::max(pair.leadIn, kShortestStep)};
  const crossfade::AnimationAction& action = player.action(from);
  const double duration = action.duration();
  const double speed = std::abs(action.timeScale);
  if (pair.fromPhase && duration > 0 && speed > 0) {
    const bool repeats = action.loop == crossfade::Loop::Repeat;
    const double before = action.timeScale > 0 ? *pair.fromPhase : 1 - *pair.fromPhase;  // of the loop, when it fades
    if (!repeats) first.plays = std::clamp(before * duration / speed, kShortestStep, first.plays);
    double entry = *pair.fromPhase - first.plays * action.timeScale / duration;
    entry = repeats ? entry - std::floor(entry) : std::clamp(entry, 0.0, 1.0);
    first.fade.how.toPhase = entry;
  }
  const SequenceItem second{.fade = {.clip = to, .how = {.toPhase = pair.toPhase}},
                            .plays = std::max(pair.leadOut, kShortestStep)};
  return {.items = {first, second},
          .firstPhase = first.fade.how.toPhase,
          .loops = pair.loops,
          .thereAndBack = pair.thereAndBack};
}

FadeSequence completed(FadeSequence sequence, const TransitionCells& set) {
  if (set.empty()) return sequence;
  for (std::size_t i = 0; i < sequence.items.size(); ++i) {
    const std::size_t before = i == 0 ? std::min<std::size_t>(1, sequence.items.size() - 1) : i - 1;
    SequenceItem& item = sequence.items[i];
    item.fade = completed(item.fade, set, sequence.items[before].fade.clip);
  }
  return sequence;
}

double secondsOf(const SequenceItem& item, const Player& player) {
  const crossfade::AnimationAction& action = player.action(item.fade.clip);
  const double speed = std::abs(action.timeScale);
  const double seconds = item.inLoops ? item.plays * action.duration() / (speed > 0 ? speed : 1) : item.plays;
  return std::max(seconds, kShortestStep);
}

using crossfade::Error;
using crossfade::Result;

int FadeProgram::from() const {
  const FadeSettings& settings = fade_.settings();
  if (settings.from != -1) return settings.from;
  const StartedFade& last = fade_.lastStarted();
  const int from = last.to == settings.to && last.from != -1 ? last.from : player_.dominantClip();
  return from == settings.to ? -1 : from;
}

Result<void> FadeProgram::choosePair() {
  FadeSettings settings = fade_.settings();
  if (settings.to == -1) return Error{"choose the clip to fade to first"};
  if (settings.from == -1) {
    const StartedFade& last = fade_.lastStarted();
    const bool isLast = last.to == settings.to && last.from != -1;
    settings.from = from();
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

FadePair FadeProgram::pairBySet() const {
  const crossfade::TransitionCell cell = pairOf({fade_.settings().from, fade_.settings().to});
  FadePair pair = pair_;
  const auto take = [&](std::optional<double>& phase, std::optional<double> FadeChoice::*field) {
    if (const double* const found = transitions_.find(cell.from, cell.to, field); found && !phase) phase = *found;
  };
  take(pair.fromPhase, &FadeChoice::fromPhase);
  take(pair.toPhase, &FadeChoice::toPhase);
  return pair;
}

std::optional<FadeSequence> FadeProgram::pairFrom(int from) const {
  const int to = fade_.settings().to;
  if (from == -1 || to == -1 || from == to) return std::nullopt;
  return completed(sequenceOf(pairBySet(), from, to, player_), transitions_);
}

double FadeProgram::pairSeconds() const {
  const std::optional<FadeSequence> pass = pairFrom(from());
  double seconds = 0;
  for (int step = 0; pass && step < pass->stepCount(); ++step) {
    const SequenceItem& item = nth(pass->items, pass->itemAt(step));
    const double fade = step > 0 ? fade_.settingsFor(item.fade.how).seconds : 0;
    seconds += std::max(secondsOf(item, player_), fade);
  }
  return seconds;
}

std::optional<FadeSequence> FadeProgram::next() const {
  if (played_ == Played::Pair) return pairFrom(fade_.settings().from);
  if (queue_.items.empty()) return std::nullopt;
  FadeSequence queue = queue_;
  queue.firstPhase = queue.items.front().fade.how.toPhase;
  return completed(std::move(queue), transitions_);
}

void SequencePlayer::play(const FadeSequence& sequence) {
  assert(!sequence.items.empty());
  state_.coming = sequence;
  state_.playing = true;
  state_.passes = 0;
  beginPass();
}

void SequencePlayer::beginPass() {
  state_.pass = state_.coming;
  state_.step = 0;
  ++state_.passes;
  const SequenceItem& first = state_.pass.items.front();
  player_.restart();
  crossfade::AnimationAction& action = player_.action(first.fade.clip).reset().play();
  if (state_.pass.firstPhase) action.time = *state_.pass.firstPhase * action.duration();
  FrameProfiler unused;
  player_.pose(unused);  // what the first fade starts from
  state_.due = secondsOf(first, player_);
  host_.passBegan();
}

void SequencePlayer::takeStep() {
  if (++state_.step >= state_.pass.stepCount()) {
    if (state_.coming.loops) return beginPass();
    return stop();
  }
  const SequenceItem& item = nth(state_.pass.items, state_.pass.itemAt(state_.step));
  state_.due += secondsOf(item, player_);
  host_.enter({item.fade});
}

double SequencePlayer::secondsUntilStep(double speed) const {
  if (!state_.playing || speed == 0) return std::numeric_limits<double>::infinity();
  return std::max(0.0, untilNext() / std::abs(speed));
}

double SequencePlayer::advance(double delta, double speed, double byHand, FrameProfiler& profiler) {
  if (!state_.playing) return delta;
  const crossfade::ClockSettings& clock = player_.clock().settings;
  if (byHand > 0) playByHand(byHand, profiler);
  const double rate = std::abs(speed);
  if (!(rate > 0) || !std::isfinite(delta)) return delta;
  if (clock.kind == crossfade::ClockKind::FrameBased) {
    while (state_.playing && isDueIn(0)) takeStep();
    return delta;
  }
  double left = std::min(std::abs(delta), clock.longestFrame);
  if (!isDueIn(left * rate)) return delta;
  while (state_.playing && isDueIn(left * rate)) {
    const double part = std::clamp(untilNext() / rate, 0.0, left);
    host_.advance(part, speed, profiler);
    left -= part;
    takeStep();
  }
  return left;
}

/// A step forward may cross a fade's beginning; a step back only makes the next one later.
void SequencePlayer::playByHand(double byHand, FrameProfiler& profiler) {
  while (state_.playing && isDueIn(byHand)) {
    const double later = byHand - std::clamp(untilNext(), 0.0, byHand);
    host_.step(-later);
    host_.advance(0, 0, profiler);
    takeStep();
    host_.step(later);
    byHand = later;
  }
}

}  // namespace app
