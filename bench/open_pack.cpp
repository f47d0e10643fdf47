// What loading a pack costs: openPack of clips with all their keys, and the first pose of a clip after it.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/workload/workload.h"
#include "crossfade/asset/pack.h"
#include "crossfade/transition/transition_player.h"

namespace {

constexpr int kJoints = 67;

/// Clips of 1 to 2 seconds with 30 keys per second, no two alike.
std::vector<std::byte> packOf(std::size_t clipCount) {
  const workload::Workload character = workload::makeWorkload(kJoints);
  crossfade::Pack pack;
  pack.skeleton = character.skeleton;
  pack.rest = character.rest;
  pack.skins = {character.skin};
  pack.skinNames = {"skin"};
  for (unsigned seed = 1; pack.clips.size() < clipCount; ++seed)
    for (const crossfade::AnimationClip& clip : workload::makeWorkload(kJoints, seed).clips)
      if (pack.clips.size() < clipCount)
        pack.clips.add(clip.renamed(clip.name() + " " + std::to_string(pack.clips.size())));
  pack.clipFacts.resize(clipCount);
  auto block = crossfade::writePack(pack);
  if (block) return *std::move(block);
  std::fprintf(stderr, "%s\n", block.error().message.c_str());
  std::exit(1);
}

void open(benchmark::State& state) {
  const auto block = packOf(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    auto pack = crossfade::openPack(block);
    benchmark::DoNotOptimize(pack);
  }
  state.counters["bytes_per_clip"] = static_cast<double>(block.size()) / static_cast<double>(state.range(0));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(block.size()));
}
BENCHMARK(open)->ArgName("clips")->Arg(8)->Arg(100)->Unit(benchmark::kMicrosecond);

void firstPose(benchmark::State& state) {
  const auto block = packOf(8);
  const auto pack = crossfade::openPack(block);
  crossfade::Pose pose = pack->rest;
  for (auto _ : state) {
    crossfade::TransitionPlayer player(pack->clips, pack->layout(), pack->rest);
    player.clipAction(pack->clips.ids()[0]).play();
    player.advance(1.0 / 60, pose);
    benchmark::DoNotOptimize(pose);
  }
}
BENCHMARK(firstPose)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
