// Indices as the program counts, in int, and enumerators, into lists as the standard library counts.
#pragma once

#include <cstddef>
#include <utility>

namespace app {

/// The element at that index, which must exist: of an int that counts clips, rows or joints, or of an enumerator.
template <class List, class Index>
constexpr decltype(auto) nth(List&& list, Index index) {
  return std::forward<List>(list)[static_cast<std::size_t>(index)];
}

}  // namespace app
