// What retargeting costs: a clip of ten seconds from one body to another, as keys and as poses.
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>
#include <glm/gtc/quaternion.hpp>

#include "bench/workload/walker.h"
#include "crossfade/pose/clip_pose.h"
#include "crossfade/retarget/retargeter.h"

namespace {

using namespace crossfade;

constexpr double kSeconds = 10;

/// The same body with other joint axes: each turned by another angle.
Skeleton withTurnedAxes(const Skeleton& body) {
  std::vector<glm::quat> worlds;
  std::vector<Joint> joints = body.joints();
  for (Joint& joint : joints) {
    const glm::quat above =
        joint.parent == kNoJoint ? glm::quat(1, 0, 0, 0) : worlds[static_cast<std::size_t>(joint.parent)];
    const auto angle = static_cast<float>(worlds.size());
    worlds.push_back(glm::angleAxis(angle, glm::normalize(glm::vec3(1, angle, 2))));
    const glm::quat back = glm::conjugate(above);
    joint.rest = {.translation = back * joint.rest.translation, .rotation = back * worlds.back()};
  }
  return *Skeleton::make(std::move(joints));
}

int keysOf(const AnimationClip& clip) {
  int keys = 0;
  for (const KeyframeTrack& track : clip.tracks()) keys += track.keyCount();
  return keys;
}

/// `freeFeet`: feet that hang on the root, so that each depends on several tracks of the source and is sampled.
void clip(benchmark::State& state, bool freeFeet) {
  const Skeleton source = workload::humanSkeleton();
  const Skeleton target = withTurnedAxes(freeFeet ? workload::humanSkeletonWithFreeFeet() : source);
  const AnimationClip walk = workload::walkingClip("walk", {.seconds = kSeconds});
  const Retargeter retargeter = *Retargeter::make(source, target, guessJointMap(source, target));
  RetargetedClip made = *retargeter.retarget(walk);
  for (auto _ : state) {
    made = *retargeter.retarget(walk);
    benchmark::DoNotOptimize(made.tracksKept);
  }
  const double keys = keysOf(made.clip);
  state.counters["keys"] = keys;
  state.counters["kept"] = made.tracksKept;
  state.counters["sampled"] = made.tracksSampled;
  state.counters["per_key"] = benchmark::Counter(keys * static_cast<double>(state.iterations()),
                                                 benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK_CAPTURE(clip, tracksKept, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(clip, someSampled, true)->Unit(benchmark::kMillisecond);

void pose(benchmark::State& state) {
  const Skeleton source = workload::humanSkeleton(), target = withTurnedAxes(source);
  const AnimationClip walk = workload::walkingClip("walk");
  const Retargeter retargeter = *Retargeter::make(source, target, guessJointMap(source, target));
  PoseRetargeter poses(retargeter);
  std::vector<DoubleTransform> locals;
  for (const Transform& rest : source.restLocals())
    locals.push_back({glm::dvec3(rest.translation), glm::dquat(rest.rotation), glm::dvec3(rest.scale)});
  for (auto _ : state) {
    benchmark::DoNotOptimize(poses.retarget(locals).data());
    benchmark::ClobberMemory();
  }
}
BENCHMARK(pose);

void makingTheMap(benchmark::State& state) {
  const Skeleton source = workload::humanSkeleton(), target = withTurnedAxes(source);
  for (auto _ : state) benchmark::DoNotOptimize(Retargeter::make(source, target, guessJointMap(source, target)));
}
BENCHMARK(makingTheMap)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
