#include "app/session/character/travel_path.h"

#include <algorithm>

namespace app {
const TravelPath::Point& TravelPath::at(int point) const {
  return ring_[static_cast<std::size_t>((next_ - size_ + point + kPoints) % kPoints)];
}

/// The latest point is always now; it stays where it is once the one before is old enough. An earlier time is a replay
/// and adds nothing.
void TravelPath::add(double time, const glm::dvec3& position) {
  if (ring_.empty()) ring_.resize(static_cast<std::size_t>(kPoints));
  if (size_ > 0 && time < this->time(size_ - 1)) return;
  const bool replaces =
      size_ > 1 && (time == this->time(size_ - 1) || this->time(size_ - 1) - this->time(size_ - 2) < 1.0 / kPerSecond);
  if (replaces) {
    next_ = (next_ + kPoints - 1) % kPoints;
    --size_;
  }
  ring_[static_cast<std::size_t>(next_)] = {.time = time, .position = position};
  next_ = (next_ + 1) % kPoints;
  size_ = std::min(size_ + 1, kPoints);
}

void TravelPath::dropAfter(double time) {
  for (; size_ > 0 && this->time(size_ - 1) > time; --size_) next_ = (next_ + kPoints - 1) % kPoints;
}

}  // namespace app
