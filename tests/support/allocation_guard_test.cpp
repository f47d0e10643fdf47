#include "tests/support/allocation_guard.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace test {
namespace {

TEST(AllocationGuard, SeesEveryKindOfNew) {
  struct alignas(64) Wide {
    float values[16] = {};
  };
  const AllocationGuard guard;
  EXPECT_EQ(guard.count(), 0);
  std::vector<int> array(100);
  EXPECT_EQ(guard.count(), 1);
  const auto one = std::make_unique<int>(3);
  EXPECT_EQ(guard.count(), 2);
  const auto wide = std::make_unique<Wide>();
  EXPECT_EQ(guard.count(), 3);
  const std::unique_ptr<char[]> quiet(new (std::nothrow) char[10]);
  EXPECT_EQ(guard.count(), 4);
}

TEST(AllocationGuard, SeesNothingInArithmeticAndInReuse) {
  std::vector<int> numbers(100);
  const AllocationGuard guard;
  numbers.clear();
  for (int i = 0; i < 100; ++i) numbers.push_back(i);
  EXPECT_EQ(guard.count(), 0);
}

TEST(AllocationGuard, CountsItsOwnThreadOnly) {
  std::vector<int> fromThere;
  std::thread worker;
  const AllocationGuard guard;
  worker = std::thread([&fromThere] { fromThere.resize(1000); });
  const long here = guard.count();
  worker.join();
  EXPECT_EQ(guard.count(), here);
}

}  // namespace
}  // namespace test
