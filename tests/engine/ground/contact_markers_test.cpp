#include "crossfade/ground/contact_markers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "bench/workload/walker.h"

namespace crossfade {
namespace {

double timeOf(const std::vector<SyncMarker>& markers, const std::string& name) {
  const auto found = std::ranges::find(markers, name, &SyncMarker::name);
  return found == markers.end() ? -1 : found->time;
}

TEST(ContactMarkers, AreWhereFeetStrikeAndLift) {
  const Skeleton human = workload::humanSkeleton();
  const GroundContacts walk = detectContacts(human, findFeet(human), workload::walkingClip("walk"));
  const std::vector<SyncMarker> markers = markersOf(walk), downs = markersOf(walk, ContactEvents::Strikes);
  ASSERT_EQ(markers.size(), 4u);
  ASSERT_EQ(downs.size(), 2u);
  for (const FootContacts& foot : walk.feet) {
    ASSERT_EQ(foot.foot.size(), 1u);
    EXPECT_NEAR(timeOf(markers, foot.name + " down"), foot.foot[0].start, 2e-6);
    EXPECT_NEAR(timeOf(markers, foot.name + " up"), std::fmod(foot.foot[0].end, walk.duration), 2e-6);
    EXPECT_EQ(timeOf(downs, foot.name + " down"), timeOf(markers, foot.name + " down"));
  }
  EXPECT_NEAR(timeOf(markers, "left up"), 0.6, 0.03) << "as the clip was made";
  EXPECT_NEAR(timeOf(markers, "right up"), 0.1, 0.03);
}

TEST(ContactMarkers, OfAClipThatIsNoCycleAreThoseInsideIt) {
  const GroundContacts made{.feet = {{.name = "left", .foot = {{0, 0.5}, {1.25, 2}}, .heel = {}, .toe = {}},
                                     {.name = "right", .foot = {{0.25, 1}}, .heel = {}, .toe = {}}},
                            .duration = 2};
  const std::vector<SyncMarker> markers = markersOf(made);
  const std::vector<std::pair<std::string, double>> expected{
      {"right down", 0.25}, {"left up", 0.5}, {"right up", 1}, {"left down", 1.25}};
  ASSERT_EQ(markers.size(), expected.size()) << "it begins and ends with a foot that is down";
  for (std::size_t i = 0; i < markers.size(); ++i) {
    EXPECT_EQ(markers[i].name, expected[i].first);
    EXPECT_NEAR(markers[i].time, expected[i].second, 1e-12);
  }
}

TEST(ContactMarkers, OfAWalkAndARunShareTheStrikes) {
  const Skeleton human = workload::humanSkeleton();
  const Feet feet = findFeet(human);
  const GroundContacts walk = detectContacts(human, feet, workload::walkingClip("walk"));
  const GroundContacts run =
      detectContacts(human, feet, workload::walkingClip("run", {.speed = 3, .seconds = 0.6, .stance = 0.35}));
  const auto shiftBetween = [&](ContactEvents moments) {
    const auto from = SyncMarkers::make(markersOf(walk, moments), walk.duration),
               to = SyncMarkers::make(markersOf(run, moments), run.duration);
    EXPECT_TRUE(from && to);
    return from->shiftTo(*to);
  };
  EXPECT_GE(shiftBetween(ContactEvents::Strikes), 0);
  EXPECT_EQ(shiftBetween(ContactEvents::StrikesAndToeOffs), -1) << "a run lifts before it lands";

  const std::vector<ClipEvent> steps = eventsOf(walk);
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[0].name, markersOf(walk, ContactEvents::Strikes)[0].name);
  EXPECT_TRUE(ClipEvents::make(steps, walk.duration));
}

TEST(ContactMarkers, OfABodyThatStandsAreNone) {
  const Skeleton human = workload::humanSkeleton();
  const GroundContacts idle = detectContacts(human, findFeet(human), workload::standingClip("idle", 2));
  EXPECT_TRUE(markersOf(idle).empty());
}

}  // namespace
}  // namespace crossfade
