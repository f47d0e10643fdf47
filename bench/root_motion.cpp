// What travel costs: the step of a character that fades between two clips, exact and for crowds, and what is done once
// per clip.
#include <cmath>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/workload/walker.h"
#include "crossfade/mixer/animation_mixer.h"
#include "crossfade/travel/crowd_root_motion.h"
#include "crossfade/travel/root_extraction.h"
#include "crossfade/travel/root_motion.h"
#include "crossfade/travel/root_motion_mixer.h"

namespace {

using namespace crossfade;

constexpr double kFrame = 1.0 / 60;

/// 40 keys along a curve; `turns`: facing along it.
RootTrack curve(bool turns) {
  std::vector<float> times, places, angles;
  for (int i = 0; i <= 40; ++i) {
    const double t = i / 40.0;
    times.push_back(static_cast<float>(t));
    for (const double value : {0.3 * std::sin(6 * t), 0.0, 1.4 * t}) places.push_back(static_cast<float>(value));
    angles.push_back(static_cast<float>(1.2 * t));
  }
  std::optional<KeyframeTrack> turn;
  if (turns) turn = *KeyframeTrack::make({0, Channel::Values}, Interpolation::Linear, times, std::move(angles));
  return {0, 1, *KeyframeTrack::make({0, Channel::Translation}, Interpolation::Linear, times, std::move(places)),
          std::move(turn)};
}

/// Two clips at half weight each.
struct Fading {
  ClipSet clips;
  AnimationMixer mixer{clips};
  RootMotionMixer exact;
  CrowdRootMotion crowd;

  explicit Fading(bool turns) {
    for (const char* const name : {"walk", "run"}) {
      const ClipId clip = clips.add(workload::walkingClip(name));
      exact.setTrack(clip, curve(turns));
      crowd.setTrack(clip, curve(turns));
      mixer.clipAction(clip).play().setEffectiveWeight(0.5);
    }
  }
};

/// With the mixer's update, which mixerAlone shows by itself.
template <class Step>
void frames(benchmark::State& state, bool turns, Step step) {
  Fading fading(turns);
  for (auto _ : state) {
    fading.mixer.update(kFrame);
    benchmark::DoNotOptimize(step(fading));
  }
}
void mixerAlone(benchmark::State& state) {
  frames(state, false, [](const Fading& fading) { return fading.mixer.blendList().size(); });
}
BENCHMARK(mixerAlone);
void exactStep(benchmark::State& state, bool turns) {
  frames(state, turns, [](const Fading& fading) { return fading.exact.step(fading.mixer); });
}
BENCHMARK_CAPTURE(exactStep, straight, false);
BENCHMARK_CAPTURE(exactStep, turning, true);
void crowdStep(benchmark::State& state, bool turns) {
  frames(state, turns, [](const Fading& fading) { return fading.crowd.step(fading.mixer.blendList()); });
}
BENCHMARK_CAPTURE(crowdStep, straight, false);
BENCHMARK_CAPTURE(crowdStep, turning, true);

void measuringAClip(benchmark::State& state) {
  const Skeleton skeleton = workload::humanSkeleton();
  const AnimationClip walk = workload::walkingClip("walk", {.travels = true});
  const RootMotionMeter meter(skeleton);
  for (auto _ : state) benchmark::DoNotOptimize(meter.measure(walk).duration);
}
BENCHMARK(measuringAClip)->Unit(benchmark::kMillisecond);

void extractingAClip(benchmark::State& state) {
  const Skeleton skeleton = workload::humanSkeleton();
  const AnimationClip walk = workload::walkingClip("walk", {.travels = true});
  const int root = RootMotionMeter(skeleton).measure(walk).joint;
  for (auto _ : state)
    benchmark::DoNotOptimize(extractRootMotion(skeleton, walk, root, {.height = true, .turn = true}).clip.duration());
}
BENCHMARK(extractingAClip)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
