#include "crossfade/body/contacts.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bench/workload/walker.h"
#include "tests/support/sample_clips.h"

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
      const bool truth = phase - std::floor(phase) < stance, is = found.isInContact(foot, at * found.duration);
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
  EXPECT_TRUE(found.isInContact(1, 0.05));
  EXPECT_TRUE(found.isInContact(1, 7.05)) << "any loop";
  EXPECT_FALSE(found.isInContact(1, 0.3));
  const GroundContacts cut = detectContacts(kHuman, kFeet, workload::walkingClip("walk"), {.cyclic = false});
  EXPECT_EQ(cut.feet[1].foot.size(), 2u) << "of a clip that is no cycle it is two";
}

TEST(Contacts, OfABodyThatStandsLastForever) {
  const GroundContacts found = detectContacts(kHuman, kFeet, workload::standingClip("idle", 2));
  ASSERT_EQ(found.feet.size(), 2u);
  EXPECT_EQ(found.feet[0].foot, (std::vector<ContactInterval>{{0, 2}}));
  EXPECT_EQ(found.stepCount(), 0);
  EXPECT_TRUE(found.isInContact(0, 5));
}

TEST(Contacts, AreNoneWithoutFeetOrLength) {
  EXPECT_TRUE(detectContacts(kHuman, {}, workload::walkingClip("walk")).feet.empty());
  EXPECT_TRUE(detectContacts(kHuman, kFeet, *AnimationClip::make("empty", {})).feet.empty());
}

/// The clip, then its last pose for a while.
AnimationClip holding(const AnimationClip& clip, float seconds) {
  std::vector<KeyframeTrack> tracks;
  for (const KeyframeTrack& track : clip.tracks()) {
    std::vector<float> times(track.times().begin(), track.times().end());
    std::vector<float> values(track.values().begin(), track.values().end());
    const auto size = static_cast<std::ptrdiff_t>(values.size() / times.size());
    const std::vector<float> last(values.end() - size, values.end());
    values.insert(values.end(), last.begin(), last.end());
    times.push_back(times.back() + seconds);
    tracks.push_back(test::track(track.target(), track.interpolation(), std::move(times), std::move(values)));
  }
  return test::clip(clip.name(), std::move(tracks));
}

// Each foot of the walk is down for 0.6 of its second.
TEST(Contacts, OfAWalkThatEndsStandingAreOnGroundThatRests) {
  const AnimationClip walk = workload::walkingClip("walk");
  EXPECT_NEAR(detectContacts(kHuman, kFeet, holding(walk, 0.1f)).groundVelocity.z, -Gait{}.speed, 0.1);
  EXPECT_EQ(detectContacts(kHuman, kFeet, holding(walk, 0.4f)).groundVelocity, glm::dvec3(0.0))
      << "a treadmill does not stop";
}

Skeleton scaled(const Skeleton& skeleton, float size) {
  std::vector<Joint> joints = skeleton.joints();
  for (Joint& joint : joints) joint.rest.translation *= size;
  return *Skeleton::make(std::move(joints));
}
AnimationClip scaled(const AnimationClip& clip, float size) {
  std::vector<KeyframeTrack> tracks;
  for (const KeyframeTrack& track : clip.tracks()) {
    std::vector<float> values(track.values().begin(), track.values().end());
    if (track.target().channel == Channel::Translation)
      for (float& value : values) value *= size;
    tracks.push_back(test::track(track.target(), track.interpolation(), {track.times().begin(), track.times().end()},
                                 std::move(values)));
  }
  return test::clip(clip.name(), std::move(tracks));
}

// A doll of 2 cm and a giant of 170 m.
TEST(Contacts, OfABodyOfAnySizeAreTheSame) {
  for (const Gait& gait : {Gait{}, Gait{.travels = true}}) {
    const AnimationClip clip = workload::walkingClip("walk", gait);
    const GroundContacts usual = detectContacts(kHuman, kFeet, clip);
    for (const float size : {0.0117f, 97.0f}) {
      const Skeleton body = scaled(kHuman, size);
      const GroundContacts found = detectContacts(body, findFeet(body), scaled(clip, size));
      EXPECT_EQ(found.isCyclic, usual.isCyclic) << size;
      EXPECT_NEAR(found.groundVelocity.z, double(size) * usual.groundVelocity.z, 1e-3 * size) << size;
      ASSERT_EQ(found.feet.size(), usual.feet.size());
      for (std::size_t foot = 0; foot < found.feet.size(); ++foot) {
        ASSERT_EQ(found.feet[foot].foot.size(), usual.feet[foot].foot.size()) << size;
        for (std::size_t i = 0; i < found.feet[foot].foot.size(); ++i) {
          EXPECT_NEAR(found.feet[foot].foot[i].start, usual.feet[foot].foot[i].start, 1e-3) << size;
          EXPECT_NEAR(found.feet[foot].foot[i].end, usual.feet[foot].foot[i].end, 1e-3) << size;
        }
      }
    }
  }
}

TEST(Contacts, CoverAPartOfTheClip) {
  const auto shareOf = [](const Gait& gait) {
    return detectContacts(kHuman, kFeet, workload::walkingClip("walk", gait)).contactShare();
  };
  EXPECT_EQ(shareOf({}), 1) << "a walk always has a foot on the ground";
  EXPECT_NEAR(shareOf({.speed = 3, .seconds = 0.6, .stance = 0.35}), 0.7, 0.05);
  const GroundContacts made{.feet = {{.name = "", .foot = {{0.5, 1}, {2, 2.5}}, .heel = {}, .toe = {}},
                                     {.name = "", .foot = {{0.75, 1.5}, {3.5, 4.5}}, .heel = {}, .toe = {}}},
                            .duration = 4,
                            .isCyclic = true};
  EXPECT_NEAR(made.contactShare(), (1.0 + 0.5 + 0.5 + 0.5) / 4, 1e-12);
  EXPECT_EQ(GroundContacts{}.contactShare(), 0);
}

TEST(Contacts, OfFeetWithoutLegsTellTheGroundsSpeed) {
  const Skeleton human = workload::humanSkeleton();
  const Feet leaves = findLowestLeaves(human, 1);
  ASSERT_EQ(leaves.feet.size(), 2u) << "the toes";
  const GroundContacts found = detectContacts(human, leaves, workload::walkingClip("walk"));
  EXPECT_NEAR(found.groundVelocity.z, -1.2, 0.03);
  EXPECT_GT(f1(found, 0.6), 0.95);
}

TEST(Contacts, FeetThatTheClipDoesNotMoveSayNothingOfTheGround) {
  const Skeleton human = workload::humanSkeleton();
  Feet feet = findLowestLeaves(human, 1);
  feet.feet.push_back({.name = "prop", .ankle = 0, .sole = {SolePoint{0}, SolePoint{0}, SolePoint{0}}});
  const GroundContacts found = detectContacts(human, feet, workload::walkingClip("walk"));
  EXPECT_NEAR(found.groundVelocity.z, -1.2, 0.03);
  EXPECT_LT(found.lift, 0.05) << "one of the others is always down";
}

// The clip moves only the first joint of all.
TEST(Contacts, EverythingBelowTheRootMovesWithIt) {
  std::vector<Joint> joints = kHuman.joints();
  const int prop = kHuman.jointCount();
  joints.push_back({.name = "prop", .parent = -1, .rest = {}, .documentIndex = prop});
  Feet feet = kFeet;
  feet.feet.push_back({.name = "prop", .ankle = prop, .sole = {SolePoint{prop}, SolePoint{prop}, SolePoint{prop}}});
  const AnimationClip jump = test::clip("jump", {test::track({0, Channel::Translation}, Interpolation::Linear,
                                                             {0, 0.5f, 1}, {0, 0, 0, 0, 0.5f, 0, 0, 0, 0})});
  EXPECT_NEAR(detectContacts(*Skeleton::make(joints), feet, jump).lift, 0.5, 0.03) << "the prop stays on the floor";
}

// One hangs in the air, at the hips.
TEST(Contacts, OfAClipThatMovesNoFootAreMeasuredOnAll) {
  Feet feet = kFeet;
  feet.feet.insert(feet.feet.begin(), {.name = "prop", .ankle = 1, .sole = {SolePoint{1}, SolePoint{1}, SolePoint{1}}});
  EXPECT_LT(detectContacts(kHuman, feet, workload::standingClip("idle")).lift, 1e-6);
}

// The body rises too slowly to end a contact at once. Only a foot that gets high enough to have lifted has done so
// since it began to rise, even if that is at the last sample.
TEST(Contacts, EndWhereAFootThatLiftsBeganToRise) {
  const double leg = kFeet.legLength, rise = 0.4 * leg, y = 0.95;
  int lifting = 0;
  for (int i = 0; i < 40; ++i) {
    const double seconds = 0.1 + i * 0.00025;  // toe-off is 0.04 leg lengths up
    const auto end = static_cast<float>(0.5 + seconds), top = static_cast<float>(y + rise * seconds);
    const AnimationClip clip =
        test::clip("rise", {test::track({1, Channel::Translation}, Interpolation::Linear, {0, 0.5f, end},
                                        {0, float(y), 0, 0, float(y), 0, 0, top, 0})});
    const GroundContacts found =
        detectContacts(kHuman, kFeet, clip, {.cyclic = false, .groundVelocity = glm::dvec3(0.0)});
    ASSERT_EQ(found.feet[0].foot.size(), 1u) << seconds;
    if (found.feet[0].foot[0].end > found.duration - 1e-9) continue;
    ++lifting;
    EXPECT_NEAR(found.feet[0].foot[0].end, 0.5, 0.02) << seconds;
  }
  EXPECT_GT(lifting, 0);
  EXPECT_LT(lifting, 40);
}

TEST(Contacts, AsLongAsTheShortestCountAndShorterOnesDoNot) {
  const AnimationClip touch =
      test::clip("touch", {test::track({1, Channel::Translation}, Interpolation::Linear, {0, 0.3f, 0.5f, 0.8f},
                                       {0, 1.25f, 0, 0, 0.95f, 0, 0, 0.95f, 0, 0, 1.25f, 0})});
  ContactOptions options{.cyclic = false, .groundVelocity = glm::dvec3(0.0)};
  const auto contacts = [&] { return detectContacts(kHuman, kFeet, touch, options).feet[0].foot; };
  const std::vector<ContactInterval> found = contacts();
  ASSERT_EQ(found.size(), 1u);
  options.shortest = found[0].end - found[0].start;
  EXPECT_NEAR(options.shortest, 0.2, 0.05);
  EXPECT_EQ(contacts(), found);
  options.shortest = std::nextafter(options.shortest, 1);
  EXPECT_TRUE(contacts().empty());
}

TEST(Contacts, KnowHowHighAJumpIs) {
  const AnimationClip jump = test::clip("jump", {test::track({1, Channel::Translation}, Interpolation::Linear,
                                                             {0, 0.5f, 1}, {0, 0.95f, 0, 0, 1.45f, 0, 0, 0.95f, 0})});
  EXPECT_NEAR(detectContacts(kHuman, kFeet, jump).lift, 0.5, 0.03);
  EXPECT_LT(detectContacts(kHuman, kFeet, workload::standingClip("idle")).lift, 1e-6);
}

TEST(Contacts, CountFlights) {
  const auto flights = [](const std::vector<float>& heights) {
    std::vector<float> times, positions;
    for (std::size_t i = 0; i < heights.size(); ++i) {
      times.push_back(0.25f * static_cast<float>(i));
      for (const float each : {0.0f, 0.95f + heights[i], 0.0f}) positions.push_back(each);
    }
    const auto path =
        test::track({1, Channel::Translation}, Interpolation::Linear, std::move(times), std::move(positions));
    return detectContacts(kHuman, kFeet, test::clip("hops", {path})).flights;
  };
  EXPECT_EQ(flights({0, 0.5f, 0}), 1);
  EXPECT_EQ(flights({0.5f, 0, 0.5f}), 1) << "a cycle that begins in the air";
  EXPECT_EQ(flights({0, 0.5f, 0.05f, 0.4f, 0}), 2);
  EXPECT_EQ(flights({0, 0.5f, 0.2f, 0.5f, 0}), 1) << "it stays in the air";
  EXPECT_EQ(flights({0, 0.5f, 0, 0.2f, 0}), 1) << "the second is small against the first";
  EXPECT_EQ(flights({0, 0.01f, 0, 0.01f, 0}), 0);
  EXPECT_EQ(flights({1, 1.5f, 1.05f, 1.4f, 1}), 2) << "though what stands for its feet is far above the floor";
}

TEST(Contacts, OnAGivenGroundAreMeasuredAgainstIt) {
  const GroundContacts found =
      detectContacts(kHuman, kFeet, workload::walkingClip("walk"), {.groundVelocity = glm::dvec3(0, 0, 5)});
  EXPECT_EQ(found.groundVelocity.z, 5);
  EXPECT_EQ(found.stepCount(), 0) << "nothing moves along with it";
}

TEST(Contacts, OfAnAdditiveClipAreNone) {
  const AnimationClip walk = workload::walkingClip("walk");
  const AnimationClip added =
      *AnimationClip::make("added", {walk.tracks().begin(), walk.tracks().end()}, BlendMode::Additive);
  EXPECT_TRUE(detectContacts(kHuman, kFeet, added).feet.empty());
}

TEST(Contacts, OfAMissingFootAreNone) {
  EXPECT_FALSE(GroundContacts{}.isInContact(0, 0));
  const GroundContacts idle = detectContacts(kHuman, kFeet, workload::standingClip("idle"));
  EXPECT_TRUE(idle.isInContact(1, 0));
  EXPECT_FALSE(idle.isInContact(2, 0));
}

TEST(Contacts, UnlessTheSampleRateIsAboveZeroAreNone) {
  for (const double rate : {0.0, -1.0, static_cast<double>(NAN)})
    EXPECT_TRUE(detectContacts(kHuman, kFeet, workload::walkingClip("walk"), {.rate = rate}).feet.empty()) << rate;
}

TEST(Contacts, ArePartsWithinTheClip) {
  using Parts = std::array<ContactInterval, 2>;
  EXPECT_EQ(partsWithin({0.25, 0.5}, 1), (Parts{{{0.25, 0.5}, {0, 0}}}));
  EXPECT_EQ(partsWithin({0.75, 1.25}, 1), (Parts{{{0.75, 1}, {0, 0.25}}}));
  EXPECT_EQ(partsWithin({0, 1}, 1), (Parts{{{0, 1}, {0, 0}}})) << "down all the time";
  EXPECT_EQ(partsWithin({0.25, 1.75}, 1), (Parts{{{0.25, 1}, {0, 0.25}}})) << "no moment is in both";
}

}  // namespace
}  // namespace crossfade
