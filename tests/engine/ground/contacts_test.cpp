#include "crossfade/ground/contacts.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bench/workload/walker.h"

namespace crossfade {
namespace {

using workload::Gait;

const Skeleton kHuman = workload::humanSkeleton();
const Feet kFeet = findFeet(kHuman);

/// Agreement with a foot that is down from 0 to `stance` of its cycle, the right one half a cycle later.
double f1(const GroundContacts& found, double stance) {
  int both = 0, onlyFound = 0, onlyTrue = 0;
  for (int i = 0; i < 4000; ++i)
    for (std::size_t foot = 0; foot < 2; ++foot) {
      const double at = i / 4000.0, phase = at + (foot == 0 ? 0 : 0.5);
      const bool truth = phase - std::floor(phase) < stance, is = found.isDown(foot, at * found.duration);
      both += truth && is ? 1 : 0;
      onlyFound += !truth && is ? 1 : 0;
      onlyTrue += truth && !is ? 1 : 0;
    }
  return 2.0 * both / (2 * both + onlyFound + onlyTrue);
}

TEST(Contacts, OfACycleAreThoseItWasMadeFrom) {
  for (const Gait& gait :
       {Gait{}, Gait{.speed = 3, .seconds = 0.6, .stance = 0.35}, Gait{.speed = 0.6, .seconds = 1.6}}) {
    const GroundContacts found = detectContacts(kHuman, kFeet, workload::walkingClip("walk", gait));
    EXPECT_TRUE(found.isCyclic);
    EXPECT_GE(f1(found, gait.stance), 0.965) << gait.speed;  // of 0.21 s at 3 m/s, that is 7 ms
    EXPECT_NEAR(found.groundVelocity.z, -gait.speed, 0.02 * gait.speed);
    EXPECT_NEAR(found.groundVelocity.x, 0, 0.01);
    EXPECT_EQ(found.stepCount(), 2);
  }
}

TEST(Contacts, OfABodyThatTravelsAreTheSameOnGroundThatRests) {
  const GroundContacts found = detectContacts(kHuman, kFeet, workload::walkingClip("walk", {.travels = true}));
  EXPECT_TRUE(found.isCyclic) << "it goes on where it ended";
  EXPECT_EQ(found.groundVelocity, glm::dvec3(0.0));
  EXPECT_GE(f1(found, 0.6), 0.97);
}

TEST(Contacts, AcrossTheSeamAreOneInterval) {
  const GroundContacts found = detectContacts(kHuman, kFeet, workload::walkingClip("walk"));
  ASSERT_EQ(found.feet[1].foot.size(), 1u) << "the right foot is down from 0.5 to 1.1";
  EXPECT_NEAR(found.feet[1].foot[0].start, 0.5, 0.02);
  EXPECT_NEAR(found.feet[1].foot[0].end, 1.1, 0.03);
  EXPECT_TRUE(found.isDown(1, 0.05));
  EXPECT_TRUE(found.isDown(1, 7.05)) << "any round";
  EXPECT_FALSE(found.isDown(1, 0.3));
  const GroundContacts cut = detectContacts(kHuman, kFeet, workload::walkingClip("walk"), {.cyclic = false});
  EXPECT_EQ(cut.feet[1].foot.size(), 2u) << "of a clip that is no cycle it is two";
}

TEST(Contacts, OfABodyThatStandsLastForever) {
  const GroundContacts found = detectContacts(kHuman, kFeet, workload::standingClip("idle", 2));
  ASSERT_EQ(found.feet.size(), 2u);
  EXPECT_EQ(found.feet[0].foot, (std::vector<ContactInterval>{{0, 2}}));
  EXPECT_EQ(found.stepCount(), 0);
  EXPECT_TRUE(found.isDown(0, 5));
  EXPECT_TRUE(markersOf(found).empty());
}

TEST(Contacts, BecomeSyncMarkers) {
  const GroundContacts walk = detectContacts(kHuman, kFeet, workload::walkingClip("walk"));
  const GroundContacts run =
      detectContacts(kHuman, kFeet, workload::walkingClip("run", {.speed = 3, .seconds = 0.6, .stance = 0.35}));
  const auto markers = SyncMarkers::make(markersOf(walk), walk.duration);
  ASSERT_TRUE(markers) << markers.error().message;
  EXPECT_EQ(markers->markerCount(), 4);
  const auto downs = [](const GroundContacts& contacts) {
    return *SyncMarkers::make(markersOf(contacts, MarkerMoments::Downs), contacts.duration);
  };
  EXPECT_GE(downs(walk).shiftTo(downs(run)), 0);
  EXPECT_EQ(markers->shiftTo(*SyncMarkers::make(markersOf(run), run.duration)), -1) << "a run lifts before it lands";
}

TEST(Contacts, AreNoneWithoutFeetOrLength) {
  EXPECT_TRUE(detectContacts(kHuman, {}, workload::walkingClip("walk")).feet.empty());
  EXPECT_TRUE(detectContacts(kHuman, kFeet, *AnimationClip::make("empty", {})).feet.empty());
}

TEST(Contacts, OnAGivenGroundAreMeasuredAgainstIt) {
  const GroundContacts found =
      detectContacts(kHuman, kFeet, workload::walkingClip("walk"), {.groundVelocity = glm::dvec3(0, 0, 5)});
  EXPECT_EQ(found.groundVelocity.z, 5);
  EXPECT_EQ(found.stepCount(), 0) << "nothing moves along with it";
}

}  // namespace
}  // namespace crossfade
