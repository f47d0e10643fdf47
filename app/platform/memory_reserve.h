// Memory that is set aside for the case that there is none left.
#ifndef APP_PLATFORM_MEMORY_RESERVE_H
#define APP_PLATFORM_MEMORY_RESERVE_H

#include <cstddef>

namespace app {

/// While it lives, `new` on the thread that constructed it fails in two steps. At first, half of the reserve is freed
/// and the allocation repeated: whatever is running comes to its end, destructors that need memory included. If that
/// half is used up as well, the other one is freed, so that there is memory to clean up with, and std::bad_alloc is
/// thrown. On other threads `new` fails at once. Only one reserve may exist at a time.
class MemoryReserve {
 public:
  explicit MemoryReserve(std::size_t bytes);
  ~MemoryReserve();
  MemoryReserve(const MemoryReserve&) = delete;
  MemoryReserve& operator=(const MemoryReserve&) = delete;

  /// Sets aside again what was freed, as far as there is memory. Call it where nothing is running, such as between
  /// frames. False: the second half was needed and cannot be replaced, so it is time to end.
  bool refill();
  /// Frees all of it.
  void release();
};

}  // namespace app

#endif  // APP_PLATFORM_MEMORY_RESERVE_H
