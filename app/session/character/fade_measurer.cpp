#include "app/session/character/fade_measurer.h"

#include <algorithm>
#include <utility>

namespace app {
namespace {

constexpr int kLanes = kMaxVariants;

}  // namespace

bool FadeMeasurer::ask(int lane, const MeasuredFade& fade, std::int64_t request) {
  {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return false;
    at(lane).asked = fade;
    at(lane).request = request;
  }
  thread_.wake();
  return true;
}

std::optional<Measurement> FadeMeasurer::take(int lane) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return std::nullopt;
  return std::exchange(at(lane).found, std::nullopt);
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
  Lane* next = nullptr;
  for (int i = 0; i < kLanes && next == nullptr; ++i) {
    last_ = (last_ + 1) % kLanes;
    if (at(last_).asked) next = &at(last_);
  }
  if (next == nullptr) return false;
  const MeasuredFade fade = *std::exchange(next->asked, std::nullopt);
  const std::int64_t request = next->request;
  busy_ = true;
  lock.unlock();
  const FadeFigures figures = measure(fade);
  lock.lock();
  busy_ = false;
  next->found = {.figures = figures, .request = request};
  finished_.notify_all();
  return true;
}

FadeFigures FadeMeasurer::measure(const MeasuredFade& fade) {
  if (!meter_ || !meter_->covers(fade.how.from) || !meter_->covers(fade.how.to))
    meter_.emplace(model_, body_, std::vector{fade.how.from, fade.how.to});
  return meter_->measure(fade.how, fade.curve, fade.mask ? &*fade.mask : nullptr, fade.fromTime, fade.toTime,
                         fade.feet);
}

}  // namespace app
