// Counts what a piece of code allocates: the proof that a frame allocates nothing.
#pragma once

namespace test {

/// Counts every `new` of the thread that made it, from then on:
///
///     const AllocationGuard guard;
///     mixer.update(1.0 / 60);
///     EXPECT_EQ(guard.count(), 0);
class AllocationGuard {
 public:
  AllocationGuard();
  long count() const;

 private:
  long before_;
};

}  // namespace test
