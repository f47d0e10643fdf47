#include "app/session/character/fade_program.h"

#include <algorithm>

namespace app {

using crossfade::Error;
using crossfade::Result;

int FadeProgram::from() const {
  const FadeSettings& settings = fade_.settings();
  if (settings.from != -1) return settings.from;
  const StartedFade& last = fade_.lastStarted();
  return last.to == settings.to && last.from != -1 ? last.from : player_.dominantClip();
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
  const crossfade::ClipPair cell = pairOf({fade_.settings().from, fade_.settings().to});
  FadePair pair = pair_;
  const auto take = [&](std::optional<double>& phase, std::optional<double> CellSettings::*field) {
    if (const double* const found = transitions_.find(cell.from, cell.to, field); found && !phase) phase = *found;
  };
  take(pair.fromPhase, &CellSettings::fromPhase);
  take(pair.toPhase, &CellSettings::toPhase);
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
    const SequenceItem& item = pass->items[static_cast<std::size_t>(pass->itemAt(step))];
    const double fade = step > 0 ? fade_.settingsFor(item.fade).seconds : 0;
    seconds += std::max(secondsOf(item, player_), fade);
  }
  return seconds;
}

std::optional<FadeSequence> FadeProgram::next() const {
  if (played_ == Played::Pair) return pairFrom(fade_.settings().from);
  if (queue_.items.empty()) return std::nullopt;
  FadeSequence queue = queue_;
  queue.firstPhase = queue.items.front().fade.entry;
  return completed(std::move(queue), transitions_);
}

}  // namespace app
