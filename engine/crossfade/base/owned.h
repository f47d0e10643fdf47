// An object on the heap with one owner. std::unique_ptr does the same, but <memory> is half of what a header with one
// costs to compile.
#ifndef CROSSFADE_BASE_OWNED_H
#define CROSSFADE_BASE_OWNED_H

#include <cstddef>
#include <utility>

namespace crossfade {

/// Move-only; empty by default. T may be incomplete where the owner is only declared.
template <class T>
class Owned {
 public:
  Owned() = default;
  explicit Owned(T* object) : object_(object) {}
  Owned(Owned&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(object_, other.object_);  // the other one destroys what was here
    return *this;
  }
  ~Owned() { delete object_; }

  T* get() const { return object_; }
  T* operator->() const { return object_; }
  T& operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }
  friend bool operator==(const Owned& owned, std::nullptr_t) { return owned.object_ == nullptr; }
  void reset() { delete std::exchange(object_, nullptr); }

 private:
  T* object_ = nullptr;
};

/// Of an array.
template <class T>
class Owned<T[]> {
 public:
  Owned() = default;
  explicit Owned(T* first) : first_(first) {}
  Owned(Owned&& other) noexcept : first_(std::exchange(other.first_, nullptr)) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(first_, other.first_);
    return *this;
  }
  ~Owned() { delete[] first_; }

  T* get() const { return first_; }
  explicit operator bool() const { return first_ != nullptr; }

 private:
  T* first_ = nullptr;
};

template <class T, class... Arguments>
Owned<T> makeOwned(Arguments&&... arguments) {
  return Owned<T>(new T(std::forward<Arguments>(arguments)...));
}

}  // namespace crossfade

#endif  // CROSSFADE_BASE_OWNED_H
