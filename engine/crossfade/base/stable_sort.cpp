#include "crossfade/base/stable_sort.h"

#include <numeric>

namespace crossfade::detail {

std::vector<std::size_t> sortedIndices(std::size_t count, bool (*isBefore)(const void* items, std::size_t, std::size_t),
                                       const void* items) {
  std::vector<std::size_t> indices(count), merged(count);
  std::iota(indices.begin(), indices.end(), std::size_t{0});
  for (std::size_t width = 1; width < count; width *= 2) {
    for (std::size_t begin = 0; begin < count; begin += 2 * width) {
      const std::size_t middle = std::min(begin + width, count), end = std::min(middle + width, count);
      std::merge(&indices[begin], indices.data() + middle, indices.data() + middle, indices.data() + end,
                 &merged[begin], [=](std::size_t a, std::size_t b) { return isBefore(items, a, b); });
    }
    indices.swap(merged);
  }
  return indices;
}

}  // namespace crossfade::detail
