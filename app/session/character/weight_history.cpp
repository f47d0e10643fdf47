#include "app/session/character/weight_history.h"

#include <algorithm>
#include <cassert>
#include <cmath>

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
  times_[static_cast<std::size_t>(next_)] = time;
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

}  // namespace app
