#include "crossfade/transition/cycle_sync.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace crossfade {
namespace {

const SyncMarkers kSlow = SyncMarkers::ofWholeCycle(1.5), kFast = SyncMarkers::ofWholeCycle(0.6);

TEST(CycleSync, GivesEachClipTheWeightAveragedTime) {
  std::array members{SyncMember{.markers = &kSlow, .time = 0.75, .weight = 0.25},
                     SyncMember{.markers = &kFast, .time = 0.3, .weight = 0.75}};
  syncCycles(members, 0.01, 1);
  const double average = 0.25 * 1.5 + 0.75 * 0.6;
  EXPECT_NEAR(members[0].ratio, 1.5 / average, 1e-9);
  EXPECT_NEAR(members[1].ratio, 0.6 / average, 1e-9);
}

TEST(CycleSync, KeepsTheSpeedOfASingleClip) {
  std::array members{SyncMember{.markers = &kSlow, .time = 0.75, .timeScale = 2.5, .weight = 1},
                     SyncMember{.markers = &kFast, .time = 0.3, .weight = 0}};
  syncCycles(members, 0.01, 1);
  EXPECT_NEAR(members[0].ratio, 1, 1e-9) << "2.5 times as fast as the clip, as the user wants it";
  EXPECT_NEAR(members[1].ratio, 0.6 / (1.5 / 2.5), 1e-9);
}

TEST(CycleSync, KeepsClipsSyncedOverManyRoundsForwardsAndBackwards) {
  const SyncMarkers walk = *SyncMarkers::make({{"left", 0.1}, {"right", 0.9}}, 1.5),
                    run = *SyncMarkers::make({{"right", 0.2}, {"left", 0.4}}, 0.6);
  const int shift = (2 - run.shiftTo(walk)) % 2;
  for (const double direction : {1.0, -1.0})
    for (const double delta : {1.0 / 240, 1.0 / 30, 0.4, 7.0}) {
      std::array members{SyncMember{.markers = &walk, .time = 0.5}, SyncMember{.markers = &run, .shift = shift}};
      members[1].time = syncedTime(members[0], members[1]);
      for (int i = 0; i < 100; ++i) {
        members[0].weight = 1 - i / 100.0;
        members[1].weight = i / 100.0;
        syncCycles(members, delta * direction, 1);
        for (SyncMember& member : members) {
          member.time += delta * direction * member.timeScale * member.ratio;
          member.time -= std::floor(member.time / member.markers->duration()) * member.markers->duration();
        }
        const double distance = std::remainder(walk.phaseOf(members[0].time) - run.phaseOf(members[1].time) - shift, 2);
        ASSERT_LT(std::abs(distance), 1e-9) << "step " << i << " of " << delta * direction;
      }
    }
}

TEST(CycleSync, FindsTheTimeOfTheSameMarkersInAnotherClip) {
  const SyncMarkers canter = *SyncMarkers::make({{"hind", 0}, {"pair", 0.1}, {"fore", 0.4}}, 1),
                    other = *SyncMarkers::make({{"pair", 0.2}, {"fore", 0.6}, {"hind", 0.8}}, 2);
  const int shift = other.shiftTo(canter);
  const SyncMember leader{.markers = &other, .time = 0.7}, follower{.markers = &canter, .shift = shift};
  EXPECT_NEAR(syncedTime(leader, follower), 0.7, 1e-12) << "halfway from fore at 0.4 across the loop to hind at 1";
  const SyncMember back{.markers = &canter, .shift = shift, .time = 0.7};
  EXPECT_NEAR(syncedTime(back, {.markers = &other}), 0.7, 1e-12);
}

/// As exported modules do: which of two equal weights is rounded up must not decide.
TEST(CycleSync, TheFirstOfEqualWeightsLeads) {
  for (const double rounding : {-1e-16, 0.0, 1e-16}) {
    std::array members{SyncMember{.markers = &kSlow, .time = 0.15, .weight = 0.5},
                       SyncMember{.markers = &kSlow, .time = 0.3, .weight = 0.5 + rounding}};
    syncCycles(members, 0.01, 0.5);
    EXPECT_NEAR(members[0].ratio, 1, 1e-9);
    EXPECT_LT(members[1].ratio, 0.9) << "waits for the first";
  }
}

TEST(CycleSync, SyncsAClipWithinTheRemainingTime) {
  std::array members{SyncMember{.markers = &kSlow, .time = 0.15, .weight = 0.6},
                     SyncMember{.markers = &kFast, .time = 0.15, .weight = 0.4}};
  double left = 0.5;
  for (; left > 1e-9; left -= 0.01) {
    syncCycles(members, 0.01, left);
    for (SyncMember& member : members) {
      EXPECT_GT(member.ratio, 0.1) << "never backward";
      EXPECT_LT(member.ratio, 10);
      member.time = std::fmod(member.time + 0.01 * member.ratio, member.markers->duration());
    }
  }
  EXPECT_NEAR(std::remainder(members[0].time / 1.5 - members[1].time / 0.6, 1), 0, 1e-9);
}

TEST(CycleSync, WithoutClipsOrTimeDoesNothing) {
  syncCycles({}, 0.1, 1);
  std::array members{SyncMember{.markers = &kSlow, .ratio = 5}};
  syncCycles(members, 0.1, 1);
  EXPECT_EQ(members[0].ratio, 1) << "no weight";
  members[0].weight = 1;
  syncCycles(members, 0, 1);
  EXPECT_EQ(members[0].ratio, 1);
}

TEST(CycleSync, OfACycleTooShortToMeasureStandsStill) {
  const SyncMarkers shortest = SyncMarkers::ofWholeCycle(std::numeric_limits<double>::denorm_min());
  std::array members{SyncMember{.markers = &shortest, .timeScale = 4, .weight = 1}};
  syncCycles(members, 0.01, 1);
  EXPECT_EQ(members[0].ratio, 0);
}

}  // namespace
}  // namespace crossfade
