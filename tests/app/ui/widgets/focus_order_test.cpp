#include "app/ui/widgets/focus_order.h"

#include <vector>

#include <gtest/gtest.h>

namespace app::test {
namespace {

using Stops = std::vector<FocusStop>;

FocusStop stop(FocusId id, FocusId panel, GroupMembership outer = {}, GroupMembership inner = {}) {
  return {.id = id, .panel = panel, .groups = {outer, inner}};
}

/// A button, three segments of which the second is chosen, a list of two rows with a button each, a button elsewhere.
Stops someStops() {
  const auto segment = [](int i) { return GroupMembership{100, GroupLayout::Row, i}; };
  const auto row = [](int i) { return GroupMembership{200, GroupLayout::Column, i}; };
  Stops stops{stop(1, 1),         stop(2, 1, segment(0)), stop(3, 1, segment(1)), stop(4, 1, segment(2)),
              stop(5, 1, row(0)), stop(6, 1, row(0)),     stop(7, 1, row(1)),     stop(8, 1, row(1)),
              stop(9, 2)};
  stops[2].groups[0].isChosen = true;
  return stops;
}

std::vector<FocusId> walk(const Stops& stops, int direction, FocusId panel = 0) {
  const FocusMemory memory;
  std::vector<FocusId> ids;
  int at = -1;
  do {
    at = nextStop(stops, memory, panel, at, direction);
    if (at >= 0) ids.push_back(stops[static_cast<std::size_t>(at)].id);
  } while (at >= 0 && ids.size() < 20 && (ids.size() < 2 || ids.back() != ids.front()));
  return ids;
}

TEST(FocusOrder, TabTakesAGroupForOneStopAndEntersItWhereItIsChosen) {
  EXPECT_EQ(walk(someStops(), 1), (std::vector<FocusId>{1, 3, 5, 6, 9, 1}));
  EXPECT_EQ(walk(someStops(), -1), (std::vector<FocusId>{9, 6, 5, 3, 1, 9})) << "the same way back";
}

TEST(FocusOrder, TabStaysInADialog) {
  EXPECT_EQ(walk(someStops(), 1, 2), (std::vector<FocusId>{9, 9}));
  EXPECT_EQ(nextStop(someStops(), {}, 3, -1, 1), -1) << "one without controls";
  EXPECT_EQ(nextStop({}, {}, 0, -1, 1), -1);
}

TEST(FocusOrder, TabReturnsToTheRowThatHadTheFocusLast) {
  FocusMemory memory;
  memory.remember(200, 7);
  EXPECT_EQ(nextStop(someStops(), memory, 0, 2, 1), 6);
  EXPECT_EQ(nextStop(someStops(), memory, 0, 8, -1), 7) << "backward to the last control of that row";
}

TEST(FocusOrder, F6ReturnsToWhatHadTheFocusInThePanel) {
  FocusMemory memory;
  EXPECT_EQ(nextPanel(someStops(), memory, 0, 4, 1), 8);
  EXPECT_EQ(nextPanel(someStops(), memory, 0, 8, 1), 0);
  memory.remember(1, 6);
  EXPECT_EQ(nextPanel(someStops(), memory, 0, 8, -1), 5);
  EXPECT_EQ(nextPanel(someStops(), memory, 0, -1, 1), 5) << "without a focus";
  EXPECT_EQ(nextPanel(someStops(), memory, 2, 8, 1), 8) << "a dialog is one panel";
}

TEST(FocusOrder, ArrowsMoveInTheirGroupOnly) {
  const Stops stops = someStops();
  EXPECT_EQ(nextInGroup(stops, 2, FocusMove::Right), 3);
  EXPECT_EQ(nextInGroup(stops, 3, FocusMove::Right), 3) << "the end";
  EXPECT_EQ(nextInGroup(stops, 3, FocusMove::First), 1);
  EXPECT_EQ(nextInGroup(stops, 2, FocusMove::Down), -1) << "segments lie beside each other";
  EXPECT_EQ(nextInGroup(stops, 0, FocusMove::Right), -1) << "in no group";
  EXPECT_EQ(nextInGroup(stops, 5, FocusMove::Down), 6) << "from a button in a row to the next row";
  EXPECT_EQ(nextInGroup(stops, 4, FocusMove::Right), 5) << "to a button in the row";
  EXPECT_EQ(nextInGroup(stops, 5, FocusMove::Right), 5);
  EXPECT_EQ(nextInGroup(stops, 4, FocusMove::PageDown), 6);
  EXPECT_EQ(nextInGroup(stops, -1, FocusMove::Down), -1);
}

TEST(FocusOrder, AGroupInsideAListKeepsItsArrowsAndLeavesTheOthers) {
  Stops stops;
  for (int row = 0; row < 2; ++row)
    for (int i = 0; i < 2; ++i)
      stops.push_back(stop(static_cast<FocusId>(10 * row + i + 1), 1, {200, GroupLayout::Column, row},
                           {static_cast<FocusId>(300 + row), GroupLayout::Row, i}));
  EXPECT_EQ(nextInGroup(stops, 0, FocusMove::Right), 1);
  EXPECT_EQ(nextInGroup(stops, 1, FocusMove::Down), 2);
  EXPECT_EQ(walk(stops, 1), (std::vector<FocusId>{1, 1})) << "the inner group of the current row";
}

TEST(FocusOrder, WhatIsChosenInAnInnerGroupSaysNothingAboutTheOuterOne) {
  const auto row = [](int i) { return GroupMembership{200, GroupLayout::Column, i}; };
  const Stops stops{stop(1, 1, row(0)), stop(2, 1, row(0), {300, GroupLayout::Row, 0}),
                    stop(3, 1, row(0), {300, GroupLayout::Row, 1, true}), stop(4, 1, row(1)), stop(5, 2)};
  FocusMemory memory;
  memory.remember(200, 4, 1);
  EXPECT_EQ(nextStop(stops, memory, 0, 4, -1), 3);
  EXPECT_EQ(nextStop(stops, memory, 0, 0, 1), 2) << "inside the row it counts";
}

TEST(FocusOrder, ArrowsReachTheNearestRegisteredMemberOnTheirWay) {
  const auto row = [](int i) { return GroupMembership{200, GroupLayout::Column, i}; };
  const Stops stops{stop(1, 1, row(0)),  stop(2, 1, row(40)), stop(3, 1, row(41)),
                    stop(4, 1, row(41)), stop(5, 1, row(45)), stop(6, 1, row(199))};
  EXPECT_EQ(nextInGroup(stops, 1, FocusMove::PageDown), 4) << "49, in what is in sight";
  EXPECT_EQ(nextInGroup(stops, 3, FocusMove::Down), 4);
  EXPECT_EQ(nextInGroup(stops, 4, FocusMove::Up), 2) << "the main control of the row";
  EXPECT_EQ(nextInGroup(stops, 1, FocusMove::PageUp), 0);
  EXPECT_EQ(nextInGroup(stops, 1, FocusMove::Last), 5);
  EXPECT_EQ(nextInGroup(stops, 5, FocusMove::Down), 5);
}

TEST(FocusOrder, ArrowsInAGridFindTheNearestInTheNextLine) {
  Stops stops;
  for (int i = 0; i < 7; ++i) {
    stops.push_back(stop(static_cast<FocusId>(i + 1), 1, {100, GroupLayout::Grid, i}));
    stops.back().rect = {static_cast<float>(i % 3) * 50, static_cast<float>(i / 3) * 20, 48, 18};
  }
  EXPECT_EQ(nextInGroup(stops, 1, FocusMove::Down), 4);
  EXPECT_EQ(nextInGroup(stops, 4, FocusMove::Up), 1);
  EXPECT_EQ(nextInGroup(stops, 5, FocusMove::Down), 6) << "the last line is short";
  EXPECT_EQ(nextInGroup(stops, 6, FocusMove::Down), 6);
  EXPECT_EQ(nextInGroup(stops, 2, FocusMove::Right), 3) << "on to the next line";
  EXPECT_EQ(nextInGroup(stops, 2, FocusMove::PageDown), -1);
}

TEST(FocusOrder, MemoryForgetsTheOldest) {
  FocusMemory memory;
  for (FocusId where = 1; where <= 100; ++where) memory.remember(where, where + 1000);
  EXPECT_EQ(memory.recall(100), 1100u);
  EXPECT_EQ(memory.recall(1), 0u);
  memory.remember(100, 7);
  EXPECT_EQ(memory.recall(100), 7u);
  EXPECT_EQ(memory.recallIndex(100), -1);
  memory.remember(100, 8, 3);
  EXPECT_EQ(memory.recallIndex(100), 3);
  EXPECT_EQ(memory.recallIndex(1), -1);
}

}  // namespace
}  // namespace app::test
