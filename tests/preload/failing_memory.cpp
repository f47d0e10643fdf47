// Preloaded into a program: the first `new` of its main thread after a SIGUSR2 fails.
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<bool> failsNext = false;

[[maybe_unused]] const auto handler = ::signal(SIGUSR2, [](int) { failsNext = true; });

}  // namespace

void* operator new(std::size_t size) {
  if (failsNext && ::gettid() == ::getpid() && failsNext.exchange(false)) throw std::bad_alloc();
  void* const memory = std::malloc(size != 0 ? size : 1);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void* operator new[](std::size_t size) { return operator new(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
