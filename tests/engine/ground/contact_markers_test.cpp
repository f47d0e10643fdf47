#include "crossfade/ground/contact_markers.h"

#include <gtest/gtest.h>

#include "bench/workload/walker.h"

namespace crossfade {
namespace {

TEST(ContactMarkers, AreWhereFeetStrikeAndLift) {
  const Skeleton human = workload::humanSkeleton();
  const Feet feet = findFeet(human);
  const GroundContacts walk = detectContacts(human, feet, workload::walkingClip("walk"));
  const GroundContacts run =
      detectContacts(human, feet, workload::walkingClip("run", {.speed = 3, .seconds = 0.6, .stance = 0.35}));
  const auto markers = SyncMarkers::make(markersOf(walk), walk.duration);
  ASSERT_TRUE(markers) << markers.error().message;
  EXPECT_EQ(markers->markerCount(), 4);
  const auto downs = [](const GroundContacts& contacts) {
    return *SyncMarkers::make(markersOf(contacts, MarkerMoments::Downs), contacts.duration);
  };
  EXPECT_GE(downs(walk).shiftTo(downs(run)), 0);
  EXPECT_EQ(markers->shiftTo(*SyncMarkers::make(markersOf(run), run.duration)), -1) << "a run lifts before it lands";
}

TEST(ContactMarkers, OfABodyThatStandsAreNone) {
  const Skeleton human = workload::humanSkeleton();
  const GroundContacts idle = detectContacts(human, findFeet(human), workload::standingClip("idle", 2));
  EXPECT_TRUE(markersOf(idle).empty());
}

}  // namespace
}  // namespace crossfade
