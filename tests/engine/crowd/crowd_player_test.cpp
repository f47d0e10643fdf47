#include "crossfade/crowd/crowd_player.h"

#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <thread>
#include <vector>

#include "bench/workload/workload.h"
#include "crossfade/crowd/crowd_sampler.h"
#include "crossfade/skeleton/local_to_model.h"
#include "crossfade/skeleton/skinning_palette.h"
#include "crossfade/transition/transition_player.h"
#include "crossfade/transition/transition_state.h"
#include "tests/support/allocation_guard.h"

namespace crossfade {
namespace {

using workload::Workload;

constexpr std::size_t kCount = 12;
constexpr int kJoints = 20;

CrowdRig walkingRigOf(const Workload& work) {
  std::vector<CrowdClip> clips;
  for (const ClipId id : work.clips.ids()) clips.push_back({.clip = &work.clips[id], .id = id});
  const std::vector<SkinBinding> skins{{work.skin.joints, work.skin.inverseBinds}};
  return CrowdRig({.parents = work.skeleton.parents(), .rest = work.rest, .skins = skins, .clips = clips});
}

/// What a game would write without CrowdPlayer, for one character.
struct ByHand {
  ByHand(const CrowdRig& crowdRig, const ClipSet& clips) : rig(crowdRig), mixer(clips), state(rig.rest()) {}

  Pose sampled(std::span<const BlendEntry> list) {
    const CrowdCharacter character{.entries = list};
    Pose pose = rig.rest();
    sampler.samplePoses(rig, {&character, 1}, BlendOrder::Layers, {&pose, 1});
    return pose;
  }
  Pose sampledAt(double seconds) {
    std::vector<BlendEntry> list;
    mixer.extrapolate(seconds, list);
    for (BlendEntry& entry : list)
      if (const double duration = entry.clip->duration(); entry.time < 0 || entry.time > duration)
        entry.time -= duration * std::floor(entry.time / duration);
    return sampled(list);
  }
  void fade(ClipId target, const TransitionOptions& options) {
    const bool carries = state.running || worksOnPoses(options.kind);
    if (carries && !state.running) state.shown = sampled(mixer.shown());
    Pose before = sampledAt(-1.0 / 240);
    showTransition(state, -1.0 / 240, before);
    mixer.transition().to(mixer.clipAction(target), options);
    const bool jumped = mixer.takeChange() == TransitionChange::Jumped;
    if (!carries && !jumped) return;
    if (!carries) before = state.shown = sampled(mixer.shown());
    mixer.update(0);
    const Pose now = sampled(mixer.shown()), after = sampledAt(1.0 / 240);
    const bool ends = worksOnPoses(options.kind) || options.kind == TransitionKind::Classic;
    beginTransition(state, ends ? options.kind : TransitionKind::Inertial, mixer.transition().remaining(),
                    {.shownBefore = before, .target = now, .targetAfter = after, .interval = 1.0 / 240}, mixer.shape());
  }
  CrowdCharacter update(double seconds, float* matrices) {
    mixer.update(seconds);
    return {.entries = mixer.shown(), .matrices = matrices, .transition = state.running ? &state : nullptr};
  }

  const CrowdRig& rig;
  CrowdSampler sampler;
  TransitionMixer mixer;
  TransitionState state;
};

/// In each frame a few characters begin fades of all kinds, also while others run.
std::vector<CrowdFade> fadesIn(int frame, const ClipSet& clips) {
  std::vector<CrowdFade> fades;
  for (std::size_t i = 0; i < kCount; ++i)
    if ((static_cast<std::size_t>(frame) * 7 + i * 11) % 23 == 0)
      fades.push_back({.character = i,
                       .target = clips.ids()[(static_cast<std::size_t>(frame) + i) % clips.size()],
                       .options = {.seconds = 0.1 + 0.05 * static_cast<double>(i % 5),
                                   .kind = kTransitionKinds[(static_cast<std::size_t>(frame) + 3 * i) % 6],
                                   .sync = i % 3 == 0 ? Sync::Phase : Sync::None}});
  return fades;
}

TEST(CrowdPlayer, DoesWhatOneWouldDoByHandToTheBit) {
  const Workload work = workload::makeWorkload(kJoints);
  const CrowdRig rig = walkingRigOf(work);
  CrowdPlayer crowd(rig, work.clips, kCount), threaded(rig, work.clips, kCount, 3);
  const JobRunner threads = [](int count, const std::function<void(int)>& job) {
    std::vector<std::thread> running;
    for (int i = 0; i < count; ++i) running.emplace_back(job, i);
    for (std::thread& each : running) each.join();
  };
  std::deque<ByHand> all;
  for (std::size_t i = 0; i < kCount; ++i) {
    for (TransitionMixer* const mixer : {&crowd[i], &threaded[i], &all.emplace_back(rig, work.clips).mixer})
      mixer->clipAction(work.clips.ids()[i % work.clips.size()]).play();
  }
  const auto floats = static_cast<std::size_t>(rig.matrixCount()) * 16;
  std::vector<float> matrices(kCount * floats), other(kCount * floats), byHand(kCount * floats);
  int running = 0;
  for (int frame = 0; frame < 240; ++frame) {
    const double seconds = frame % 5 == 0 ? 0.03 : 1.0 / 60;
    const std::vector<CrowdFade> fades = frame == 0 ? std::vector<CrowdFade>() : fadesIn(frame, work.clips);
    crowd.advance(seconds, fades, matrices);
    threaded.advance(seconds, fades, other, {}, threads);
    for (const CrowdFade& fade : fades) all[fade.character].fade(fade.target, fade.options);
    std::vector<CrowdCharacter> characters;
    for (std::size_t i = 0; i < kCount; ++i) {
      characters.push_back(all[i].update(seconds, byHand.data() + i * floats));
      running += all[i].state.running;
    }
    all[0].sampler.sample(rig, characters, {.delta = seconds});
    ASSERT_EQ(matrices, byHand) << "frame " << frame;
    ASSERT_EQ(other, byHand) << "frame " << frame;
  }
  EXPECT_GT(running, 200) << "transitions on poses did run";
}

TEST(CrowdPlayer, PlaysBlendSpacesAsAPlayerDoes) {
  const Workload work = workload::makeWorkload(kJoints);
  const CrowdRig rig = walkingRigOf(work);
  const std::span<const ClipId> ids = work.clips.ids();
  const auto space = BlendSpace::make({{ids[0], {1, 0}}, {ids[1], {2, 0}}, {ids[2], {1, 1}}});
  ASSERT_TRUE(space);
  CrowdPlayer crowd(rig, work.clips, 2);
  TransitionPlayer player(work.clips, ChannelLayout(kJoints, {}), work.rest);
  crowd[0].clipAction(ids[3]).play();
  crowd[1].clipAction(ids[3]).play();
  player.clipAction(ids[3]).play();
  BlendSpacePlayer& inCrowd = crowd[1].addBlendSpace(*space);
  BlendSpacePlayer& alone = player.addBlendSpace(*space);

  Pose pose = work.rest;
  std::vector<glm::mat4> models(pose.locals.size()), palette(pose.locals.size());
  const auto floats = static_cast<std::size_t>(rig.matrixCount()) * 16;
  std::vector<float> matrices(2 * floats);
  const auto frame = [&](double seconds) {
    crowd.advance(seconds, {}, matrices);
    player.advance(seconds, pose);
    localToModel(work.skeleton.parents(), pose.locals, models);
    skinningPalette(models, work.skin.joints, work.skin.inverseBinds, palette);
    double apart = 0;
    for (std::size_t i = 0; i < floats; ++i)
      apart = std::max<double>(apart, std::abs(matrices[floats + i] -
                                               palette[i / 16][static_cast<int>(i / 4 % 4)][static_cast<int>(i % 4)]));
    return apart;
  };
  frame(0);
  double apart = 0;
  for (int i = 0; i < 90; ++i) {
    if (i == 5) {
      crowd[1].transition().to(inCrowd, {.seconds = 0.4, .kind = TransitionKind::Linear});
      player.transition().to(alone, {.seconds = 0.4, .kind = TransitionKind::Linear});
    }
    for (BlendSpacePlayer* const each : {&inCrowd, &alone}) each->moveTo({1 + i / 120.0, i / 240.0}, 0.1);
    apart = std::max(apart, frame(1.0 / 60));
  }
  EXPECT_EQ(inCrowd.phase(), alone.phase());
  EXPECT_GT(inCrowd.actions()[1]->getEffectiveWeight(), 0.3) << "several clips play";
  EXPECT_GT(inCrowd.actions()[2]->getEffectiveWeight(), 0.1);
  EXPECT_LT(apart, 1e-3) << "the bound of the batched path";
}

TEST(CrowdPlayer, AllocatesNothingInAFrame) {
  const Workload work = workload::makeWorkload(kJoints);
  const CrowdRig rig = walkingRigOf(work);
  CrowdPlayer crowd(rig, work.clips, kCount);
  for (std::size_t i = 0; i < kCount; ++i) crowd[i].clipAction(work.clips.ids()[0]).play();
  std::vector<float> matrices(kCount * static_cast<std::size_t>(rig.matrixCount()) * 16);
  std::vector<std::vector<CrowdFade>> fades;
  for (int frame = 0; frame < 120; ++frame) fades.push_back(fadesIn(frame, work.clips));
  for (int frame = 0; frame < 60; ++frame) crowd.advance(1.0 / 60, fades[static_cast<std::size_t>(frame)], matrices);
  const ::test::AllocationGuard guard;
  for (int frame = 60; frame < 120; ++frame) crowd.advance(1.0 / 60, fades[static_cast<std::size_t>(frame)], matrices);
  EXPECT_EQ(guard.count(), 0);
}

TEST(CrowdPlayer, SkipsWhatDoesNotExist) {
  const Workload work = workload::makeWorkload(kJoints);
  const CrowdRig rig = walkingRigOf(work);
  CrowdPlayer crowd(rig, work.clips, 2);
  crowd[0].clipAction(work.clips.ids()[0]).play();
  const std::vector<CrowdFade> fades{{.character = 2, .target = work.clips.ids()[0]}, {.character = 0, .target = {}}};
  std::vector<float> matrices(static_cast<std::size_t>(rig.matrixCount()) * 16, 7.0f);
  crowd.advance(0.1, fades, matrices);
  EXPECT_FALSE(crowd[0].transition().isRunning());
  EXPECT_NE(matrices.back(), 7.0f);
  EXPECT_EQ(crowd[1].mixer().time(), 0.1) << "there is no room for its matrices, but it goes on";
  crowd.advance(NAN, {}, {});
  CrowdPlayer none(rig, work.clips, 0);
  none.advance(0.1, fades, matrices);
}

}  // namespace
}  // namespace crossfade
