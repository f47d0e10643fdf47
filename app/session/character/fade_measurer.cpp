#include "app/session/character/fade_measurer.h"

#include <algorithm>
#include <utility>

namespace app {

bool FadeMeasurer::ask(int lane, const MeasuredFade& fade) {
  {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return false;
    Lane& to = lanes_[static_cast<std::size_t>(lane)];
    to.asked = fade;
    to.found.reset();
    ++to.request;
  }
  thread_.wake();
  return true;
}

std::optional<FadeFigures> FadeMeasurer::take(int lane) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return std::nullopt;
  return std::exchange(lanes_[static_cast<std::size_t>(lane)].found, std::nullopt);
}

void FadeMeasurer::forget() {
  const std::scoped_lock lock(mutex_);  // never held for long
  for (Lane& lane : lanes_) {
    lane.asked.reset();
    lane.found.reset();
    ++lane.request;
  }
}

void FadeMeasurer::finish() {
  std::unique_lock lock(mutex_);
  finished_.wait(lock, [this] {
    return !busy_ && std::ranges::none_of(lanes_, [](const Lane& lane) { return lane.asked.has_value(); });
  });
}

/// Measures one fade; false: there is none.
bool FadeMeasurer::step() {
  std::unique_lock lock(mutex_);
  const auto next = std::ranges::find_if(lanes_, [](const Lane& lane) { return lane.asked.has_value(); });
  if (next == lanes_.end()) return false;
  const MeasuredFade fade = *std::exchange(next->asked, std::nullopt);
  const std::uint64_t request = next->request;
  busy_ = true;
  lock.unlock();
  const FadeFigures figures = measure(fade);
  lock.lock();
  busy_ = false;
  if (next->request == request) next->found = figures;
  finished_.notify_all();
  return true;
}

FadeFigures FadeMeasurer::measure(const MeasuredFade& fade) {
  if (!meter_ || !meter_->covers(fade.how.from) || !meter_->covers(fade.how.to))
    meter_.emplace(model_, std::vector{fade.how.from, fade.how.to});
  return meter_->measure(fade.how, fade.curve, fade.mask ? &*fade.mask : nullptr, fade.fromTime, fade.toTime);
}

}  // namespace app
