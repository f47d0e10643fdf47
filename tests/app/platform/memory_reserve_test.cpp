#include "app/platform/memory_reserve.h"

#include <gtest/gtest.h>

#include <memory>
#include <new>
#include <thread>

#include "tests/support/allocation_guard.h"

namespace app {
namespace {

constexpr std::size_t kBytes = 1 << 20;

/// Whether the next `new` succeeds although there is no memory.
bool survivesWithoutMemory() {
  const ::test::FailingAllocation failing(1);
  try {
    const auto value = std::make_unique<int>(1);
    ::test::use(value);
    EXPECT_TRUE(failing.happened());
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

TEST(MemoryReserve, HelpsOnceAndThenLeavesMemoryToCleanUpWith) {
  const ::test::AllocationGuard guard;
  {
    MemoryReserve reserve(kBytes);
    EXPECT_GE(guard.bytesRetained(), static_cast<long>(kBytes));
    EXPECT_TRUE(survivesWithoutMemory());
    EXPECT_NEAR(static_cast<double>(guard.bytesRetained()), kBytes / 2.0, 4096);
    EXPECT_FALSE(survivesWithoutMemory());
    EXPECT_LT(guard.bytesRetained(), 4096) << "all of it is free";
    EXPECT_FALSE(survivesWithoutMemory());
  }
  EXPECT_FALSE(survivesWithoutMemory()) << "it is gone";
}

TEST(MemoryReserve, IsRefilled) {
  MemoryReserve reserve(kBytes);
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(reserve.refill());
    EXPECT_TRUE(survivesWithoutMemory()) << i;
  }
  EXPECT_FALSE(survivesWithoutMemory());
  EXPECT_TRUE(reserve.refill());
  EXPECT_TRUE(survivesWithoutMemory());
}

TEST(MemoryReserve, SaysWhetherItsLastHalfCanBeReplaced) {
  MemoryReserve reserve(kBytes);
  const auto refillWithout = [&](long allocation) {
    const ::test::FailingAllocation failing(allocation);
    return reserve.refill();
  };
  EXPECT_TRUE(survivesWithoutMemory());
  EXPECT_TRUE(refillWithout(1)) << "the last half is still there";
  EXPECT_FALSE(survivesWithoutMemory());
  EXPECT_FALSE(refillWithout(1));
  EXPECT_TRUE(refillWithout(2)) << "enough for the last half";
  EXPECT_FALSE(survivesWithoutMemory());
  EXPECT_TRUE(reserve.refill());
  reserve.release();
  EXPECT_FALSE(survivesWithoutMemory());
}

TEST(MemoryReserve, IsForItsThreadOnly) {
  MemoryReserve reserve(kBytes);
  bool survived = true;
  std::thread([&] { survived = survivesWithoutMemory(); }).join();
  EXPECT_FALSE(survived);
  EXPECT_TRUE(survivesWithoutMemory()) << "nothing was taken from it";
}

}  // namespace
}  // namespace app
