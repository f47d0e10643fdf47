// Values known by id. An id is an index with a generation, so it never names a value that came later.
#ifndef CROSSFADE_BASE_ID_SET_H
#define CROSSFADE_BASE_ID_SET_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "crossfade/base/assert.h"
#include "crossfade/base/owned.h"

namespace crossfade {

/// Refers to one value of one IdSet; the default refers to none.
template <class T>
struct Id {
  std::int32_t index = -1;
  std::uint32_t generation = 0;

  constexpr explicit operator bool() const { return index >= 0; }
  friend constexpr bool operator==(const Id&, const Id&) = default;
};

/// Owns its values; each stays at one address from add() to remove(). An id whose value was removed finds nothing, even
/// after another value took its slot. A copy of a set holds copies of the values under the same ids.
template <class T>
class IdSet {
 public:
  using Value = std::remove_const_t<T>;
  using ValueId = Id<Value>;

  IdSet() = default;
  explicit IdSet(std::vector<Value> values) {
    for (Value& value : values) add(std::move(value));
  }
  IdSet(const IdSet& other) : order_(other.order_), free_(other.free_) {
    slots_.reserve(other.slots_.size());
    for (const Slot& slot : other.slots_)
      slots_.push_back({slot.value ? makeOwned<T>(*slot.value) : Owned<T>(), slot.generation});
  }
  IdSet(IdSet&&) noexcept = default;
  IdSet& operator=(IdSet other) noexcept {
    slots_.swap(other.slots_);
    order_.swap(other.order_);
    free_.swap(other.free_);
    return *this;
  }
  ~IdSet() = default;

  /// Throws std::bad_alloc if there is not enough memory; the set then finds and lists what it did before.
  ValueId add(Value value) {
    auto owned = makeOwned<T>(std::move(value));
    if (order_.size() == order_.capacity()) order_.reserve(2 * order_.size() + 1);
    if (free_.empty()) {
      slots_.emplace_back();  // first: without an index in `free_` the slot is merely unused
      free_.push_back(static_cast<std::int32_t>(slots_.size()) - 1);
    }
    const std::int32_t index = free_.back();
    free_.pop_back();
    Slot& slot = slots_[static_cast<std::size_t>(index)];
    slot.value = std::move(owned);
    return order_.emplace_back(ValueId{.index = index, .generation = slot.generation});
  }
  /// Does nothing when the value is gone already.
  void remove(ValueId id) {
    if (!find(id)) return;
    Slot& slot = slots_[static_cast<std::size_t>(id.index)];
    slot.value.reset();
    ++slot.generation;
    free_.push_back(id.index);
    std::erase(order_, id);
  }

  /// nullptr when the value is gone, or was never there. O(1).
  const T* find(ValueId id) const {
    const auto index = static_cast<std::size_t>(id.index);
    return index < slots_.size() && slots_[index].generation == id.generation ? slots_[index].value.get() : nullptr;
  }
  T* find(ValueId id) { return const_cast<T*>(std::as_const(*this).find(id)); }

  /// For ids that you know to be there: where find() returns nullptr this prints a sentence and aborts, in every build.
  const T& operator[](ValueId id) const {
    const T* const value = find(id);
    if (!value) abortWith("IdSet: there is no value with this id; find() tells");
    return *value;
  }

  // All values, in the order in which they were added.
  std::size_t size() const { return order_.size(); }
  bool empty() const { return order_.empty(); }
  std::span<const ValueId> ids() const { return order_; }
  /// By position, below size(): any other prints a sentence and aborts, in every build.
  const T& operator[](std::size_t position) const {
    if (position >= order_.size()) abortWith("IdSet: there is no value at this position");
    return (*this)[order_[position]];
  }

  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;  // <vector> brings it; <iterator> is a large header
    using value_type = Value;
    using difference_type = std::ptrdiff_t;
    using pointer = const T*;
    using reference = const T&;

    Iterator() = default;
    Iterator(const IdSet& set, std::size_t position) : set_(&set), position_(position) {}
    reference operator*() const { return (*set_)[position_]; }
    pointer operator->() const { return &**this; }
    Iterator& operator++() {
      ++position_;
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++position_;
      return before;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    const IdSet* set_ = nullptr;
    std::size_t position_ = 0;
  };
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size()}; }

 private:
  struct Slot {
    Owned<T> value;
    std::uint32_t generation = 0;
  };

  std::vector<Slot> slots_;
  std::vector<ValueId> order_;
  std::vector<std::int32_t> free_;  // empty slots
};

}  // namespace crossfade

#endif  // CROSSFADE_BASE_ID_SET_H
