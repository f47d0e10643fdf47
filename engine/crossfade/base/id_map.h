// A small map from ids to values.
#ifndef CROSSFADE_BASE_ID_MAP_H
#define CROSSFADE_BASE_ID_MAP_H

#include <utility>
#include <vector>

#include "crossfade/base/id_set.h"

namespace crossfade {

/// For a few ids: finding one takes a look at each. Values move when others are added or removed.
template <class T, class Value>
class IdMap {
 public:
  /// Replaces an earlier value. An id that refers to nothing is ignored.
  void set(Id<T> id, Value value) {
    remove(id);
    if (id) entries_.emplace_back(id, std::move(value));
  }
  void remove(Id<T> id) {
    removeIf([id](Id<T> each) { return each == id; });
  }
  template <class IsRemoved>
  void removeIf(IsRemoved isRemoved) {
    std::erase_if(entries_, [&](const auto& entry) { return isRemoved(entry.first); });
  }
  /// nullptr: none.
  const Value* find(Id<T> id) const {
    for (const auto& entry : entries_)
      if (entry.first == id) return &entry.second;
    return nullptr;
  }

 private:
  std::vector<std::pair<Id<T>, Value>> entries_;
};

}  // namespace crossfade

#endif  // CROSSFADE_BASE_ID_MAP_H
