#include "app/session/character/sequence_player.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace app {

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
  const SequenceItem& item = state_.pass.items[static_cast<std::size_t>(state_.pass.itemAt(state_.step))];
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
