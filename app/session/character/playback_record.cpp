#include "app/session/character/playback_record.h"

#include <algorithm>

namespace app {
namespace {

constexpr int kHistoryRows = 30 * 144;  // half a minute at 144 Hz

}  // namespace

int clipOf(const crossfade::AnimationAction* action, std::span<crossfade::AnimationAction* const> actions) {
  const auto found = std::find(actions.begin(), actions.end(), action);
  return found == actions.end() ? -1 : static_cast<int>(found - actions.begin());
}

PlaybackRecord::PlaybackRecord(std::size_t clipCount)
    : weights_(static_cast<int>(clipCount), kHistoryRows),
      events_(static_cast<int>(clipCount)),
      weightRow_(clipCount),
      phaseRow_(clipCount) {}

void PlaybackRecord::add(const crossfade::AnimationMixer& mixer, std::span<crossfade::AnimationAction* const> actions) {
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const crossfade::AnimationAction& action = *actions[i];
    const double duration = action.duration();
    weightRow_[i] = action.isScheduled() ? static_cast<float>(action.getEffectiveWeight()) : 0.0f;
    phaseRow_[i] = duration > 0 ? static_cast<float>(action.time / duration) : 0;
  }
  weights_.add(mixer.time(), weightRow_, phaseRow_);
  addEvents(mixer, actions);
}

void PlaybackRecord::addEvents(const crossfade::AnimationMixer& mixer,
                               std::span<crossfade::AnimationAction* const> actions) {
  for (const crossfade::MixerEvent& event : mixer.events())
    if (const int clip = clipOf(event.action, actions); clip >= 0)
      events_.add(
          clip,
          {.kind = event.kind, .mixerTime = event.time, .loopDelta = event.loopDelta, .direction = event.direction});
}

}  // namespace app
