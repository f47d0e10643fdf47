#include "crossfade/base/id_map.h"

#include <gtest/gtest.h>

#include <string>

namespace crossfade {
namespace {

TEST(IdMap, FindsTheLastValueOfAnId) {
  IdSet<int> numbers;
  const auto one = numbers.add(1), two = numbers.add(2);
  IdMap<int, std::string> names;
  EXPECT_EQ(names.find(one), nullptr);
  names.set(one, "one");
  names.set(two, "two");
  names.set(one, "uno");
  ASSERT_NE(names.find(one), nullptr);
  EXPECT_EQ(*names.find(one), "uno");
  EXPECT_EQ(*names.find(two), "two");
  names.remove(one);
  EXPECT_EQ(names.find(one), nullptr);
}

TEST(IdMap, KnowsNoIdThatTookTheSameSlotAndNoneThatRefersToNothing) {
  IdSet<int> numbers;
  const auto first = numbers.add(1);
  IdMap<int, std::string> names;
  names.set(first, "first");
  numbers.remove(first);
  const auto next = numbers.add(2);
  ASSERT_EQ(next.index, first.index);
  EXPECT_EQ(names.find(next), nullptr);
  names.removeIf([&](Id<int> id) { return !numbers.find(id); });
  EXPECT_EQ(names.find(first), nullptr);
  names.set({}, "none");
  EXPECT_EQ(names.find({}), nullptr);
}

}  // namespace
}  // namespace crossfade
