// std::stable_sort for what is sorted once, when something is made: a small part of its code for each type, and no
// allocation for items that are in order already, as those of files nearly always are.
#ifndef CROSSFADE_BASE_STABLE_SORT_H
#define CROSSFADE_BASE_STABLE_SORT_H

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "crossfade/base/export.h"

namespace crossfade {
namespace detail {

/// The indices 0 to `count` - 1, each after those that `isBefore` puts before it; of equals, the lower one first.
CROSSFADE_API std::vector<std::size_t> sortedIndices(std::size_t count,
                                                     bool (*isBefore)(const void* items, std::size_t, std::size_t),
                                                     const void* items);

}  // namespace detail

/// Sorts `items`; equals stay in their order. `Less` is a type without state, such as a lambda that captures nothing.
template <class Item, class Less>
void stableSort(std::vector<Item>& items, Less less) {
  static_assert(std::is_empty_v<Less>);
  if (std::is_sorted(items.begin(), items.end(), less)) return;
  const auto isBefore = [](const void* all, std::size_t a, std::size_t b) {
    const Item* const at = static_cast<const Item*>(all);
    return Less()(at[a], at[b]);
  };
  std::vector<Item> sorted;
  sorted.reserve(items.size());
  for (const std::size_t index : detail::sortedIndices(items.size(), isBefore, items.data()))
    sorted.push_back(std::move(items[index]));
  items = std::move(sorted);
}

}  // namespace crossfade

#endif  // CROSSFADE_BASE_STABLE_SORT_H
