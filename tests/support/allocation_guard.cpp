#include "tests/support/allocation_guard.h"

#include <atomic>
#include <cstdlib>
#include <limits>
#include <new>

#ifdef __APPLE__
#include <malloc/malloc.h>
#else
#include <malloc.h>
#endif

namespace {

thread_local long allocations = 0;
thread_local long bytes = 0;
std::atomic<std::size_t> largest = std::numeric_limits<std::size_t>::max();  // bytes; more than that fails
thread_local long untilFailure = 0;                                          // 0: none is to fail; -1: it did

long sizeOf(void* memory) {
#ifdef __APPLE__
  return static_cast<long>(malloc_size(memory));
#else
  return static_cast<long>(malloc_usable_size(memory));
#endif
}

void* counted(void* memory) {
  if (!memory) throw std::bad_alloc();
  ++allocations;
  bytes += sizeOf(memory);
  return memory;
}

void release(void* memory) {
  if (!memory) return;
  bytes -= sizeOf(memory);
  std::free(memory);
}

/// Whether this one is to fail.
bool fails(std::size_t size) {
  if (size > largest) return true;
  if (untilFailure <= 0) return false;
  if (--untilFailure > 0) return false;
  untilFailure = -1;
  return true;
}

/// What `new` does when there is no memory: calls the handler, which may free some or throw.
void callNewHandler() {
  const std::new_handler handler = std::get_new_handler();
  if (!handler) throw std::bad_alloc();
  handler();
}

void* allocate(std::size_t size) {
  if (fails(size)) callNewHandler();
  return counted(std::malloc(size != 0 ? size : 1));
}

void* allocateOrNull(std::size_t size) noexcept {
  try {
    return allocate(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void* allocate(std::size_t size, std::align_val_t alignment) {
  if (fails(size)) callNewHandler();
  const auto step = static_cast<std::size_t>(alignment);
  return counted(std::aligned_alloc(step, (size + step - 1) / step * step));  // C11 wants a multiple of the alignment
}

}  // namespace

// All forms, because a sanitizer's library would supply the missing ones.
void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocateOrNull(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return allocateOrNull(size); }
void* operator new(std::size_t size, std::align_val_t alignment) { return allocate(size, alignment); }
void* operator new[](std::size_t size, std::align_val_t alignment) { return allocate(size, alignment); }
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { release(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { release(memory); }

namespace test {

AllocationGuard::AllocationGuard() : before_(allocations), bytesBefore_(bytes) {}
long AllocationGuard::count() const { return allocations - before_; }
long AllocationGuard::bytesRetained() const { return bytes - bytesBefore_; }

FailingAllocation::FailingAllocation(long index) { untilFailure = index; }
FailingAllocation::~FailingAllocation() { untilFailure = 0; }
bool FailingAllocation::happened() const { return untilFailure < 0; }

NoLargeAllocations::NoLargeAllocations(std::size_t bytes) { largest = bytes; }
NoLargeAllocations::~NoLargeAllocations() { largest = std::numeric_limits<std::size_t>::max(); }

}  // namespace test
