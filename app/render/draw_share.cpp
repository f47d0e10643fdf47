#include "app/render/draw_share.h"

#include <algorithm>

namespace app {

DrawShare::Run DrawShare::take(int steps, std::int64_t cost) {
  const std::int64_t skipped = std::min<std::int64_t>(skip_, steps);
  skip_ -= skipped;
  const std::int64_t wanted = steps - skipped;
  if (wanted == 0 || isFull_) return {.first = static_cast<int>(skipped)};
  const std::int64_t fitting = cost > 0 ? std::max(left_, std::int64_t{0}) / cost : wanted;
  const std::int64_t taken = std::min(wanted, std::max(fitting, std::int64_t{isEmpty_}));
  isFull_ = taken < wanted;
  isEmpty_ = isEmpty_ && taken == 0;
  left_ -= taken * cost;
  end_ += taken;
  return {.first = static_cast<int>(skipped), .count = static_cast<int>(taken)};
}

}  // namespace app
