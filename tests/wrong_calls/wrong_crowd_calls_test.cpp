#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "crossfade/crowd/crowd_sampler.h"
#include "crossfade/ground/clip_ground.h"
#include "crossfade/ground/contact_markers.h"
#include "crossfade/ground/foot_lock.h"
#include "crossfade/ground/slide_bench.h"
#include "crossfade/quality/seam.h"
#include "crossfade/transition/transition_state.h"
#include "crossfade/travel/crowd_root_motion.h"
#include "crossfade/travel/root_motion.h"
#include "tests/support/sample_clips.h"
#include "tests/wrong_calls/noted_asserts.h"

namespace crossfade {
namespace {

using crossfade::test::chain;
using crossfade::test::slide;
using testing::Each;
using testing::IsEmpty;
using testing::SizeIs;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr ClipId kFirst{.index = 0}, kForeign{.index = 7, .generation = 3};

/// The call must note an assert that begins like this.
template <class Call>
void expectNoted(const char* begin, const Call& call) {
  ::test::takeAssert("");
  call();
  EXPECT_TRUE(::test::takeAssert(begin)) << begin;
}

Pose poseOf(std::size_t joints, std::size_t values = 0) {
  return {.locals = std::vector<Transform>(joints), .morphWeights = std::vector<float>(values)};
}

BlendEntry entryOf(const AnimationClip& clip, ClipId id, double time = 0.5) {
  return {.clip = &clip, .clipId = id, .time = time, .weight = 1};
}

TEST(WrongCalls, CrowdRigsMakeTheBestOfWhatTheyAreGiven) {
  const AnimationClip clip = slide("", 1);
  const std::vector<int> parents{5, -9, 1};
  const Pose rest = poseOf(1, 7);
  const std::vector<MorphChannel> morphs{{.node = 9, .count = 3}};
  const std::vector<SkinBinding> skins{{.joints = {0, 44, -2, 1}, .inverseBinds = {glm::mat4(1)}}};
  const std::vector<CrowdClip> clips{{.clip = nullptr, .id = kForeign}, {.clip = &clip, .id = {}}, {&clip, kFirst}};
  const CrowdRig rig({.parents = parents, .rest = rest, .morphs = morphs, .skins = skins, .clips = clips});
  for (const char* sentence : {"CrowdRig: a clip"}) EXPECT_TRUE(::test::takeAssert(sentence));
  expectNoted("CrowdRig: a parent", [&] { CrowdRig({.parents = parents, .rest = rest}); });
  expectNoted("CrowdRig: the rest", [&] { CrowdRig({.parents = parents, .rest = rest}); });
  expectNoted("CrowdRig: a skin", [&] { CrowdRig({.parents = parents, .rest = rest, .skins = skins}); });
  expectNoted("CrowdRig: joints and", [&] { CrowdRig({.parents = parents, .rest = rest, .skins = skins}); });
  EXPECT_EQ(rig.matrixCount(), 4);
  EXPECT_EQ(rig.morphCount(), 0);
  EXPECT_THAT(rig.rest().locals, SizeIs(3));
  for (const int index : {-1, 3}) expectNoted("CrowdRig::report", [&] { EXPECT_EQ(rig.report(index).bytes, 0u); });

  CrowdSampler sampler(-3);
  sampler.prepare(rig, -1, -1);
  const std::vector<BlendEntry> entries{entryOf(clip, kForeign), entryOf(clip, {}), entryOf(clip, {.index = 99}),
                                        entryOf(clip, kFirst)};
  std::vector<glm::mat4> palette(4);
  const std::vector<CrowdCharacter> characters{{.entries = entries, .matrices = &palette[0][0][0]}};
  expectNoted("CrowdSampler: the rig", [&] { sampler.sample(rig, characters); });
  EXPECT_GT(palette[0][3].x, 0) << "the two clips that it has, and one does not move";
  EXPECT_EQ(palette[1], glm::mat4(1)) << "its inverse bind";
}

TEST(WrongCalls, CrowdSamplersSkipWhatIsMissing) {
  const AnimationClip clip = slide("", 1);
  const std::vector<int> parents{-1};
  const Pose rest = poseOf(1);
  const std::vector<SkinBinding> skins{{.joints = {0}, .inverseBinds = {glm::mat4(1)}}};
  const std::vector<CrowdClip> clips{{&clip, kFirst}};
  const CrowdRig rig({.parents = parents, .rest = rest, .skins = skins, .clips = clips});
  CrowdSampler sampler(3);
  const std::vector<BlendEntry> entries{entryOf(clip, kFirst)}, late{entryOf(clip, kFirst, kNan)};
  std::vector<glm::mat4> palettes(400);
  TransitionState ofOthers(poseOf(5)), own(poseOf(1));
  std::vector<CrowdCharacter> characters(palettes.size());
  for (std::size_t i = 0; i < characters.size(); ++i) {
    characters[i] = {.entries = i % 5 == 0 ? late : entries, .matrices = i % 3 == 0 ? nullptr : &palettes[i][0][0]};
    if (i == 3) characters[i].transition = &own;
    if (i == 4) characters[i].transition = &ofOthers;
  }
  const auto run = [](int count, const std::function<void(int)>& job) {
    for (int i = -2; i < count + 50; ++i) job(i);
  };
  for (const StoreMode stores : {StoreMode::Auto, StoreMode::Streamed})
    for (const MatrixShape shape : {MatrixShape::Columns4x4, MatrixShape::Rows3x4})
      for (const JobRunner& runner : {JobRunner(), JobRunner(run)})
        sampler.sample(rig, characters, {.shape = shape, .stores = stores, .delta = kNan}, runner);
  sampler.sample(rig, characters);
  EXPECT_EQ(palettes[1][3].x, 0.5f);
  EXPECT_EQ(palettes[4][3].x, 0.5f) << "a transition of another size";
  EXPECT_EQ(palettes[5][3].x, 1) << "NaN is the end";
  EXPECT_EQ(palettes[0], glm::mat4(0));
  for (const std::size_t count : {std::size_t(1), std::size_t(900)}) {
    std::vector<Pose> poses(count);
    expectNoted("CrowdSampler::samplePoses", [&] { sampler.samplePoses(rig, characters, BlendOrder::Layers, poses); });
    EXPECT_THAT(poses[0].locals, SizeIs(1));
  }
  JobQueues queues(2);
  std::size_t done = 0;
  queues.run(5, 0, runJobsHere, [&](int, std::size_t begin, std::size_t end) { done += end - begin; });
  EXPECT_EQ(done, 5u);
}

TEST(WrongCalls, CrowdRootMotionIgnoresIdsOfNothing) {
  CrowdRootMotion roots;
  roots.setTrack({}, RootTrack::steady(0, 1, {1, 0, 0}));
  roots.setTrack(kForeign, RootTrack::steady(0, 1, {1, 0, 0}));
  EXPECT_EQ(roots.stepCount({}), 0);
  EXPECT_EQ(roots.stepCount({.index = 7}), 0);
  const AnimationClip clip = slide("", 1);
  std::vector<BlendEntry> entries{entryOf(clip, kForeign, kNan), entryOf(clip, {}), entryOf(clip, {.index = 900})};
  entries[0].moved = kNan;
  EXPECT_EQ(roots.step(entries).turn, 0);
}

TEST(WrongCalls, MetersMeasureWhatThePoseHas) {
  MotionMeter meter(2, 0, 2);
  for (int i = 0; i < 5; ++i) {
    expectNoted("MotionMeter::add", [&] { meter.add(poseOf(1, 1)); });
    expectNoted("MotionMeter::add", [&] { meter.add(poseOf(2, 9)); });
    expectNoted("MotionMeter::add", [&] { meter.add(poseOf(9)); });
  }
  const Skeleton skeleton = chain(3);
  const MeasuredBody body = withSizeOf({.counts = {true}, .hips = 1, .head = 30}, skeleton, poseOf(1));
  EXPECT_TRUE(body.has(7));
  BodyMeter seen(skeleton, body, 0);
  seen.add(poseOf(1));
  seen.add(poseOf(8));
  EXPECT_EQ(seen.range().tilt, 0);
  EXPECT_THAT(usualTranslationJumps(skeleton, poseOf(1), 1), SizeIs(3));
}

TEST(WrongCalls, BenchesHaveEmptyReportsForClipsThatDoNotExist) {
  const Skeleton skeleton = chain(2);
  const ClipSet clips({slide("", 0.2f), slide("", 0.2f, 2, 3)});
  SeamBench bench(skeleton, ChannelLayout(2, {}), poseOf(2), clips);
  const Feet feet{.feet = {{.hip = 0, .knee = 1, .ankle = 40}}, .hips = 9, .legLength = 1};
  SlideBench slides(skeleton, feet, ChannelLayout(2, {}), poseOf(2), clips, bench);
  for (const int wrong : {-1, 2, 99}) {
    expectNoted("SeamBench", [&] { EXPECT_THAT(bench.motionOf(wrong), IsEmpty()); });
    expectNoted("SeamBench", [&] { EXPECT_EQ(bench.loopSeamOf(wrong).ratio(), 0); });
    expectNoted("SeamCase", [&] { EXPECT_THAT(bench.measure({.from = 0, .to = wrong}).joints, IsEmpty()); });
    expectNoted("SeamCase", [&] { EXPECT_EQ(slides.measure({.from = wrong, .to = 0}).legLength, 0); });
    expectNoted("SlideBench", [&] { EXPECT_THAT(slides.contactsOf(wrong).feet, IsEmpty()); });
    EXPECT_FALSE(slides.walks(wrong));
    MotionMeter found(5, kSeamFrame, 3);
    const BodyMeter seen(skeleton, bench.body(), kSeamFrame);
    SeamReport report;
    const std::vector<int> played{wrong};
    expectNoted("SeamBench::compare", [&] { bench.compare(found, seen, played, report); });
    EXPECT_THAT(report.joints, SizeIs(2));
  }
  SeamCasePlayer cases(clips, ChannelLayout(2, {}), poseOf(2));
  expectNoted("SeamCase", [&] { EXPECT_EQ(cases.framesAround({.from = 9}, 5, 5).before, 0); });
  for (const double wrong : {kNan, -1.0})
    EXPECT_THAT(
        bench.measure({.from = 0, .to = 1, .start = wrong, .entry = wrong, .options = {.seconds = wrong}}).joints,
        SizeIs(2));
  SeamBench unfit(skeleton, ChannelLayout(2, {}), poseOf(5, 3), clips);
  EXPECT_THAT(unfit.measure({.from = 0, .to = 1}).joints, SizeIs(2));
}

TEST(WrongCalls, FeetWithoutJointsStandStill) {
  const Skeleton skeleton = chain(3);
  Feet feet{
      .feet = {{.hip = 0, .knee = 1, .ankle = 2}, {.hip = 0, .knee = 70, .ankle = 2}, {}}, .hips = -8, .legLength = 2};
  feet.feet[0].sole = {SolePoint{.joint = 2}, SolePoint{.joint = 99}, SolePoint{}};
  const AnimationClip clip = slide("", 1);
  FootLock lock(skeleton, feet);
  EXPECT_TRUE(::test::takeAssert("FootLock: the skeleton"));
  FootSlideMeter meter(skeleton, feet);
  const GroundState ground{.velocity = {kNan, 0, 0}, .contact = {1}};
  Pose pose = poseOf(3), small = poseOf(1);
  for (const double delta : {0.1, kNan, -0.1, 0.1}) {
    lock.apply(delta, {.contact = {1, 1, 1}}, pose);
    lock.apply(delta, ground, pose);
    meter.add(delta, ground, pose);
  }
  expectNoted("FootLock::apply", [&] { lock.apply(0.1, ground, small); });
  expectNoted("FootSlideMeter", [&] { meter.add(0.1, ground, small); });
  EXPECT_EQ(small.locals[0].translation, glm::vec3(0));
  EXPECT_EQ(lock.offsetOf(99), glm::dvec3(0));
  for (const double leg : {0.0, 2.0, kNan}) {
    feet.legLength = leg;
    const GroundContacts contacts = detectContacts(skeleton, feet, clip);
    EXPECT_THAT(contacts.feet, SizeIs(3));
    EXPECT_FALSE(contacts.isInContact(50, kNan));
    slideOf(skeleton, feet, clip, contacts, kNan);
    markersOf(contacts, ContactEvents::StrikesAndToeOffs);
    RootMotionMeter(skeleton, feet).measure(clip, contacts);
  }
  detectContacts(skeleton, feet, clip, {.rate = kNan});
  ClipGround clips(1);
  clips.set(kFirst, {});
  clips.set({}, {});
  const ClipSet set({slide("", 1)});
  AnimationMixer mixer(set);
  mixer.clipAction(kFirst).play();
  mixer.update(0.1);
  EXPECT_FALSE(clips.now(mixer, kNan).isInContact(0));
}

}  // namespace
}  // namespace crossfade
