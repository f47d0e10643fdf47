#include "app/profile/frame_statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace app {

Summary summarize(std::span<double> scratch) {
  if (scratch.empty()) return {};
  std::sort(scratch.begin(), scratch.end());
  const double count = static_cast<double>(scratch.size());
  const auto rank = [&](double fraction) {
    const auto index = static_cast<std::size_t>(std::max(0.0, std::ceil(fraction * count) - 1));
    return scratch[std::min(index, scratch.size() - 1)];
  };
  return {.mean = std::accumulate(scratch.begin(), scratch.end(), 0.0) / count,
          .p50 = rank(0.50),
          .p95 = rank(0.95),
          .p99 = rank(0.99),
          .max = scratch.back(),
          .count = static_cast<int>(scratch.size())};
}

ValueHistory::ValueHistory(int capacity)
    : values_(static_cast<std::size_t>(capacity)), scratch_(static_cast<std::size_t>(capacity)) {
  assert(capacity > 0);
}

void ValueHistory::add(double value) {
  values_[static_cast<std::size_t>(next_)] = value;
  next_ = (next_ + 1) % capacity();
  size_ = std::min(size_ + 1, capacity());
}

double ValueHistory::operator[](int index) const {
  assert(index >= 0 && index < size_);
  return values_[static_cast<std::size_t>((next_ - size_ + index + capacity()) % capacity())];
}

Summary ValueHistory::summary() const {
  for (int i = 0; i < size_; ++i) scratch_[static_cast<std::size_t>(i)] = (*this)[i];
  return summarize(std::span(scratch_).first(static_cast<std::size_t>(size_)));
}

}  // namespace app
