#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "crossfade/asset/pack.h"
#include "crossfade/base/number_text.h"
#include "crossfade/body/contacts.h"
#include "crossfade/clip/clip_set.h"
#include "crossfade/clip/interpolant.h"
#include "crossfade/clip/sample_linear.h"
#include "crossfade/clock/clock.h"
#include "crossfade/clock/tick_phase.h"
#include "crossfade/curve/animation_curve.h"
#include "crossfade/match/cost_map.h"
#include "crossfade/match/inertial_cost.h"
#include "crossfade/match/point_distance.h"
#include "crossfade/match/sample_points.h"
#include "crossfade/mixer/animation_mixer.h"
#include "crossfade/mixer/clip_time.h"
#include "crossfade/mixer/mixer_snapshot.h"
#include "crossfade/pose/clip_pose.h"
#include "crossfade/pose/joint_frame.h"
#include "crossfade/pose/pose_mix.h"
#include "crossfade/pose/pose_sampler.h"
#include "crossfade/retarget/retargeter.h"
#include "crossfade/retarget/standing_pose.h"
#include "crossfade/shape/morph_plan.h"
#include "crossfade/skeleton/joint_mask.h"
#include "crossfade/skeleton/joint_tree.h"
#include "crossfade/skeleton/local_to_model.h"
#include "crossfade/skeleton/skinning_palette.h"
#include "crossfade/transition/player_snapshot.h"
#include "crossfade/transition/transition_player.h"
#include "crossfade/travel/root_extraction.h"
#include "crossfade/travel/root_motion_mixer.h"
#include "tests/support/sample_clips.h"
#include "tests/wrong_calls/noted_asserts.h"

namespace crossfade {
namespace {

using crossfade::test::chain;
using crossfade::test::slide;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr ClipId kForeign{.index = 77, .generation = 3};

/// The result of the call, which must note an assert that begins like this.
template <class Call>
auto noting(const char* begin, const Call& call) {
  ::test::takeAssert("");
  if constexpr (std::is_void_v<decltype(call())>) {
    call();
    EXPECT_TRUE(::test::takeAssert(begin)) << begin;
  } else {
    auto result = call();
    EXPECT_TRUE(::test::takeAssert(begin)) << begin;
    return result;
  }
}

Pose poseOf(std::size_t joints, std::size_t values = 0, float x = 0) {
  return {.locals = std::vector<Transform>(joints, {.translation = {x, 0, 0}}),
          .morphWeights = std::vector<float>(values, x)};
}

// ---- Skeleton

TEST(WrongCalls, LocalToModelDoesTheJointsThatAllHave) {
  const std::vector<int> parents{-1, 0, 1};
  const std::vector<Transform> locals(2, {.translation = {1, 0, 0}});
  std::vector<glm::mat4> models(5, glm::mat4(7.0f));
  noting("localToModel: parents, locals", [&] { localToModel(parents, locals, models); });
  EXPECT_EQ(models[1][3].x, 2);
  EXPECT_EQ(models[2][0][0], 7) << "left as it was";
  std::vector<glm::mat4> one(1);
  noting("localToModel: parents, locals", [&] { localToModel(parents, std::vector<Transform>(3), one); });
}

TEST(WrongCalls, LocalToModelTakesParentsThatDoNotComeBeforeForRoots) {
  const std::vector<int> parents{5, -7, 1};
  const std::vector<Transform> locals(3, {.translation = {1, 0, 0}});
  std::vector<glm::mat4> models(3);
  noting("localToModel: a parent", [&] { localToModel(parents, locals, models); });
  EXPECT_EQ(models[0][3].x, 1);
  EXPECT_EQ(models[1][3].x, 1);
  EXPECT_EQ(models[2][3].x, 2);
}

TEST(WrongCalls, JointPositionsHasOnePointPerParent) {
  const std::vector<int> parents{-1, 0, 1};
  const std::vector<Transform> locals{{.translation = {1, 0, 0}}};
  EXPECT_THAT(noting("jointPositions", [&] { return jointPositions(parents, locals); }),
              ElementsAre(glm::dvec3(1, 0, 0), glm::dvec3(1, 0, 0), glm::dvec3(1, 0, 0)));
}

TEST(WrongCalls, SkinningPaletteTakesTheSmallestSizeAndSkipsUnknownJoints) {
  const std::vector<glm::mat4> models{glm::mat4(2.0f)}, binds(2, glm::mat4(3.0f));
  const std::vector<int> joints{0, 9, -1};
  std::vector<glm::mat4> palette(4, glm::mat4(1.0f));
  noting("skinningPalette: joints", [&] { skinningPalette(models, joints, binds, palette); });
  EXPECT_EQ(palette[0], glm::mat4(6.0f));
  EXPECT_EQ(palette[1], glm::mat4(3.0f)) << "its inverse bind";
  EXPECT_EQ(palette[2], glm::mat4(1.0f));
}

TEST(WrongCalls, SkeletonHasEmptyAnswersForIndicesThatAreNoJoints) {
  const Skeleton skeleton = chain(2);
  for (const int index : {-1, 2, 99}) {
    EXPECT_EQ(noting("Skeleton::name", [&] { return skeleton.name(index); }), "");
    EXPECT_EQ(noting("Skeleton::jointAt", [&] { return skeleton.jointAt(index); }), kNoJoint);
    EXPECT_EQ(noting("Skeleton::documentIndexOf", [&] { return skeleton.documentIndexOf(index); }), -1);
  }
}

TEST(WrongCalls, JointMaskOfNoSubtreeIsZero) {
  for (const int root : {-1, 3, 99}) {
    const JointMask mask = noting("JointMask::ofSubtree", [&] { return JointMask::ofSubtree(chain(3), root); });
    EXPECT_THAT(mask.weights(), ElementsAre(0, 0, 0));
  }
  const JointMask mask = noting("JointMask::ofSubtree: feather", [&] { return JointMask::ofSubtree(chain(2), 0, -5); });
  EXPECT_THAT(mask.weights(), ElementsAre(1, 1));
  EXPECT_GE(JointMask::ofSubtree(chain(2), 0, std::numeric_limits<int>::max()).weight(0), 0);
}

TEST(WrongCalls, JointTreesEndAtWhatIsNoParent) {
  const std::vector<int> parents{1, 0, 99, -5};  // a cycle, and two that do not exist
  EXPECT_TRUE(isAtOrBelow(parents, 1, 0));
  EXPECT_FALSE(isAtOrBelow(parents, 99, 0));
  EXPECT_EQ(commonAncestor(parents, 99, 1), -1);
  EXPECT_EQ(commonAncestor(parents, -9, 3), -1);
  EXPECT_THAT(pathDown(parents, 7, 1), ElementsAre(0, 1));
  EXPECT_THAT(pathDown(parents, 0, 50), ElementsAre(50));
  EXPECT_THAT(leavesOf(parents), ElementsAre(1, 2, 3));
}

// ---- Curve, clock, numbers, shape

TEST(WrongCalls, AnimationCurveHasNoKeyToChange) {
  AnimationCurve curve = *AnimationCurve::linear(0, 0, 1, 1);
  const AnimationCurve before = curve;
  for (const int index : {-1, 2}) {
    EXPECT_THAT(curve.moveKey(index, {}).error().message, HasSubstr("no key " + std::to_string(index)));
    noting("AnimationCurve::removeKey", [&] { curve.removeKey(index); });
    noting("AnimationCurve::smoothTangents", [&] { curve.smoothTangents(index); });
  }
  EXPECT_EQ(curve, before);
}

TEST(WrongCalls, ClocksTakeImpossibleRatesForSixtyPerSecond) {
  for (const StepRate rate :
       {StepRate{0, 1}, StepRate{60, 0}, StepRate{-60, 1}, StepRate{2'000'000'000, 2'000'000'000}}) {
    Clock clock{.settings = {.kind = ClockKind::FixedStep, .rate = rate}};
    EXPECT_EQ(secondsOf(clock), 0);
    EXPECT_EQ(noting("tick", [&] { return tick(clock, 1.0 / 60); }).steps, 1);
  }
  double carry = kNan;
  EXPECT_EQ(takeFlicks(1, carry), 0);
  EXPECT_EQ(takeFlicks(kNan, carry), 0);
  EXPECT_EQ(carry, 0);
  EXPECT_EQ(noting("clipTimeFromTicks", [] { return clipTimeFromTicks(5, 0, 1); }), 0);
}

TEST(WrongCalls, NumbersTakeAnyCountOfDecimals) {
  EXPECT_EQ(formatNumber(1.25, -3), "1");
  EXPECT_EQ(formatNumber(1.25, 1'000'000), "1.25");
}

TEST(WrongCalls, MorphsOfDifferentSizesWriteNothing) {
  const std::vector<glm::dvec2> three(3), two(2, glm::dvec2(1)), none;
  std::vector<glm::dvec2> out(3, glm::dvec2(9));
  std::vector<MorphEdge> edges(7, {.fromLength = 5});
  EXPECT_EQ(noting("minimumMotion", [&] { return minimumMotion(three, two, true); }), Correspondence{});
  noting("prepareEdges", [&] { prepareEdges(three, two, edges); });
  noting("morph: the number of edges", [&] { prepareEdges(three, three, edges); });
  noting("morph: the outlines", [&] { linearMorph(three, two, 0.5, out); });
  noting("morph: the outlines", [&] { linearMorph(three, two, 1, out); });
  noting("morph: the number of edges",
         [&] { vectorMorph(three, three, edges, RotationDirection::Shortest, ClosingError::Spread, 0.5, out); });
  noting("morph: the outlines",
         [&] { vectorMorph(two, two, {}, RotationDirection::Shortest, ClosingError::Spread, 0.5, out); });
  const MorphPlan plan = MorphPlan::make(*Shape::make(two, true), *Shape::make(three, true));
  std::vector<glm::dvec2> small(1, glm::dvec2(9));
  noting("morph: the outlines", [&] { morph(plan, MorphKind::VectorShortest, ClosingError::Raw, 0.5, small); });
  EXPECT_THAT(out, Each(glm::dvec2(9)));
  EXPECT_THAT(small, Each(glm::dvec2(9)));
  EXPECT_EQ(edges[0].fromLength, 5);
  EXPECT_EQ(partnerOf(std::numeric_limits<int>::max(), {.rotation = 2}, 3), (2 + 2147483647LL) % 3);
}

// ---- Clips

TEST(WrongCalls, EvaluateLeavesASmallerResultAlone) {
  const AnimationClip clip = slide("", 1);
  std::array<double, 2> small{8, 8};
  std::array<double, 5> large{8, 8, 8, 8, 8};
  KeyCursor cursor{.interval = -50};
  noting("evaluate", [&] { evaluate(clip.tracks()[0], 0.5, cursor, small); });
  EXPECT_THAT(small, Each(8));
  cursor.interval = 1000;
  noting("evaluate", [&] { evaluate(clip.tracks()[0], 0.5, cursor, large); });
  EXPECT_THAT(large, ElementsAre(0.5, 0, 0, 8, 8));
}

TEST(WrongCalls, BreakTimesNeedNoDuration) {
  for (const double duration : {kNan, -1.0, 0.0}) EXPECT_LE(breakTimes({}, duration, 30).size(), 2u);
  EXPECT_LE(breakTimes({}, 1, kNan).size(), 2u);
}

// ---- Poses

TEST(WrongCalls, ChannelLayoutHasChannelsThatNoTrackAnimates) {
  const std::vector<MorphChannel> morphs{{.node = 5, .count = 2}, {.node = 0, .offset = -3, .count = 2}};
  const std::vector<ValueChannel> values{
      {.node = -1, .count = 1}, {.node = 0, .offset = 0, .count = 0}, {.node = 1, .offset = 0, .count = 3}};
  const ChannelLayout layout = noting("ChannelLayout", [&] { return ChannelLayout(2, morphs, values); });
  EXPECT_EQ(layout.valueCount(), 2 * kValuesPerJoint + 3);
  EXPECT_EQ(layout.channelOf({0, Channel::Weights}, 2), -1);
  EXPECT_EQ(layout.channelOf({0, Channel::Values}, 1), -1);
  EXPECT_GE(layout.channelOf({2, Channel::Values}, 3), 0) << "other values keep their indices";
  EXPECT_EQ(noting("ChannelLayout", [] { return ChannelLayout(-4, {}); }).jointCount(), 0);
  const std::vector<MorphChannel> huge{{.node = 0, .offset = std::numeric_limits<int>::max(), .count = 9}};
  EXPECT_EQ(noting("ChannelLayout", [&] { return ChannelLayout(1, huge); }).valueCount(), kValuesPerJoint);

  const std::vector<PropertyChannel> properties{
      {.size = 0}, {.mixing = Mixing::Slerp, .size = 3}, {.mixing = Mixing::Select, .size = 2}, {.size = 2}};
  const ChannelLayout own = noting("ChannelLayout", [&] { return ChannelLayout(properties); });
  EXPECT_EQ(own.valueCount(), 2);
  PoseSampler sampler(own, {1, 2});
  sampler.sampleInOrder({});
  sampler.sampleOrderFree({});
  EXPECT_THAT(sampler.values(), ElementsAre(1, 2));
}

TEST(WrongCalls, PosesOfOtherSizesAreLeftAlone) {
  const ChannelLayout layout(2, {});
  Pose pose = poseOf(3, 0, 4);
  std::vector<double> values(20, 6);
  noting("ChannelLayout::readPose", [&] { layout.readPose(pose, values); });
  noting("ChannelLayout::writePose", [&] { layout.writePose(values, pose); });
  noting("ChannelLayout::writePose", [&] {
    Pose two = poseOf(2);
    layout.writePose(std::span(values).first(5), two);
  });
  EXPECT_THAT(values, Each(6));
  Pose mixed = poseOf(2, 1, 5);
  noting("mixPoses", [&] { mixPoses(poseOf(2, 1), poseOf(3, 1), 0.5, mixed); });
  noting("mixPoses", [&] { mixPoses(poseOf(2, 1), poseOf(2, 4), kNan, mixed); });
  EXPECT_EQ(mixed.locals[0].translation.x, 5);
}

TEST(WrongCalls, PoseSamplerSkipsEntriesThatAreNotBound) {
  const AnimationClip clip = slide("", 1), other = slide("", 1, 5, 6);
  PoseSampler sampler = noting("ChannelLayout::readPose", [] { return PoseSampler(ChannelLayout(1, {}), poseOf(4)); });
  noting("PoseSampler: the rest", [] { return PoseSampler(ChannelLayout(1, {}), std::vector<double>(3)).values()[9]; });
  noting("PoseSampler::bind", [&] { sampler.bind(-1, clip); });
  sampler.bind(1, clip);
  EXPECT_THAT(sampler.present(0), IsEmpty());
  EXPECT_THAT(sampler.present(-1), IsEmpty());
  EXPECT_THAT(sampler.present(99), IsEmpty());
  const std::vector<BlendEntry> entries{{.slot = 0, .clip = &clip, .time = 1, .weight = 1},
                                        {.slot = -8, .clip = &clip, .time = 1, .weight = 1},
                                        {.slot = 1, .clip = &other, .time = 1, .weight = 1},
                                        {.slot = 400, .clip = nullptr, .time = 1, .weight = 1},
                                        {.slot = 1, .clip = &clip, .time = kNan, .weight = 1}};
  noting("PoseSampler: an entry", [&] { sampler.sampleInOrder(entries); });
  EXPECT_EQ(sampler.values()[0], 1);
  noting("PoseSampler: an entry", [&] { sampler.sampleOrderFree(entries); });
  EXPECT_EQ(sampler.values()[0], 1);
  RotationSigns ofOthers(std::vector<ChannelSlot>(5, {.size = 4, .mixing = Mixing::Slerp}));
  noting("blendOrderFree: the signs", [&] { sampler.sampleOrderFree(entries, ofOthers); });
  EXPECT_THAT(ofOthers.joints, SizeIs(1));
  EXPECT_THAT(ofOthers.clips, SizeIs(2));
}

TEST(WrongCalls, BlendsWriteNothingWithoutRoomAndLeaveOutLayersThatLackValues) {
  const std::vector<ChannelSlot> channels{{.offset = 0, .size = 3}, {.offset = 3, .size = 4, .mixing = Mixing::Slerp}};
  const std::vector<double> rest{1, 1, 1, 0, 0, 0, 1}, whole{2, 2, 2, 0, 0, 0, 1}, part{3, 3};
  const std::vector<std::uint8_t> onePresence{1};
  const std::vector<BlendLayer> layers{{.values = part},
                                       {.values = whole, .present = onePresence},
                                       {.values = whole, .slot = -2},
                                       {.values = whole, .slot = 6}};
  RotationSigns signs(channels);
  std::vector<double> small(5, 9), out(7);
  const std::vector<ChannelSlot> negative{{.offset = -4, .size = 3}};
  noting("blend: the rest", [&] { blendInOrder(channels, rest, layers, small); });
  noting("blend: the rest", [&] { blendOrderFree(channels, rest, layers, small); });
  noting("blend: the rest", [&] { blendOrderFree(channels, rest, layers, signs, small); });
  noting("blend: the rest", [&] { blendInOrder(channels, part, layers, out); });
  noting("blend: the rest", [&] { blendInOrder(negative, rest, layers, out); });
  EXPECT_THAT(small, Each(9));
  for (int way = 0; way < 3; ++way) {
    noting("blend: a layer", [&] {
      if (way == 0) return blendInOrder(channels, rest, layers, out);
      if (way == 1) return blendOrderFree(channels, rest, layers, out);
      blendOrderFree(channels, rest, layers, signs, out);
    });
    EXPECT_EQ(out, whole) << way;
  }
  EXPECT_THAT(signs.clips, SizeIs(7)) << "grown";
  RotationSigns other{std::span<const ChannelSlot>(channels).first(1)};
  noting("RotationSigns::continueFrom", [&] { other.continueFrom(signs); });
  other.reserve(-1);
}

TEST(WrongCalls, ClipPosesTakeIndicesThatAreNoJointsForTheOrigin) {
  const Skeleton skeleton = chain(2);
  const AnimationClip clip = slide("", 1);
  const std::vector<int> joints{-3, 1, 50};
  ClipPose pose(skeleton, clip, joints);
  pose.moveTo(kNan);
  EXPECT_THAT(pose.locals(), SizeIs(2));
  for (const int joint : {-1, 2, 99}) {
    EXPECT_EQ(pose.model(joint), glm::dmat4(1.0));
    EXPECT_EQ(pose.local(joint).translation, glm::dvec3(0));
    EXPECT_EQ(pose.position(joint), glm::dvec3(0));
    EXPECT_EQ(pose.parent(joint), glm::dmat4(1.0));
  }
  std::vector<Transform> one(1), three(3);
  noting("ClipPose::write", [&] { pose.write(one); });
  noting("ClipPose::write", [&] { pose.write(three); });
  EXPECT_EQ(three[1].translation.y, 1);
  std::vector<JointFrame> frames(1);
  noting("placeJoint", [&] { placeJoint(std::vector<double>(10), std::vector<int>{4}, 0, frames); });
  noting("placeJoint", [&] { placeJoint(std::vector<double>(10), std::vector<int>{-1, 0}, 1, frames); });
}

// ---- Mixer

TEST(WrongCalls, MixersMakeActionsThatPlayNothing) {
  const ClipSet clips({slide("", 1)});
  AnimationMixer mixer(clips);
  AnimationAction* const action = noting("AnimationMixer::clipAction", [&] { return &mixer.clipAction(kForeign); });
  AnimationAction* const added =
      noting("AnimationMixer::addAction", [&] { return &mixer.addAction({}, BlendMode::Normal); });
  action->play();
  added->play();
  mixer.update(0.1);
  EXPECT_THAT(mixer.blendList(), IsEmpty());
  EXPECT_EQ(action->duration(), 0);
  mixer.uncacheClip(kForeign);
  EXPECT_EQ(mixer.existingAction(kForeign), nullptr);
}

TEST(WrongCalls, ActionsTakeAnyNumber) {
  const ClipSet clips({slide("", 1), slide("", 2)});
  for (const bool exact : {false, true})
    for (const double wrong : {kNan, kInfinity, -kInfinity, -1e300, 1e300}) {
      AnimationMixer mixer(clips), others(clips);
      mixer.exactTimes = exact;
      AnimationAction& a = mixer.clipAction(clips.ids()[0]).play();
      AnimationAction& b = others.clipAction(clips.ids()[1]).play();
      const auto step = [&] {
        mixer.update(0.1);
        mixer.update(wrong);
        for (const BlendEntry& entry : mixer.blendList()) EXPECT_EQ(entry.clip, &clips[clips.ids()[0]]);
      };
      for (const Loop loop : {Loop::Once, Loop::Repeat, Loop::PingPong}) {
        a.reset().setLoop(loop, wrong);
        for (double AnimationAction::*const field :
             {&AnimationAction::time, &AnimationAction::timeScale, &AnimationAction::weight}) {
          const double before = a.*field;
          a.*field = wrong;
          step();
          a.*field = before;
        }
        a.reset().fadeTo(wrong, wrong).play();
        step();
        a.reset().fadeTo(1, 1, {}, wrong, wrong).play();
        step();
        a.reset().warpBetween(wrong, 1, wrong).play();
        step();
        a.reset().startAt(wrong).play();
        step();
        a.reset().setDuration(wrong).halt(wrong).play();
        step();
        a.reset().crossFadeFrom(b, wrong, true).syncWith(b).play();
        step();
        a.retimeFade(wrong).holdWarp(wrong).setEffectiveWeight(wrong).setEffectiveTimeScale(wrong);
        step();
        a.timeScale = a.weight = 1;
      }
      mixer.timeScale = wrong;
      step();
      mixer.setTime(wrong);
    }
  EXPECT_EQ(advance({.time = 1}, 0.5, -3, Loop::Once, 1).now.time, 0);
  EXPECT_EQ(advance({.time = 1}, 0.5, kNan, Loop::Once, 1).now.time, 0);
}

TEST(WrongCalls, SnapshotsOfOtherMixersRestoreWhatFits) {
  const ClipSet clips({slide("", 1), slide("", 2)});
  AnimationMixer one(clips), other(clips);
  one.clipAction(clips.ids()[0]).play();
  one.clipAction(clips.ids()[1]).play();
  one.update(0.5);
  MixerSnapshot snapshot;
  one.save(snapshot);
  other.clipAction(clips.ids()[1]).play();
  other.restore(snapshot);
  other.update(0.1);
  EXPECT_LE(other.blendList().size(), 1u);
}

// ---- Transitions

TEST(WrongCalls, MarkersAndSyncedGroupsGoOnWithoutThem) {
  EXPECT_EQ(noting("SyncMarkers::ofWholeCycle", [] { return SyncMarkers::ofWholeCycle(kNan); }).duration(), 1);
  EXPECT_EQ(noting("SyncMarkers::ofWholeCycle", [] { return SyncMarkers::ofWholeCycle(0); }).duration(), 1);
  const SyncMarkers cycle = SyncMarkers::ofWholeCycle(2);
  EXPECT_EQ(cycle.lengthOf(-1), 0);
  EXPECT_EQ(cycle.lengthOf(7), 0);
  for (const double wrong : {kNan, kInfinity}) {
    EXPECT_EQ(cycle.phaseOf(wrong), 0);
    EXPECT_EQ(cycle.timeOf(wrong), 0);
    cycle.secondsTo(wrong);
  }
  const SyncMember whole{.markers = &cycle, .time = 1, .weight = 1};
  EXPECT_EQ(noting("syncedTime", [&] { return syncedTime(whole, {.time = 0.25}); }), 0.25);
  for (const SyncMember& wrong : {SyncMember{.weight = 1}, SyncMember{.markers = &cycle, .timeScale = 0, .weight = 1},
                                  SyncMember{.markers = &cycle, .timeScale = kNan, .weight = 1}}) {
    std::vector<SyncMember> members{whole, wrong};
    noting("syncCycles", [&] { syncCycles(members, 0.1, 1); });
    EXPECT_EQ(members[0].ratio, 1);
    EXPECT_EQ(members[1].ratio, 1);
  }
  std::vector<SyncMember> members{whole, {.markers = &cycle, .time = kNan, .weight = kNan}};
  syncCycles(members, kNan, kNan);
  EXPECT_EQ(members[0].ratio, 1);
}

TEST(WrongCalls, BlendSpacesWriteTheWeightsThatThereAre) {
  const BlendSpace space = *BlendSpace::make({{kForeign, {0, 0}}, {kForeign, {1, 0}}});
  std::vector<double> one(1, 9), three(3, 9), none;
  noting("BlendSpace::weightsAt", [&] { space.weightsAt({1, 0}, one); });
  EXPECT_THAT(one, ElementsAre(0));
  noting("BlendSpace::weightsAt", [&] { space.weightsAt({1, 0}, three); });
  EXPECT_THAT(three, ElementsAre(0, 1, 0));
  noting("BlendSpace::weightsAt", [&] { space.weightsAt({kNan, 0}, none); });
  EXPECT_EQ(BlendSpace().nearest({1, 2}), glm::dvec2(0));
}

TEST(WrongCalls, TransitionMixersMakeSpacesThatPlayNothing) {
  const ClipSet clips({slide("", 1)});
  TransitionMixer mixer(clips), other(clips);
  BlendSpacePlayer* const empty =
      noting("TransitionMixer::addBlendSpace", [&] { return &mixer.addBlendSpace(BlendSpace()); });
  const BlendSpace unknown = *BlendSpace::make({{kForeign, {0, 0}}, {kForeign, {1, 0}}});
  BlendSpacePlayer* const space =
      noting("AnimationMixer::addAction", [&] { return &mixer.addBlendSpace(unknown, Sync::Markers); });
  for (BlendSpacePlayer* const player : {empty, space}) {
    EXPECT_TRUE(mixer.transition().to(*player, {.sync = Sync::Phase}));
    player->moveTo({kNan, 0}, kNan);
    player->moveTo({1, 0}, kInfinity);
    player->setPhase(kNan);
    player->setWeight(kNan);
    player->setTimeScale(kNan);
    EXPECT_EQ(player->phase(), 0);
    EXPECT_EQ(player->cycleSeconds(), 0);
    for (const double delta : {0.1, kNan, kInfinity, -0.1}) mixer.update(delta);
    EXPECT_THAT(mixer.shown(), IsEmpty());
  }
  noting("TransitionMixer::removeBlendSpace", [&] { other.removeBlendSpace(*space); });
  mixer.removeBlendSpace(*space);
  EXPECT_THAT(mixer.blendSpaces(), SizeIs(1));
  noting("TransitionMixer::setCurve", [&] { mixer.setCurve({.index = 5}, {}); });
}

TEST(WrongCalls, TransitionsTakeAnyOptions) {
  const ClipSet clips({slide("", 1), slide("", 2)});
  const JointMask foreign = *JointMask::make({1, 1, 1, 1});
  for (const TransitionKind kind : kTransitionKinds)
    for (const Sync sync : {Sync::None, Sync::Phase, Sync::Markers}) {
      TransitionPlayer player(clips, ChannelLayout(1, {}), poseOf(1));
      TransitionPlayer other(clips, ChannelLayout(1, {}), poseOf(1));
      AnimationAction& a = player.clipAction(clips.ids()[0]).play();
      AnimationAction* const nothing =
          noting("AnimationMixer::clipAction", [&] { return &player.clipAction(kForeign); });
      EXPECT_FALSE(player.transition().to(other.clipAction(clips.ids()[0]), {.kind = kind}));
      EXPECT_FALSE(player.transition().to(a, {.kind = kind, .mask = &foreign}));
      EXPECT_FALSE(player.transition().redirectTo(a));
      Pose pose = poseOf(1);
      player.advance(0.1, pose);
      EXPECT_TRUE(player.transition().to(
          *nothing, {.seconds = 0.5, .kind = kind, .shape = alongCurve({.index = 9}), .sync = sync}));
      player.advance(0.1, pose);
      EXPECT_TRUE(player.transition().to(player.clipAction(clips.ids()[1]), {.kind = kind, .sync = sync}));
      for (const double wrong : {kNan, kInfinity, -1.0}) {
        player.advance(wrong, pose);
        player.skip(wrong);
        player.sampleAhead(wrong, pose);
        player.transition().setSeconds(wrong);
        player.carryOver(wrong);
        player.endTransition(wrong);
        player.setTimeScale(wrong);
        player.advance(0.1, pose);
        player.setTimeScale(1);
      }
      player.advance(10, pose);
      EXPECT_TRUE(std::isfinite(pose.locals[0].translation.x));
    }
}

TEST(WrongCalls, AFadeToAClipThatComesLaterDoesNotReadIt) {
  ClipSet clips({slide("", 1)});
  TransitionPlayer player(clips, ChannelLayout(1, {}), poseOf(1));
  player.clipAction(clips.ids()[0]).play();
  const ClipId next{.index = 1, .generation = 0};
  AnimationAction* const early = noting("AnimationMixer::clipAction", [&] { return &player.clipAction(next); });
  ASSERT_EQ(clips.add(slide("", 1, 5, 6)), next);
  Pose pose = poseOf(1);
  for (const TransitionKind kind : kTransitionKinds) {
    const JointMask all = *JointMask::make({1});
    player.transition().to(*early, {.kind = kind});
    for (int i = 0; i < 20; ++i) player.advance(0.1, pose);
    player.transition().to(player.clipAction(clips.ids()[0]), {.kind = kind, .mask = &all});
    for (int i = 0; i < 20; ++i) player.advance(0.1, pose);
    player.stopAll();
  }
}

TEST(WrongCalls, PlayersLeavePosesOfOtherSizesAlone) {
  const ClipSet clips({slide("", 1, 1, 2), slide("", 1, 3, 4)});
  TransitionPlayer player(clips, ChannelLayout(1, {}), poseOf(1));
  TransitionPlayer unfit(clips, ChannelLayout(1, {}), poseOf(3, 2, 7));
  for (TransitionPlayer* const each : {&player, &unfit}) {
    Pose large = poseOf(3, 2, 7), none;
    each->clipAction(clips.ids()[0]).play();
    each->advance(0.1, large);
    each->transition().to(each->clipAction(clips.ids()[1]), {.kind = TransitionKind::Inertial});
    each->advance(0.1, large);
    each->advance(0.1, none);
    each->sampleAhead(0.1, large);
    EXPECT_EQ(large.locals[0].translation.x, 7);
    EXPECT_THAT(none.locals, IsEmpty());
  }
  PlayerSnapshot ofOther, empty;
  unfit.save(ofOther);
  noting("TransitionPlayer::restore", [&] { player.restore(ofOther); });
  player.restore(empty);
  Pose pose = poseOf(1);
  player.advance(0.1, pose);
  EXPECT_NE(pose.locals[0].translation.x, 0);
}

TEST(WrongCalls, TransitionStatesLeavePosesOfOtherSizesAlone) {
  const Pose fitting = poseOf(2, 1), other = poseOf(3, 1, 5);
  TransitionState state(fitting);
  const TransitionPoses poses{.shownBefore = fitting, .target = other, .targetAfter = fitting, .interval = 0.1};
  noting("TransitionState", [&] { beginTransition(state, TransitionKind::Inertial, 1, poses); });
  const TransitionPoses noTime{.shownBefore = fitting, .target = fitting, .targetAfter = fitting, .interval = 0};
  noting("beginTransition: the interval", [&] { beginTransition(state, TransitionKind::Inertial, 1, noTime); });
  const TransitionPoses right{.shownBefore = fitting, .target = fitting, .targetAfter = fitting, .interval = 0.1};
  const std::vector<std::uint8_t> scope(9, 1);
  noting("beginTransition: the scope",
         [&] { beginTransition(state, TransitionKind::Inertial, 1, right, {}, {.joints = scope}); });
  EXPECT_FALSE(state.running);
  beginTransition(state, TransitionKind::Inertial, 1, right);
  EXPECT_TRUE(state.running);
  Pose pose = other;
  noting("TransitionState", [&] { continueTransition(state, 0.1, pose); });
  noting("TransitionState", [&] { showTransition(state, 0.1, pose); });
  noting("TransitionState", [&] { endOffsetsAtJump(state, other, fitting, 0); });
  EXPECT_EQ(pose.locals[2].translation.x, 5);
}

// ---- Match, travel, body, retargeting, packs

TEST(WrongCalls, PointsAndCostsStayWithinTheirClips) {
  const ClipPoints two = *ClipPoints::make(std::vector<glm::dvec3>(8), 2, 0.1, true);
  const ClipPoints one = *ClipPoints::make(std::vector<glm::dvec3>(3), 1, 0.1, false);
  for (const int point : {-1, 2, 99}) {
    EXPECT_EQ(two.position(-100, point), glm::dvec3(0));
    EXPECT_EQ(two.velocity(100, point), glm::dvec3(0));
  }
  EXPECT_EQ(ClipPoints().position(0, 0), glm::dvec3(0));
  EXPECT_EQ(ClipPoints().velocity(0, 0), glm::dvec3(0));
  const std::vector<double> weights{1, 1}, bad{kNan, -1, 0};
  EXPECT_EQ(noting("matchFrames", [&] { return matchFrames(two, 0, one, 0, 3, bad); }).distance, 0);
  EXPECT_EQ(matchFrames(two, 0, two, 0, -3, weights).distance, 0);
  EXPECT_EQ(noting("inertialCost", [] { return inertialCost(1, 1, 0); }), 0);

  for (const std::vector<double>& wrong : {bad, std::vector<double>{}, std::vector<double>{0, 0}, weights}) {
    const CostMapper mapper = noting("CostMapper", [&] { return CostMapper(two, one, wrong, -2); });
    CostMap map = mapper.emptyMap();
    mapper.fillDistances(-5, 50, map);
    mapper.fillInertialCosts(-5, 50, 0.2, map);
    EXPECT_THAT(map.costs, Each(0));
    CostMap small = map;
    small.columns = 99;
    noting("CostMapper", [&] { mapper.fillDistances(0, 1, small); });
    noting("CostMapper", [&] { mapper.fillInertialCosts(0, 1, 0.2, small); });
    EXPECT_EQ(small.at(3, 98), 0);
    EXPECT_EQ(small.at(-1, 0), 0);
    localMinima(small, -3);
  }
}

TEST(WrongCalls, SampledPointsNeedJointsAndARate) {
  const Skeleton skeleton = chain(2);
  const AnimationClip clip = slide("", 1);
  const std::vector<int> none, unknown{0, 9}, joints{1};
  for (const double rate : {0.0, -30.0, kNan}) EXPECT_FALSE(sampleClipPoints(skeleton, clip, joints, rate, false));
  EXPECT_FALSE(sampleClipPoints(skeleton, clip, none, 30, true));
  EXPECT_THAT(sampleClipPoints(skeleton, clip, unknown, 30, true).error().message, HasSubstr("joint 9"));
  EXPECT_THAT(boneWeights(skeleton, std::vector<int>{0, 1, 9, -2}), ElementsAre(0.5, 0.5, 0, 0));
}

TEST(WrongCalls, RootTracksLeaveOutWhatIsNoTranslationOrTurn) {
  const KeyframeTrack move = slide("", 1).tracks()[0];
  const auto turn = KeyframeTrack::make({0, Channel::Values}, Interpolation::Linear, {0, 1}, {0, 1});
  const RootTrack track = noting("RootTrack", [&] { return RootTrack(0, 1, *turn, move); });
  EXPECT_FALSE(track.turns());
  EXPECT_EQ(track.delta(0, 1).translation, glm::dvec3(0));
  for (const double wrong : {kNan, kInfinity, 1e300}) {
    EXPECT_EQ(RootTrack::steady(0, wrong, {1, 0, 0}).duration() < 1e30, true);
    EXPECT_EQ(track.at(wrong).turn, 0);
  }
  const Skeleton skeleton = chain(2);
  const AnimationClip clip = slide("", 1);
  for (const int joint : {-1, 2, 99}) {
    EXPECT_FALSE(extractRootMotion(skeleton, clip, joint).track.turns());
    EXPECT_EQ(applyRootMotion(skeleton, clip, RootTrack(joint, 1, move, {})).tracks()[0].values()[3], 1);
  }
  RootMotionMixer mixer;
  mixer.setTrack({}, track);
  mixer.setTrack(kForeign, track);
  EXPECT_EQ(mixer.findTrack({}), nullptr);
}

Humanoid bodyBeyond(int joint) {
  Humanoid body;
  for (int i = 0; i < kHumanJointCount; ++i) body.joints[static_cast<std::size_t>(i)] = {joint + i, 1};
  body.spine = {joint, joint + 1};
  body.neck = {-8};
  return body;
}

TEST(WrongCalls, BodiesLoseTheJointsThatTheSkeletonDoesNotHave) {
  const Skeleton skeleton = chain(3);
  const AnimationClip clip = slide("", 1);
  for (const int first : {2, 50}) {
    const Humanoid body = bodyBeyond(first);
    const Humanoid known = noting("Humanoid", [&] { return within(body, 3); });
    EXPECT_EQ(known.foundCount(), first == 2 ? 1 : 0);
    EXPECT_THAT(known.neck, IsEmpty());
    const std::vector<glm::dvec3> points(2);
    leftOf(body, points);
    EXPECT_EQ(legLength(body, points), 0);
    EXPECT_TRUE(noting("Humanoid", [&] { return findFeet(skeleton, body); }).isEmpty());
    noting("findFeet", [&] { return findFeet(skeleton, body, std::vector<Transform>(1)); });
    EXPECT_EQ(noting("jointPositions", [&] { return uprightness(skeleton, body, {}); }), 0);
    EXPECT_FALSE(stands(skeleton, body, std::vector<Transform>(9)));
    EXPECT_THAT(findStandingPose(skeleton, body, clip), SizeIs(3));
    const JointMap map = guessJointMap(skeleton, body, skeleton, body);
    EXPECT_EQ(findError(map, skeleton, skeleton), "");
    EXPECT_TRUE(Retargeter::make(skeleton, body, skeleton, body, map, {.reach = 1}));
  }
  EXPECT_EQ(bodyHeight(skeleton, 99), 1);
  EXPECT_TRUE(findLowestLeaves(skeleton, -4).isEmpty());
}

TEST(WrongCalls, RetargetersRefuseMapsAndKeepTheLastPose) {
  const Skeleton skeleton = chain(3);
  for (const JointPair& pair :
       {JointPair{.target = 9, .source = 0}, JointPair{.target = 0, .source = -4},
        JointPair{.target = 0, .source = 0, .upperSource = 12}, JointPair{.target = 0, .source = 0, .carrier = 12}})
    EXPECT_FALSE(Retargeter::make(skeleton, skeleton, {{pair}}));
  EXPECT_FALSE(Retargeter::make(skeleton, skeleton, {}));
  const auto retargeter = Retargeter::make(skeleton, skeleton, guessJointMap(skeleton, skeleton));
  ASSERT_TRUE(retargeter);
  PoseRetargeter poses(*retargeter);
  EXPECT_THAT(noting("PoseRetargeter", [&] { return poses.retarget({}); }), SizeIs(3));
  EXPECT_THAT(noting("PoseRetargeter", [&] { return poses.retarget(std::vector<DoubleTransform>(9)); }), SizeIs(3));
}

TEST(WrongCalls, PacksHaveNoFactsOfSomeClips) {
  Pack pack;
  pack.clips.add(slide("", 1));
  pack.curves.resize(1);
  EXPECT_EQ(inPlaceClips(pack).size(), 1u);
  EXPECT_FALSE(writePack(pack));
  EXPECT_FALSE(openPack({}));
  EXPECT_FALSE(pack.clips.find(pack.findClip("no")));
  TransitionPlayer player(pack.clips, ChannelLayout(1, {}), poseOf(1));
  addCurves(pack, player);
  noting("addCurves", [&] { addCurves(pack, player); });
}

}  // namespace
}  // namespace crossfade
