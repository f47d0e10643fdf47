// Counts what a piece of code allocates and what it keeps: the proof that a frame allocates nothing, and that nothing
// grows.
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
  /// Bytes that this thread took since then and has not given back; negative when it gave back more.
  long bytesRetained() const;

 private:
  long before_;
  long bytesBefore_;
};

}  // namespace test
