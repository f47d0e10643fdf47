// A vector whose first element begins a cache line, for data that is loaded in whole SIMD registers.
#ifndef CROSSFADE_BASE_ALIGNED_VECTOR_H
#define CROSSFADE_BASE_ALIGNED_VECTOR_H

#include <cstddef>
#include <new>
#include <vector>

namespace crossfade {

template <class T>
struct CacheLineAllocator {
  using value_type = T;
  static constexpr std::align_val_t kLine{64};

  CacheLineAllocator() = default;
  template <class Other>
  CacheLineAllocator(const CacheLineAllocator<Other>&) {}

  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), kLine)); }
  void deallocate(T* memory, std::size_t) { ::operator delete(memory, kLine); }
  friend bool operator==(CacheLineAllocator, CacheLineAllocator) { return true; }
};

template <class T>
using AlignedVector = std::vector<T, CacheLineAllocator<T>>;

}  // namespace crossfade

#endif  // CROSSFADE_BASE_ALIGNED_VECTOR_H
