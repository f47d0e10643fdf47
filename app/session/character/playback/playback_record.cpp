#include "app/session/character/playback/playback_record.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "app/fields/nth.h"

namespace app {

WeightHistory::WeightHistory(int clipCount, int capacity)
    : clipCount_(static_cast<std::size_t>(clipCount)),
      times_(static_cast<std::size_t>(capacity)),
      weights_(times_.size() * clipCount_),
      phases_(weights_.size()) {
  assert(capacity > 0);
}

void WeightHistory::add(double time, std::span<const float> weights, std::span<const float> phases) {
  assert(weights.size() == clipCount_ && (phases.empty() || phases.size() == clipCount_));
  const int capacity = static_cast<int>(times_.size());
  if (size_ > 0 && time < this->time(size_ - 1)) return;
  if (size_ > 0 && time == this->time(size_ - 1)) {
    next_ = (next_ + capacity - 1) % capacity;
    --size_;
  }
  nth(times_, next_) = time;
  std::copy(weights.begin(), weights.end(), weights_.begin() + static_cast<std::ptrdiff_t>(clipCount_) * next_);
  for (std::size_t i = 0; i < phases.size(); ++i)
    phases_[clipCount_ * static_cast<std::size_t>(next_) + i] =
        static_cast<std::uint16_t>(std::lround(std::clamp(phases[i], 0.0f, 1.0f) * kPhases));
  next_ = (next_ + 1) % capacity;
  size_ = std::min(size_ + 1, capacity);
}

int WeightHistory::rowAt(double time) const {
  int low = 0, high = size_;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (this->time(middle) < time)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

void WeightHistory::dropAfter(double time) {
  const int capacity = static_cast<int>(times_.size());
  for (; size_ > 0 && this->time(size_ - 1) > time; --size_) next_ = (next_ + capacity - 1) % capacity;
}

std::size_t WeightHistory::slot(int row) const {
  assert(row >= 0 && row < size_);
  const int capacity = static_cast<int>(times_.size());
  return static_cast<std::size_t>((next_ - size_ + row + capacity) % capacity);
}

void PlaybackEvents::add(int clip, const PlaybackEvent& event) {
  OfClip& events = nth(clips_, clip);
  const auto begin = events.latest.begin();
  const auto kept = std::find_if(begin, begin + events.count,
                                 [&event](const PlaybackEvent& before) { return before.mixerTime <= event.mixerTime; });
  events.count = static_cast<int>(begin + events.count - kept);
  std::move(kept, kept + events.count, begin);
  events.count = std::min(events.count, kKept - 1);
  std::move_backward(begin, begin + events.count, begin + events.count + 1);
  *begin = event;
  begin->number = added_++;
  ++events.count;
}

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

void PlaybackRecord::add(const crossfade::AnimationMixer& mixer, std::span<crossfade::AnimationAction* const> actions,
                         std::span<const SampleAction> samples) {
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const crossfade::AnimationAction& action = *actions[i];
    const double duration = action.duration();
    weightRow_[i] = action.isScheduled() ? static_cast<float>(action.getEffectiveWeight()) : 0.0f;
    phaseRow_[i] = duration > 0 ? static_cast<float>(action.time / duration) : 0;
  }
  for (const auto& [action, clip] : samples) {
    const float weight = action->isScheduled() ? static_cast<float>(action->getEffectiveWeight()) : 0.0f;
    const auto index = static_cast<std::size_t>(clip);
    if (weight > weightRow_[index] && action->duration() > 0)
      phaseRow_[index] = static_cast<float>(action->time / action->duration());
    weightRow_[index] += weight;
  }
  weights_.add(mixer.time(), weightRow_, phaseRow_);
  addEvents(mixer, actions, samples);
}

void PlaybackRecord::addEvents(const crossfade::AnimationMixer& mixer,
                               std::span<crossfade::AnimationAction* const> actions,
                               std::span<const SampleAction> samples) {
  const auto clipPlayedBy = [&](const crossfade::AnimationAction* action) {
    const auto sample = std::ranges::find(samples, action, &SampleAction::action);
    return sample == samples.end() ? clipOf(action, actions) : sample->clip;
  };
  for (const crossfade::MixerEvent& event : mixer.events())
    if (const int clip = clipPlayedBy(event.action);
        clip >= 0 && (!event.action->blendSpace() || event.action->getEffectiveWeight() > 0))
      events_.add(
          clip,
          {.kind = event.kind, .mixerTime = event.time, .loopDelta = event.loopDelta, .direction = event.direction});
  for (const crossfade::PassedEvent& event : mixer.passedEvents())
    if (const int clip = clipPlayedBy(event.action); clip >= 0)
      passed_.add({.clip = clip,
                   .index = event.index,
                   .pass = event.pass,
                   .direction = event.direction,
                   .isCut = event.isCut,
                   .mixerTime = event.time,
                   .weight = event.weight});
}

}  // namespace app
