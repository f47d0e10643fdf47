#include "app/ui/widgets/focus_order.h"

#include <vector>

#include <gtest/gtest.h>

namespace app::test {
namespace {

constexpr FocusId kPanel = 1, kPopup = 2;

struct FocusRegistry : testing::Test {
  void add(FocusId panel = kPanel, bool isChosen = false) { registry.add({.id = ++lastId, .panel = panel}, isChosen); }
  std::vector<FocusStop> finish() {
    std::vector<FocusStop> stops;
    registry.finish(stops);
    return stops;
  }
  app::FocusRegistry registry;
  FocusId lastId = 0;
};

TEST_F(FocusRegistry, ControlsAreMembersUnlessMembersAreBegun) {
  registry.beginGroup(100, kPanel, GroupLayout::Row, false);
  add();
  add();
  registry.endGroup();
  registry.beginGroup(200, kPanel, GroupLayout::Column, true);
  registry.beginMember(-1);
  add();
  add();
  registry.beginMember(7);
  add();
  registry.endGroup();
  add();
  const auto stops = finish();
  ASSERT_EQ(stops.size(), 6u);
  EXPECT_EQ(stops[1].groups[0].index, 1);
  EXPECT_EQ(stops[2].groups[0].index, 0);
  EXPECT_EQ(stops[3].groups[0].index, 0);
  EXPECT_EQ(stops[4].groups[0].index, 7);
  EXPECT_EQ(stops[5].groups[0].group, 0u);
  EXPECT_TRUE(finish().empty());
}

TEST_F(FocusRegistry, AGroupInsideIsOneMember) {
  registry.beginGroup(100, kPanel, GroupLayout::Column, false);
  add();
  registry.beginGroup(200, kPanel, GroupLayout::Row, false);
  add();
  add();
  registry.endGroup();
  registry.beginGroup(300, kPanel, GroupLayout::Row, false);  // nothing in it can be used
  registry.endGroup();
  add();
  registry.endGroup();
  const auto stops = finish();
  ASSERT_EQ(stops.size(), 4u);
  const int outer[] = {0, 1, 1, 2};
  for (std::size_t i = 0; i < stops.size(); ++i) EXPECT_EQ(stops[i].groups[0].index, outer[i]) << i;
  EXPECT_EQ(stops[1].groups[1].index, 0);
  EXPECT_EQ(stops[2].groups[1].index, 1);
  EXPECT_EQ(stops[3].groups[1].group, 0u);
}

TEST_F(FocusRegistry, APopupIsInNoGroupOfTheRowThatOpenedIt) {
  registry.beginGroup(100, kPanel, GroupLayout::Column, true);
  registry.beginMember(4);
  add(kPanel);
  add(kPopup);
  registry.beginGroup(200, kPopup, GroupLayout::Column, false);
  add(kPopup);
  registry.endGroup();
  EXPECT_EQ(registry.groupWithMembers(), 100u);
  registry.endGroup();
  EXPECT_EQ(registry.groupWithMembers(), 0u);
  const auto stops = finish();
  EXPECT_EQ(stops[0].groups[0].index, 4);
  EXPECT_EQ(stops[1].groups[0].group, 0u);
  EXPECT_EQ(stops[2].groups[0].group, 200u);
}

TEST_F(FocusRegistry, OnlyTheInnermostGroupIsEnteredAtAChosenControl) {
  registry.beginGroup(100, kPanel, GroupLayout::Column, true);
  registry.beginMember(0);
  registry.beginGroup(200, kPanel, GroupLayout::Row, false);
  add(kPanel, true);
  registry.endGroup();
  registry.beginMember(1);
  add(kPanel, true);
  registry.endGroup();
  const auto stops = finish();
  EXPECT_FALSE(stops[0].groups[0].isChosen);
  EXPECT_TRUE(stops[0].groups[1].isChosen);
  EXPECT_TRUE(stops[1].groups[0].isChosen);
}

TEST_F(FocusRegistry, MembersAreThoseOfTheInnermostGroupThatHasThem) {
  registry.beginGroup(100, kPanel, GroupLayout::Column, true);
  registry.beginMember(3);
  registry.beginGroup(200, kPanel, GroupLayout::Column, true);
  registry.beginMember(5);
  add();
  registry.endGroup();
  add();
  registry.endGroup();
  const auto stops = finish();
  EXPECT_EQ(stops[0].groups[0].index, 3);
  EXPECT_EQ(stops[0].groups[1].index, 5);
  EXPECT_EQ(stops[1].groups[0].index, 3);
}

TEST_F(FocusRegistry, WhatIsSaidAboutAControlIsForTheNextOneOnly) {
  registry.nextTakes(kTakesDelete);
  registry.nextIsChosen(true);
  const auto first = registry.takeNext(), second = registry.takeNext();
  EXPECT_EQ(first.takes, kTakesDelete);
  EXPECT_TRUE(first.isChosen);
  EXPECT_EQ(second.takes, kTakesPress);
  EXPECT_FALSE(second.isChosen);
}

}  // namespace
}  // namespace app::test
