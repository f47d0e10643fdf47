// What feet and inverse kinematics cost: a frame of foot lock for one character, the two bones of one leg, a reach and
// an aim on a pose, and the contacts of a clip.
#include <array>
#include <cmath>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/workload/walker.h"
#include "crossfade/body/contacts.h"
#include "crossfade/body/humanoid.h"
#include "crossfade/body/pose_ik.h"
#include "crossfade/body/two_bones.h"
#include "crossfade/ground/foot_lock.h"
#include "crossfade/pose/clip_pose.h"
#include "crossfade/skeleton/local_to_model.h"

namespace {

using namespace crossfade;

constexpr int kFrames = 120;

struct Walker {
  Skeleton skeleton = workload::humanSkeleton();
  Feet feet = findFeet(skeleton);
  AnimationClip walk = workload::walkingClip("walk");
  std::vector<Pose> poses;

  Walker() {
    Pose pose{.locals = {skeleton.restLocals().begin(), skeleton.restLocals().end()}, .morphWeights = {}};
    ClipPose clip(skeleton, walk);
    for (int i = 0; i < kFrames; ++i) {
      clip.moveTo(walk.duration() * i / kFrames);
      clip.write(pose.locals);
      poses.push_back(pose);
    }
  }
};

/// `slips`: on ground of half the clip's speed, so that both legs are moved in every frame.
void lockFrame(benchmark::State& state, bool slips) {
  static const Walker walker;
  FootLock lock(walker.skeleton, walker.feet);
  const GroundState ground{.velocity = {0, 0, slips ? -0.6 : -1.2}, .contact = {1, slips ? 1.0 : 0.0}};
  Pose pose = walker.poses[0];
  std::size_t frame = 0;
  for (auto _ : state) {
    pose.locals = walker.poses[frame].locals;
    frame = (frame + 1) % kFrames;
    lock.apply(walker.walk.duration() / kFrames, ground, pose);
    benchmark::ClobberMemory();
  }
}
BENCHMARK_CAPTURE(lockFrame, slipping, true);
BENCHMARK_CAPTURE(lockFrame, oneFootDown, false);

void twoBones(benchmark::State& state) {
  const TwoBones leg{{0, 0.9, 0}, {0, 0.49, 0.05}, {0, 0.08, 0}};
  double at = 0;
  for (auto _ : state) {
    at = std::fmod(at + 0.013, 0.2);
    benchmark::DoNotOptimize(solveTwoBones(leg, {at, 0.1 + at, 0}, {0, 0, 1}));
  }
}
BENCHMARK(twoBones);

void reachOnAPose(benchmark::State& state) {
  static const Walker walker;
  const Foot& foot = walker.feet.feet[0];
  std::vector<Transform> locals = walker.poses[0].locals;
  std::vector<glm::mat4> models(locals.size());
  localToModel(walker.skeleton.parents(), locals, models);
  const glm::dvec3 ankle(models[static_cast<std::size_t>(foot.ankle)][3]);
  double up = 0;
  for (auto _ : state) {
    up = std::fmod(up + 0.013, 0.2);
    reach({.limb = {foot.hip, foot.knee, foot.ankle}, .target = ankle + glm::dvec3(0, up, 0), .pole = {0, 0, 1}},
          {walker.skeleton.parents(), locals, models});
    benchmark::ClobberMemory();
  }
}
BENCHMARK(reachOnAPose);

/// The spine and the head, half each.
void aimOnAPose(benchmark::State& state) {
  static const Walker walker;
  const Humanoid body = findHumanoid(walker.skeleton);
  const std::vector<AimShare> chain{{body.spine.front()}, {body.jointOf(HumanJoint::Head)}};
  std::vector<Transform> locals;
  std::vector<glm::mat4> models(walker.poses[0].locals.size());
  double aside = 0;
  for (auto _ : state) {
    locals = walker.poses[0].locals;
    localToModel(walker.skeleton.parents(), locals, models);
    aside = std::fmod(aside + 0.13, 2);
    aim({.chain = chain, .target = {aside, 1.8, 3}}, {walker.skeleton.parents(), locals, models});
    benchmark::ClobberMemory();
  }
}
BENCHMARK(aimOnAPose);

void contactsOfAClip(benchmark::State& state) {
  static const Walker walker;
  for (auto _ : state) benchmark::DoNotOptimize(detectContacts(walker.skeleton, walker.feet, walker.walk));
}
BENCHMARK(contactsOfAClip)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
