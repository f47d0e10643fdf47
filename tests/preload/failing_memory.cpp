// Preloaded into a program: after a SIGUSR2 there is no memory left for `new` on its main thread. Large blocks that the
// program frees can be used again; small ones are lost, as if something else took them.
#include <malloc.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <limits>
#include <new>

namespace {

constexpr long kUnlimited = std::numeric_limits<long>::max();
constexpr long kLarge = 1 << 20;  // bytes

std::atomic<long> left = kUnlimited;  // bytes

[[maybe_unused]] const auto handler = ::signal(SIGUSR2, [](int) { left = 0; });

bool isLimited() { return left != kUnlimited && ::gettid() == ::getpid(); }

void release(void* memory) {
  if (memory == nullptr) return;
  const auto size = static_cast<long>(::malloc_usable_size(memory));
  if (size >= kLarge && isLimited()) left += size;
  std::free(memory);
}

void* allocate(std::size_t size) {
  while (isLimited() && left < static_cast<long>(size)) {
    const std::new_handler freeSome = std::get_new_handler();
    if (freeSome == nullptr) throw std::bad_alloc();
    freeSome();
  }
  if (isLimited()) left -= static_cast<long>(size);
  void* const memory = std::malloc(size != 0 ? size : 1);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  try {
    return allocate(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void* operator new[](std::size_t size, const std::nothrow_t& tag) noexcept { return operator new(size, tag); }
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { release(memory); }
