#include "crossfade/base/id_set.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstddef>
#include <new>
#include <utility>
#include <vector>

#include "tests/support/allocation_guard.h"

namespace crossfade {
namespace {

/// What a set must hold, in plain lists.
struct Expected {
  std::vector<std::pair<Id<int>, int>> values;  // in the order in which they were added
  std::vector<Id<int>> removed;
};

void check(const IdSet<int>& set, const Expected& expected) {
  RC_ASSERT(set.size() == expected.values.size());
  RC_ASSERT(set.empty() == expected.values.empty());
  std::size_t position = 0;
  for (const int& value : set) {
    const auto& [id, known] = expected.values[position];
    RC_ASSERT(value == known);
    RC_ASSERT(set.ids()[position] == id);
    RC_ASSERT(set.find(id) == &value);
    RC_ASSERT(&set[position] == &value);
    ++position;
  }
  RC_ASSERT(position == expected.values.size());
  for (const Id<int> id : expected.removed) RC_ASSERT(set.find(id) == nullptr);
}

RC_GTEST_PROP(IdSetProperty, MatchesAPlainListHoweverItIsChangedCopiedAndMoved, ()) {
  IdSet<int> sets[2];
  Expected expected[2];
  for (int step = 0; step < 60; ++step) {
    const auto one = static_cast<std::size_t>(*rc::gen::inRange(0, 2)), other = 1 - one;
    Expected& known = expected[one];
    switch (*rc::gen::inRange(0, 9)) {
      case 0:
      case 1:
      case 2:
      case 3:
        known.values.emplace_back(sets[one].add(step), step);
        break;
      case 4:
      case 5:
        if (known.values.empty()) break;
        {
          const auto which = static_cast<std::ptrdiff_t>(*rc::gen::inRange<std::size_t>(0, known.values.size()));
          const Id<int> id = known.values[static_cast<std::size_t>(which)].first;
          sets[one].remove(id);
          sets[one].remove(id);  // a second time does nothing
          known.removed.push_back(id);
          known.values.erase(known.values.begin() + which);
        }
        break;
      case 6:
        sets[one] = sets[other];
        known = expected[other];
        break;
      case 7: {
        IdSet<int> copy = sets[one];
        sets[one] = std::move(copy);
        break;
      }
      default:
        if (known.values.empty()) break;
        *sets[one].find(known.values.back().first) = known.values.back().second = -step;
        break;
    }
    for (const std::size_t i : {0, 1}) check(sets[i], expected[i]);
  }
}

TEST(IdSet, SaysThatAValueIsGoneInEveryBuild) {
  IdSet<int> set({5});
  const Id<int> id = set.ids()[0];
  EXPECT_DEATH(set[1], "crossfade: IdSet: there is no value at this position");
  set.remove(id);
  EXPECT_DEATH(set[id], "crossfade: IdSet: there is no value with this id; find.. tells");
  EXPECT_DEATH(set[Id<int>{}], "crossfade: IdSet: there is no value with this id");
}

TEST(IdSet, AddsNothingWithoutMemoryAndThenGoesOn) {
  for (long failing = 1; failing < 8; ++failing) {
    IdSet<int> set;
    std::vector<Id<int>> ids{set.add(1)};
    try {
      const ::test::FailingAllocation none(failing);
      for (int i = 2; i < 6; ++i) ids.push_back(set.add(i));
    } catch (const std::bad_alloc&) {
    }
    const std::size_t before = set.size();
    const Id<int> next = set.add(100);
    EXPECT_EQ(set.size(), before + 1) << failing;
    EXPECT_EQ(set[next], 100);
    for (std::size_t i = 0; i < set.size(); ++i) EXPECT_GT(set[i], 0) << failing;
  }
}

}  // namespace
}  // namespace crossfade
