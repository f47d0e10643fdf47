#include "tests/support/allocation_guard.h"

#include <gtest/gtest.h>

#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

namespace test {
namespace {

TEST(AllocationGuard, CountsEveryKindOfNew) {
  struct alignas(64) Wide {
    float values[16] = {};
  };
  const AllocationGuard guard;
  EXPECT_EQ(guard.count(), 0);
  std::vector<int> array(100);
  use(array);
  EXPECT_EQ(guard.count(), 1);
  const auto one = std::make_unique<int>(3);
  use(one);
  EXPECT_EQ(guard.count(), 2);
  const auto wide = std::make_unique<Wide>();
  use(wide);
  EXPECT_EQ(guard.count(), 3);
  const std::unique_ptr<char[]> quiet(new (std::nothrow) char[10]);
  use(quiet);
  EXPECT_EQ(guard.count(), 4);
}

TEST(AllocationGuard, IgnoresArithmeticAndReusedMemory) {
  std::vector<int> values(100);
  const AllocationGuard guard;
  values.clear();
  for (int i = 0; i < 100; ++i) values.push_back(i);
  EXPECT_EQ(guard.count(), 0);
}

TEST(AllocationGuard, CountsRetainedBytes) {
  std::vector<int> values(10);
  const AllocationGuard guard;
  std::make_unique<double>(1.0).reset();
  EXPECT_EQ(guard.bytesRetained(), 0);
  values.resize(1000);
  EXPECT_GE(guard.bytesRetained(), static_cast<long>(990 * sizeof(int)));
  values = std::vector<int>();
  EXPECT_LT(guard.bytesRetained(), 0) << "memory from before was freed, too";
}

TEST(AllocationGuard, CountsItsOwnThreadOnly) {
  std::vector<int> otherThreads;
  std::thread worker;
  const AllocationGuard guard;
  worker = std::thread([&otherThreads] { otherThreads.resize(1000); });
  const long here = guard.count();
  worker.join();
  EXPECT_EQ(guard.count(), here);
}

TEST(AllocationGuard, LetsOneAllocationFail) {
  const auto allocate = [] { ::operator delete(::operator new(8)); };
  const FailingAllocation failing(2);
  EXPECT_NO_THROW(allocate());
  EXPECT_FALSE(failing.happened());
  EXPECT_THROW(allocate(), std::bad_alloc);
  EXPECT_TRUE(failing.happened());
  EXPECT_NO_THROW(allocate());
}

}  // namespace
}  // namespace test
