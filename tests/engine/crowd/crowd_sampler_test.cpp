#include "crossfade/crowd/crowd_sampler.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <numbers>
#include <set>
#include <thread>

#include "bench/workload/workload.h"
#include "crossfade/base/aligned_vector.h"
#include "crossfade/clip/clip_tools.h"
#include "crossfade/crowd/detail/crowd_kernels.h"
#include "crossfade/crowd/detail/crowd_rig_data.h"
#include "crossfade/math/rotation_vector.h"
#include "crossfade/mixer/animation_mixer.h"
#include "crossfade/pose/pose_sampler.h"
#include "crossfade/skeleton/local_to_model.h"
#include "crossfade/skeleton/skinning_palette.h"
#include "crossfade/transition/transition_state.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_clips.h"
#include "tests/support/source_folder.h"

namespace crossfade {
namespace {

using workload::Member;
using workload::Workload;

/// Meters: tolerance against a double-precision reference that blends the same way.
constexpr double kReferenceTolerance = 1e-3;

CrowdRig rigOf(const Workload& work, std::span<const CrowdClip> more = {}) {
  std::vector<CrowdClip> clips;
  for (const ClipId id : work.clips.ids())
    clips.push_back({.clip = &work.clips[id], .id = id, .blendMode = work.clips[id].blendMode()});
  clips.insert(clips.end(), more.begin(), more.end());
  return CrowdRig({.parents = work.skeleton.parents(), .rest = work.rest, .skins = {&work.skin, 1}, .clips = clips});
}

/// Characters of a crowd with their blend lists and matrix storage.
struct Crowd {
  Crowd(const Workload& w, int count, int layerCount)
      : work(w),
        layers(layerCount),
        members(workload::makeCrowd(count, layerCount, w.clips)),
        entries(members.size() * static_cast<std::size_t>(layerCount)),
        matrices(members.size() * w.rest.locals.size() * 16),
        characters(members.size()) {
    for (std::size_t i = 0; i < members.size(); ++i) {
      characters[i] = {.entries = list(i), .matrices = &matrices[i * w.rest.locals.size() * 16]};
      workload::writeEntries(members[i], layers, w.clips, list(i));
    }
  }
  std::span<BlendEntry> list(std::size_t i) {
    return std::span(entries).subspan(i * static_cast<std::size_t>(layers), static_cast<std::size_t>(layers));
  }
  void advance() {
    for (std::size_t i = 0; i < members.size(); ++i) {
      workload::advance(members[i], layers, work.clips);
      workload::writeEntries(members[i], layers, work.clips, list(i));
    }
  }

  const Workload& work;
  int layers;
  std::vector<Member> members;
  std::vector<BlendEntry> entries;
  AlignedVector<float> matrices;
  std::vector<CrowdCharacter> characters;
};

template <class Matrix>
double difference(const float* ours, const Matrix& theirs) {
  double largest = 0;
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 4; ++row)
      largest = std::max(largest, std::abs(double(ours[column * 4 + row]) - double(theirs[column][row])));
  return largest;
}

double worstAgainstReference(const Workload& work, const CrowdKernels& kernels, int layers, int frames) {
  const CrowdRig rig = rigOf(work);
  Crowd crowd(work, 64, layers);
  CrowdSampler sampler(1, kernels);
  std::vector<glm::dmat4> reference(work.rest.locals.size());
  double worst = 0;
  for (int frame = 0; frame < frames; ++frame) {
    crowd.advance();
    sampler.sample(rig, crowd.characters);
    for (std::size_t i = 0; i < crowd.members.size(); ++i) {
      workload::referenceMatrices(work, crowd.members[i], layers, reference);
      for (std::size_t k = 0; k < reference.size(); ++k)
        worst = std::max(worst, difference(crowd.characters[i].matrices + k * 16, reference[k]));
    }
  }
  return worst;
}

class CrowdTargets : public testing::TestWithParam<const CrowdKernels*> {};
std::string targetName(const testing::TestParamInfo<const CrowdKernels*>& set) { return set.param->name; }
INSTANTIATE_TEST_SUITE_P(InstructionSets, CrowdTargets,
                         testing::ValuesIn(allCrowdKernels().begin(), allCrowdKernels().end()), targetName);

TEST_P(CrowdTargets, AreWithinAMillimeterOfADoubleReference) {
  for (const int joints : {20, 67, 200}) {
    const Workload work = workload::makeWorkload(joints);
    for (const int layers : {1, 2, 4})
      EXPECT_LT(worstAgainstReference(work, *GetParam(), layers, 4), kReferenceTolerance) << joints << ", " << layers;
  }
}

TEST_P(CrowdTargets, AreWithinAMillimeterForTheWorkloadOnDisk) {
  const char* given = std::getenv("CROSSFADE_WORKLOAD");
  const std::filesystem::path folder =
      given && *given ? std::filesystem::path(given) : app::test::sourceFolder().parent_path() / "shared/workload";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no workload next to the checkout";
  for (const int joints : {20, 67, 200}) {
    const auto work = workload::readWorkload(folder, joints);
    ASSERT_TRUE(work) << work.error().message;
    const double worst = worstAgainstReference(*work, *GetParam(), 2, joints == 67 ? 40 : 5);
    EXPECT_LT(worst, kReferenceTolerance) << joints;
    std::cout << "compared " << joints << " joints of " << folder.string() << ": " << worst << "\n";
    const CrowdRig rig = rigOf(*work);
    std::size_t bytes = 0;
    for (int i = 0; i < rig.clipCount(); ++i) bytes += rig.report(i).bytes;
    if (joints == 67) {
      EXPECT_LE(bytes / static_cast<std::size_t>(rig.clipCount()), 36u * 1024) << "for an average clip";
    }
  }
}

TEST_P(CrowdTargets, StoreMatricesAtAnyAddress) {
  const Workload work = workload::makeWorkload(20);
  const CrowdRig rig = rigOf(work);
  CrowdSampler sampler(1, *GetParam());
  for (const MatrixShape shape : {MatrixShape::Columns4x4, MatrixShape::Rows3x4})
    for (std::size_t offset = 0; offset < 5; ++offset) {
      Crowd cached(work, 19, 2), streamed(work, 19, 2);
      streamed.matrices.resize(streamed.matrices.size() + offset);
      for (std::size_t i = 0; i < streamed.characters.size(); ++i)
        streamed.characters[i].matrices = &streamed.matrices[i * 20 * 16 + offset];
      sampler.sample(rig, cached.characters, {.shape = shape, .stores = StoreMode::Cached});
      sampler.sample(rig, streamed.characters, {.shape = shape, .stores = StoreMode::Streamed});
      EXPECT_TRUE(std::equal(cached.matrices.begin(), cached.matrices.end(),
                             streamed.matrices.begin() + static_cast<std::ptrdiff_t>(offset)))
          << offset;
    }
}

TEST_P(CrowdTargets, DetectOneChangedWeight) {
  const Workload work = workload::makeWorkload(20);
  const CrowdRig rig = rigOf(work);
  Crowd crowd(work, 1, 2);
  crowd.entries[0].weight += 0.05;
  CrowdSampler(1, *GetParam()).sample(rig, crowd.characters);
  std::vector<glm::dmat4> reference(work.rest.locals.size());
  workload::referenceMatrices(work, crowd.members[0], 2, reference);
  double worst = 0;
  for (std::size_t k = 0; k < reference.size(); ++k)
    worst = std::max(worst, difference(crowd.characters[0].matrices + k * 16, reference[k]));
  EXPECT_GT(worst, kReferenceTolerance);
}

/// One character with everything on: a mask with a feather, an additive clip, animated scale, and weights whose sum is
/// below 1, so that the rest pose shows.
struct Everything {
  static constexpr ClipId kAdditiveId{.index = 100};  // in no clip set

  explicit Everything(int joints) : work(workload::makeWorkload(joints)) {
    workload::animateScale(work);
    additive = std::make_unique<AnimationClip>(makeClipAdditive(work.clips[5], work.clips[5]));
    mask = std::make_unique<JointMask>(JointMask::ofSubtree(work.skeleton, 2, 2));
  }
  std::vector<BlendEntry> list(double time, double first, double second) const {
    return {{.slot = 0,
             .clip = &work.clips[0],
             .clipId = work.clips.ids()[0],
             .time = std::fmod(time, work.clips[0].duration()),
             .weight = first},
            {.slot = 1,
             .clip = &work.clips[1],
             .clipId = work.clips.ids()[1],
             .time = std::fmod(time * 1.2, work.clips[1].duration()),
             .weight = second,
             .mask = mask.get()},
            {.slot = 2,
             .clip = additive.get(),
             .clipId = kAdditiveId,
             .time = std::fmod(time * 0.7, additive->duration()),
             .weight = 0.6,
             .blendMode = BlendMode::Additive,
             .mask = mask.get()}};
  }
  CrowdRig rig() const {
    const CrowdClip more{.clip = additive.get(), .id = kAdditiveId, .blendMode = BlendMode::Additive};
    return rigOf(work, {&more, 1});
  }
  std::vector<glm::mat4> palette(const Pose& pose) const {
    std::vector<glm::mat4> models(pose.locals.size()), matrices(pose.locals.size());
    localToModel(work.skeleton.parents(), pose.locals, models);
    skinningPalette(models, work.skin.joints, work.skin.inverseBinds, matrices);
    return matrices;
  }

  Workload work;
  std::unique_ptr<AnimationClip> additive;
  std::unique_ptr<JointMask> mask;
};

/// Meters: the error of blending three large rotations linearly instead of along arcs, accumulated over a chain of
/// joints.
constexpr double kStraightMix = 1e-2;

TEST_P(CrowdTargets, StayNearTheExactPathForBothBlendsWithEverythingOn) {
  const Everything all(67);
  const CrowdRig rig = all.rig();
  const ChannelLayout channels(67, {});
  PoseSampler exact(channels, all.work.rest);
  exact.bind(0, all.work.clips[0]);
  exact.bind(1, all.work.clips[1]);
  exact.bind(2, *all.additive);
  RotationSigns signs(channels.channels(), 3);
  CrowdSampler sampler(1, *GetParam());
  AlignedVector<float> matrices(67 * 16);
  Pose pose = all.work.rest;
  for (const BlendOrder order : {BlendOrder::ThreeJs, BlendOrder::Layers})
    for (double time = 0; time < 2; time += 0.07) {
      const auto entries = all.list(time, 0.7, 0.5 + 0.2 * time);
      const CrowdCharacter character{.entries = entries, .matrices = matrices.data()};
      sampler.sample(rig, {&character, 1}, {.order = order});
      if (order == BlendOrder::ThreeJs)
        exact.sampleInOrder(entries);
      else
        exact.sampleOrderFree(entries, signs);
      exact.writePose(pose);
      const auto palette = all.palette(pose);
      for (std::size_t k = 0; k < palette.size(); ++k)
        ASSERT_LT(difference(&matrices[k * 16], palette[k]), kStraightMix) << time << " " << k;
    }
}

TEST(CrowdSampler, ALayerOfWeightsAboveOneIsTheirMean) {
  const Workload work = workload::makeWorkload(20);
  const CrowdRig rig = rigOf(work);
  const JointMask all = JointMask::ofSubtree(work.skeleton, 0);
  for (const JointMask* mask : {static_cast<const JointMask*>(nullptr), &all}) {
    const auto poseOf = [&](double first, double second) {
      const BlendEntry entries[]{
          {.clip = &work.clips[0], .clipId = work.clips.ids()[0], .time = 0.3, .weight = first, .mask = mask},
          {.slot = 1,
           .clip = &work.clips[1],
           .clipId = work.clips.ids()[1],
           .time = 0.4,
           .weight = second,
           .mask = mask}};
      const CrowdCharacter character{.entries = entries};
      Pose pose = work.rest;
      CrowdSampler().samplePoses(rig, {&character, 1}, BlendOrder::Layers, {&pose, 1});
      return pose;
    };
    const Pose mean = poseOf(0.5, 0.5), above = poseOf(0.8, 0.8);
    for (std::size_t i = 0; i < 20; ++i) {
      EXPECT_NEAR(glm::distance(mean.locals[i].translation, above.locals[i].translation), 0, 1e-5) << i;
      EXPECT_GT(std::abs(glm::dot(mean.locals[i].rotation, above.locals[i].rotation)), 1 - 1e-6f) << i;
    }
  }
}

TEST(CrowdSampler, LayersAreStackedBySlotInWhateverOrderTheyAreListed) {
  const Workload work = workload::makeWorkload(20);
  const CrowdRig rig = rigOf(work);
  const std::array masks{JointMask::ofSubtree(work.skeleton, 0), JointMask::ofSubtree(work.skeleton, 0),
                         JointMask::ofSubtree(work.skeleton, 0)};
  const auto poseOf = [&](std::array<int, 3> order) {
    std::vector<BlendEntry> entries;
    for (const int slot : order) {
      const auto i = static_cast<std::size_t>(slot);
      entries.push_back({.slot = slot,
                         .clip = &work.clips[i],
                         .clipId = work.clips.ids()[i],
                         .time = 0.3,
                         .weight = 0.5,
                         .mask = &masks[i]});
    }
    const CrowdCharacter character{.entries = entries};
    Pose pose = work.rest;
    CrowdSampler().samplePoses(rig, {&character, 1}, BlendOrder::Layers, {&pose, 1});
    return pose;
  };
  std::array<int, 3> order{0, 1, 2};
  const Pose expected = poseOf(order);
  while (std::next_permutation(order.begin(), order.end())) {
    const Pose pose = poseOf(order);
    for (std::size_t i = 0; i < 20; ++i)
      EXPECT_EQ(pose.locals[i].rotation, expected.locals[i].rotation) << order[0] << order[1] << order[2];
  }
}

// Whatever the slots are, and although neither clip has tracks for all joints.
TEST(CrowdSampler, AMaskedEntryLiesOnTopOfThoseWithoutAMask) {
  const ClipSet clips(
      {test::clip("below", {test::track({0, Channel::Translation}, Interpolation::Linear, {0}, {1, 0, 0}),
                            test::track({1, Channel::Translation}, Interpolation::Linear, {0}, {2, 0, 0})}),
       test::clip("above", {test::track({1, Channel::Translation}, Interpolation::Linear, {0}, {9, 0, 0})})});
  const ClipId below = clips.ids()[0], above = clips.ids()[1];
  const CrowdClip uses[]{{.clip = &clips[below], .id = below}, {.clip = &clips[above], .id = above}};
  const Skeleton skeleton = test::chain(3);
  const JointMask mask = JointMask::ofSubtree(skeleton, 1);
  Pose pose{.locals = {Transform{}, Transform{}, Transform{}}, .morphWeights = {}};
  const CrowdRig rig({.parents = skeleton.parents(), .rest = pose, .clips = uses});
  for (const int slot : {0, 1}) {
    const BlendEntry entries[]{{.slot = 1 - slot, .clip = &clips[below], .clipId = below, .weight = 1},
                               {.slot = slot, .clip = &clips[above], .clipId = above, .weight = 0.75, .mask = &mask}};
    const CrowdCharacter character{.entries = entries};
    CrowdSampler().samplePoses(rig, {&character, 1}, BlendOrder::Layers, {&pose, 1});
    EXPECT_NEAR(pose.locals[0].translation.x, 1, 1e-5) << slot;
    EXPECT_NEAR(pose.locals[1].translation.x, 0.25 * 2 + 0.75 * 9, 1e-4) << slot;
  }
}

TEST(CrowdSampler, SwitchingPathsInMidFadeIsInvisible) {
  rc::check([] {
    const Workload work = workload::makeWorkload(20, static_cast<unsigned>(*rc::gen::inRange(1, 1000)));
    const CrowdRig rig = rigOf(work);
    CrowdSampler sampler;
    AlignedVector<float> matrices(20 * 16);
    const ChannelLayout channels(20, {});
    PoseSampler exact(channels, work.rest);
    for (int i = 0; i < 8; ++i) exact.bind(i, work.clips[static_cast<std::size_t>(i)]);
    RotationSigns signs(channels.channels(), 8);
    const int first = *rc::gen::inRange(0, 8), second = (first + *rc::gen::inRange(1, 8)) % 8;
    const double start = *rc::gen::inRange(0, 1000) / 1000.0, length = *rc::gen::inRange(10, 200) / 100.0;
    for (double t = 0; t < length; t += length / 7) {
      std::vector<BlendEntry> entries;
      for (const auto& [clip, weight] : {std::pair{first, 1 - t / length}, {second, t / length}})
        if (weight > 0)
          entries.push_back({.slot = clip,
                             .clip = &work.clips[static_cast<std::size_t>(clip)],
                             .clipId = work.clips.ids()[static_cast<std::size_t>(clip)],
                             .time = std::fmod(start + t, work.clips[static_cast<std::size_t>(clip)].duration()),
                             .weight = weight});
      const CrowdCharacter character{.entries = entries, .matrices = matrices.data()};
      sampler.sample(rig, {&character, 1});
      exact.sampleOrderFree(entries, signs);
      Pose pose = work.rest;
      exact.writePose(pose);
      std::vector<glm::mat4> models(20);
      localToModel(work.skeleton.parents(), pose.locals, models);
      for (std::size_t k = 0; k < 20; ++k)
        RC_ASSERT(difference(&matrices[k * 16], models[k] * work.skin.inverseBinds[k]) < 1e-3);
    }
  });
}

TEST(CrowdSampler, MixesRotationsWithinItsStatedBoundOfTheArc) {
  for (int degrees = 5; degrees <= 120; degrees += 5)
    for (const double weight : {0.1, 0.21, 0.4, 0.5, 0.79}) {
      const double angle = degrees * std::numbers::pi / 180;
      const ClipSet clips(
          {test::clip("", {test::track({0, Channel::Rotation}, Interpolation::Linear, {0}, {0, 0, 0, 1})}),
           test::clip("", {test::track({0, Channel::Rotation}, Interpolation::Linear, {0},
                                       {0, static_cast<float>(std::sin(angle / 2)), 0,
                                        static_cast<float>(std::cos(angle / 2))})})});
      const ClipId one = clips.ids()[0], other = clips.ids()[1];
      const CrowdClip uses[]{{.clip = &clips[one], .id = one}, {.clip = &clips[other], .id = other}};
      const int root = -1;
      Pose pose{.locals = {Transform{}}, .morphWeights = {}};
      const CrowdRig rig({.parents = {&root, 1}, .rest = pose, .clips = uses});
      const BlendEntry entries[]{{.clip = &clips[one], .clipId = one, .weight = 1 - weight},
                                 {.slot = 1, .clip = &clips[other], .clipId = other, .weight = weight}};
      const CrowdCharacter character{.entries = entries};
      CrowdSampler().samplePoses(rig, {&character, 1}, BlendOrder::Layers, {&pose, 1});
      EXPECT_NEAR(glm::angle(pose.locals[0].rotation), angle * weight, angle * angle * angle / 125 + 1e-4)
          << degrees << " " << weight;
    }
}

TEST(CrowdSampler, AlternatesBetweenRigs) {
  const Workload small = workload::makeWorkload(20), large = workload::makeWorkload(67);
  const CrowdRig smallRig = rigOf(small), largeRig = rigOf(large);
  CrowdSampler together, alone;
  Crowd a(small, 9, 2), b(large, 9, 2), c(small, 9, 2);
  together.sample(smallRig, a.characters);
  together.sample(largeRig, b.characters);
  together.sample(smallRig, a.characters);
  alone.sample(smallRig, c.characters);
  EXPECT_EQ(a.matrices, c.matrices);
}

TEST(CrowdSampler, DoesNotDependOnJobsAndThreads) {
  const Workload work = workload::makeWorkload(67);
  const CrowdRig rig = rigOf(work);
  Crowd one(work, 61, 2), many(work, 61, 2);
  CrowdSampler(1).sample(rig, one.characters);
  CrowdSampler sampler(2);
  sampler.sample(rig, many.characters, {}, [](int count, const std::function<void(int)>& job) {
    EXPECT_EQ(count, 2);
    std::vector<std::thread> threads;
    for (int i = 0; i < count; ++i) threads.emplace_back([&job, i] { job(i); });
    for (std::thread& thread : threads) thread.join();
  });
  EXPECT_EQ(one.matrices, many.matrices);
}

TEST(CrowdSampler, KeepsNeighborsIndependent) {
  const Workload work = workload::makeWorkload(20);
  const CrowdRig rig = rigOf(work);
  Crowd crowd(work, 21, 2);
  CrowdSampler sampler;
  sampler.sample(rig, crowd.characters);
  for (std::size_t i = 0; i < crowd.characters.size(); ++i) {
    AlignedVector<float> alone(20 * 16);
    const CrowdCharacter character{.entries = crowd.characters[i].entries, .matrices = alone.data()};
    sampler.sample(rig, {&character, 1});
    for (std::size_t k = 0; k < alone.size(); ++k)
      ASSERT_NEAR(alone[k], crowd.characters[i].matrices[k], 1e-5) << i << " " << k;
  }
}

TEST(CrowdSampler, ShowsTheRestPoseForInvalidEntries) {
  const Workload work = workload::makeWorkload(20);
  const CrowdRig rig = rigOf(work);
  CrowdSampler sampler;
  sampler.sample(rig, {});
  AlignedVector<float> matrices(20 * 16);
  const std::vector<std::vector<BlendEntry>> lists{
      {},
      {{.clip = &work.clips[0], .clipId = work.clips.ids()[0], .weight = 0}},
      {{.clip = &work.clips[0], .clipId = work.clips.ids()[0], .weight = std::nan("")}},
      {{.clip = &work.clips[0], .clipId = work.clips.ids()[0], .weight = -1}}};
  for (const auto& entries : lists) {
    const CrowdCharacter character{.entries = entries, .matrices = matrices.data()};
    sampler.sample(rig, {&character, 1});
    for (std::size_t k = 0; k < 20; ++k)
      EXPECT_LT(difference(&matrices[k * 16], glm::mat4(1)), 1e-5) << "bind pose and rest pose are the same";
  }
  for (const double time : {std::nan(""), 1e300, -1e300}) {
    const BlendEntry entry{.clip = &work.clips[0], .clipId = work.clips.ids()[0], .time = time, .weight = 1};
    const CrowdCharacter character{.entries = {&entry, 1}, .matrices = matrices.data()};
    sampler.sample(rig, {&character, 1});
    for (const float value : matrices) EXPECT_TRUE(std::isfinite(value));
  }
}

TEST(CrowdSampler, ContinuesTransitionsLikeTheExactPath) {
  for (const TransitionKind kind : {TransitionKind::Inertial, TransitionKind::DeadBlending}) {
    const Workload work = workload::makeWorkload(20);
    const CrowdRig rig = rigOf(work);
    CrowdSampler sampler;
    const auto listAt = [&](std::size_t clip, double time) {
      return BlendEntry{.slot = static_cast<int>(clip),
                        .clip = &work.clips[clip],
                        .clipId = work.clips.ids()[clip],
                        .time = time,
                        .weight = 1};
    };
    const auto poseAt = [&](std::size_t clip, double time) {
      const BlendEntry entry = listAt(clip, time);
      const CrowdCharacter character{.entries = {&entry, 1}};
      Pose pose = work.rest;
      sampler.samplePoses(rig, {&character, 1}, BlendOrder::Layers, {&pose, 1});
      return pose;
    };
    // From clip 0 at 0.4 s to clip 1 at 0.1 s.
    constexpr double kInterval = 1.0 / 240;
    TransitionState state(poseAt(0, 0.4)), alone(poseAt(0, 0.4));
    const Pose before = poseAt(0, 0.4 - kInterval), target = poseAt(1, 0.1), after = poseAt(1, 0.1 + kInterval);
    for (TransitionState* s : {&state, &alone})
      beginTransition(*s, kind, 0.5,
                      {.shownBefore = before, .target = target, .targetAfter = after, .interval = kInterval});

    AlignedVector<float> matrices(20 * 16);
    std::vector<glm::mat4> models(20);
    for (int frame = 0; frame < 40; ++frame) {
      const double delta = frame == 0 ? 0 : 1.0 / 60, time = 0.1 + frame / 60.0;
      const BlendEntry entry = listAt(1, time);
      const CrowdCharacter character{.entries = {&entry, 1}, .matrices = matrices.data(), .transition = &state};
      sampler.sample(rig, {&character, 1}, {.delta = delta});
      Pose pose = poseAt(1, time);
      continueTransition(alone, delta, pose);
      localToModel(work.skeleton.parents(), pose.locals, models);
      for (std::size_t k = 0; k < 20; ++k)
        ASSERT_LT(difference(&matrices[k * 16], models[k] * work.skin.inverseBinds[k]), 1e-5) << frame;
      if (frame == 0) {
        localToModel(work.skeleton.parents(), poseAt(0, 0.4).locals, models);
        for (std::size_t k = 0; k < 20; ++k)
          ASSERT_LT(difference(&matrices[k * 16], models[k] * work.skin.inverseBinds[k]), 1e-3)
              << "starts from the shown pose";
      }
    }
    EXPECT_FALSE(state.running);
  }
}

TEST(CrowdSampler, BlendsMorphWeights) {
  const std::vector<MorphChannel> morphs{{.node = 0, .offset = 0, .count = 3}};
  const ClipSet clips(
      {test::clip("", {test::track({0, Channel::Weights}, Interpolation::Linear, {0, 1}, {0, 0.5f, 1, 1, 0.5f, 0})})});
  const ClipId id = clips.ids()[0];
  const Pose rest{.locals = {Transform{}}, .morphWeights = {0.1f, 0.2f, 0.3f}};
  const int root = -1;
  const CrowdClip use{.clip = &clips[id], .id = id};
  const CrowdRig rig({.parents = {&root, 1}, .rest = rest, .morphs = morphs, .clips = {&use, 1}});
  const BlendEntry entry{.clip = &clips[id], .clipId = id, .time = 0.25, .weight = 0.5};
  float weights[3] = {};
  const CrowdCharacter character{.entries = {&entry, 1}, .morphWeights = weights};
  CrowdSampler().sample(rig, {&character, 1});
  EXPECT_NEAR(weights[0], 0.25 * 0.5 + 0.1 * 0.5, 1e-6);
  EXPECT_NEAR(weights[1], 0.5 * 0.5 + 0.2 * 0.5, 1e-6);
  EXPECT_NEAR(weights[2], 0.75 * 0.5 + 0.3 * 0.5, 1e-6);
}

TEST(CrowdSampler, AllocatesNothingFromTheFirstFrameOn) {
  const Everything all(67);
  const CrowdRig rig = all.rig();
  const auto entries = all.list(0.3, 0.7, 0.5);
  AlignedVector<float> matrices(20 * 67 * 16);
  std::vector<CrowdCharacter> characters(20);
  TransitionState state(all.work.rest);
  for (std::size_t i = 0; i < characters.size(); ++i)
    characters[i] = {.entries = std::span(entries).first(i % 4), .matrices = &matrices[i * 67 * 16]};
  characters[7].transition = &state;
  CrowdSampler sampler(3);
  sampler.prepare(rig);
  const JobRunner run = runJobsHere;
  const ::test::AllocationGuard guard;
  for (int frame = 0; frame < 10; ++frame) {
    sampler.sample(rig, characters, {.order = frame % 2 ? BlendOrder::Layers : BlendOrder::ThreeJs, .delta = 0.01},
                   run);
    characters[static_cast<std::size_t>(frame)].entries = entries;
  }
  EXPECT_EQ(guard.count(), 0);
}

TEST(CrowdSampler, LongListsWhoseOtherEntriesWeighNothingAreLikeShortOnes) {
  const Everything all(67);
  const CrowdRig rig = all.rig();
  const std::vector<BlendEntry> some = all.list(0.3, 0.7, 0.5);
  for (std::size_t count = 1; count <= 6; ++count) {
    std::vector<BlendEntry> entries(count, some.front());
    for (std::size_t i = 0; i < count; ++i) {
      entries[i].time = 0.1 * static_cast<double>(i);
      entries[i].weight = 0.15;  // so that the rest pose shows
    }
    std::vector<BlendEntry> padded = entries;
    padded.resize(count + 6);  // of weight 0
    AlignedVector<float> matrices(2 * 67 * 16);
    const CrowdCharacter characters[] = {{.entries = entries, .matrices = matrices.data()},
                                         {.entries = padded, .matrices = &matrices[67 * 16]}};
    CrowdSampler sampler;
    sampler.prepare(rig, 2);
    for (int frame = 0; frame < 2; ++frame) sampler.sample(rig, characters);
    EXPECT_TRUE(std::equal(matrices.begin(), matrices.begin() + 67 * 16, matrices.begin() + 67 * 16)) << count;
  }
}

/// Where caches are cold, each page of memory that a frame needs costs more than reading several of its lines.
TEST(CrowdRig, WhatEveryFrameReadsLiesOnThreePages) {
  const Workload work = workload::makeWorkload(67);
  const CrowdRig rig = rigOf(work);
  const CrowdRigData& data = rig.data();
  constexpr std::uintptr_t kPage = 4096;
  std::set<std::uintptr_t> pages;
  const auto touch = [&](const void* from, std::size_t bytes) {
    const auto begin = reinterpret_cast<std::uintptr_t>(from);
    for (std::uintptr_t page = begin / kPage; page <= (begin + bytes - 1) / kPage; ++page) pages.insert(page);
  };
  touch(data.clipKeys.data(), data.clipKeys.size_bytes());
  touch(data.single.laneOrigins, data.single.lanes * kLaneOriginSize * sizeof(float));
  touch(data.single.steps.data(), data.single.steps.size_bytes());
  touch(data.single.generalSteps.data(), data.single.generalSteps.size_bytes());
  touch(data.frameMatrices, data.single.lanes * kFrameMatrixSize * sizeof(float));
  EXPECT_LE(pages.size(), 3u);
  const std::size_t bases = data.sizes.paddedRotations * kQuaternionSize * sizeof(float);
  for (const ClipKeys& keys : data.clipKeys) {
    pages.clear();
    touch(keys.rotationBases, bases);
    EXPECT_EQ(pages.size(), 1u);
  }
}

TEST(CrowdSampler, StoresAtMost64BytesPerCharacterAndLayer) {
  EXPECT_LE(sizeof(BlendEntry), 64u) << "a layer is only its entry in the blend list";
  EXPECT_LE(sizeof(CrowdCharacter), 64u);
}

// Although one clip lacks a track for the second joint, where the rest pose shows through.
TEST(CrowdSampler, ALayerOfWeightsAboveOneHidesAllBelow) {
  const ClipSet clips(
      {test::clip("both", {test::track({0, Channel::Translation}, Interpolation::Linear, {0}, {1, 0, 0}),
                           test::track({1, Channel::Translation}, Interpolation::Linear, {0}, {5, 0, 0})}),
       test::clip("first", {test::track({0, Channel::Translation}, Interpolation::Linear, {0}, {3, 0, 0})})});
  const ClipId both = clips.ids()[0], first = clips.ids()[1];
  const CrowdClip uses[]{{.clip = &clips[both], .id = both}, {.clip = &clips[first], .id = first}};
  const Skeleton skeleton = test::chain(2);
  const JointMask all = JointMask::ofSubtree(skeleton, 0);
  const Pose rest{.locals = {Transform{.translation = {70, 0, 0}}, Transform{.translation = {90, 0, 0}}},
                  .morphWeights = {}};
  const CrowdRig rig({.parents = skeleton.parents(), .rest = rest, .clips = uses});
  for (const JointMask* mask : {static_cast<const JointMask*>(nullptr), &all}) {
    const BlendEntry entries[]{{.clip = &clips[both], .clipId = both, .weight = 0.8, .mask = mask},
                               {.slot = 1, .clip = &clips[first], .clipId = first, .weight = 0.8, .mask = mask}};
    const CrowdCharacter character{.entries = entries};
    Pose pose = rest;
    CrowdSampler().samplePoses(rig, {&character, 1}, BlendOrder::Layers, {&pose, 1});
    EXPECT_NEAR(pose.locals[0].translation.x, 2, 1e-4) << "the mean of 1 and 3";
    EXPECT_NEAR(pose.locals[1].translation.x, 0.8 * 5 + 0.2 * 90, 1e-4);
  }
}

}  // namespace
}  // namespace crossfade
