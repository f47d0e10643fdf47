// Memory that is set aside for when the program runs out.
#pragma once

#include <cstddef>

namespace app {

/// While it exists, `new` on the thread that constructed it runs out of memory in two steps. First, half of the reserve
/// is freed and the allocation is tried again, so that whatever is running can finish, including destructors that
/// allocate. If that half is used up as well, the other one is freed for cleaning up, and std::bad_alloc is thrown. On
/// other threads std::bad_alloc is thrown right away. Only one reserve may exist at a time.
class MemoryReserve {
 public:
  explicit MemoryReserve(std::size_t bytes);
  ~MemoryReserve();
  MemoryReserve(const MemoryReserve&) = delete;
  MemoryReserve& operator=(const MemoryReserve&) = delete;

  /// Allocates again what was freed, as far as there is memory. Call it when nothing else is running, such as between
  /// frames. Returns false if the second half was needed and cannot be replaced: it is time to save and exit.
  bool refill();
  /// Frees all of it.
  void release();
};

}  // namespace app
