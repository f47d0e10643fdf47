// Counts what a piece of code allocates and retains, to prove that a frame allocates nothing and that nothing grows.
#ifndef TESTS_SUPPORT_ALLOCATION_GUARD_H
#define TESTS_SUPPORT_ALLOCATION_GUARD_H

#include <cstddef>

namespace test {

/// Compilers may leave out a `new` whose memory nobody uses.
template <class T>
void use(const T& value) {
  asm volatile("" : : "r"(&value) : "memory");
}

/// Counts every `new` on the thread that constructed it, from then on:
///
///     const AllocationGuard guard;
///     mixer.update(1.0 / 60);
///     EXPECT_EQ(guard.count(), 0);
class AllocationGuard {
 public:
  AllocationGuard();
  long count() const;
  /// Bytes this thread has allocated since then and not freed; negative if it freed more.
  long bytesRetained() const;

 private:
  long before_;
  long bytesBefore_;
};

/// While it lives, one `new` of this thread finds no memory: the `index`-th from now on, counted from 1. It throws
/// std::bad_alloc unless the handler of `new` returns.
class FailingAllocation {
 public:
  explicit FailingAllocation(long index);
  ~FailingAllocation();
  FailingAllocation(const FailingAllocation&) = delete;
  FailingAllocation& operator=(const FailingAllocation&) = delete;

  /// Whether there were that many.
  bool happened() const;
};

/// While it lives, each `new` of more than `bytes` fails, on any thread. Only one may exist at a time.
class NoLargeAllocations {
 public:
  explicit NoLargeAllocations(std::size_t bytes);
  ~NoLargeAllocations();
  NoLargeAllocations(const NoLargeAllocations&) = delete;
  NoLargeAllocations& operator=(const NoLargeAllocations&) = delete;
};

}  // namespace test

#endif  // TESTS_SUPPORT_ALLOCATION_GUARD_H
