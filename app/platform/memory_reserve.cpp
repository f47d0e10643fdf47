#include "app/platform/memory_reserve.h"

#include <cassert>
#include <memory>
#include <new>
#include <thread>

namespace app {
namespace {

using Memory = std::unique_ptr<char[]>;

/// The state of the only reserve. Global, because a new-handler takes no arguments; used by the reserve's thread only.
struct {
  Memory first, last;
  std::size_t halfBytes = 0;
  std::thread::id thread;
  std::new_handler handlerBefore = nullptr;
} reserve;

void freeSome() {
  if (std::this_thread::get_id() != reserve.thread) throw std::bad_alloc();
  if (reserve.first) {
    reserve.first.reset();
    return;
  }
  reserve.last.reset();
  throw std::bad_alloc();
}

void setAside(Memory& half) {
  if (!half) half.reset(new (std::nothrow) char[reserve.halfBytes]);
}

}  // namespace

MemoryReserve::MemoryReserve(std::size_t bytes) {
  assert(reserve.halfBytes == 0);
  reserve.halfBytes = bytes / 2;
  reserve.thread = std::this_thread::get_id();
  setAside(reserve.last);
  setAside(reserve.first);
  reserve.handlerBefore = std::set_new_handler(freeSome);
}

MemoryReserve::~MemoryReserve() {
  std::set_new_handler(reserve.handlerBefore);
  release();
  reserve.halfBytes = 0;
}

bool MemoryReserve::refill() {
  if (reserve.first && reserve.last) return true;
  std::set_new_handler(reserve.handlerBefore);  // else it would free one half for the other
  setAside(reserve.last);
  if (reserve.last) setAside(reserve.first);
  std::set_new_handler(freeSome);
  return reserve.last != nullptr;
}

void MemoryReserve::release() {
  reserve.first.reset();
  reserve.last.reset();
}

}  // namespace app
