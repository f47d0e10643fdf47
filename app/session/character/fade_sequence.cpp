#include "app/session/character/fade_sequence.h"

#include <algorithm>
#include <cmath>

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
    first.fade.entry = entry;
  }
  const SequenceItem second{.fade = {.clip = to, .entry = pair.toPhase},
                            .plays = std::max(pair.leadOut, kShortestStep)};
  return {
      .items = {first, second}, .firstPhase = first.fade.entry, .loops = pair.loops, .thereAndBack = pair.thereAndBack};
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

}  // namespace app
