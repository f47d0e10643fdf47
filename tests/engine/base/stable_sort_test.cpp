#include "crossfade/base/stable_sort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/allocation_guard.h"

namespace crossfade {
namespace {

using Named = std::pair<double, std::string>;

constexpr auto kEarlier = [](const Named& a, const Named& b) { return a.first < b.first; };

TEST(StableSort, EqualsStayInTheirOrder) {
  std::mt19937 random(1);
  for (std::size_t size = 0; size < 70; ++size) {
    std::vector<Named> items;
    for (std::size_t i = 0; i < size; ++i) items.emplace_back(random() % 9, "item " + std::to_string(i));
    std::vector<Named> wanted = items;
    std::stable_sort(wanted.begin(), wanted.end(), kEarlier);
    stableSort(items, kEarlier);
    EXPECT_EQ(items, wanted);
  }
}

TEST(StableSort, OfItemsInOrderAllocatesNothing) {
  std::vector<Named> items{{0, "a"}, {1, "b"}, {1, "c"}};
  const ::test::AllocationGuard guard;
  stableSort(items, kEarlier);
  EXPECT_EQ(guard.count(), 0);
}

TEST(StableSort, KeepsEveryItemWhereTimesAreNotNumbers) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<Named> items{{2, "a"}, {nan, "b"}, {1, "c"}, {nan, "d"}, {0, "e"}};
  stableSort(items, kEarlier);
  std::string names;
  for (const Named& item : items) names += item.second;
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, "abcde");
}

}  // namespace
}  // namespace crossfade
