// What loading a pack costs, with all keys of its clips and compressed: openPack, the first pose of a clip after it,
// and a frame of one character that plays. CROSSFADE_WORKLOAD=FOLDER takes the first 8 clips from files
// (bench/README.md).
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
crossfade::Pack makePack(std::size_t clipCount) {
  const char* const folder = std::getenv("CROSSFADE_WORKLOAD");
  crossfade::Result<workload::Workload> character =
      folder ? workload::readWorkload(folder, kJoints) : workload::makeWorkload(kJoints);
  if (!character) {
    std::fprintf(stderr, "%s\n", character.error().message.c_str());
    std::exit(1);
  }
  crossfade::Pack pack;
  pack.skeleton = character->skeleton;
  pack.rest = character->rest;
  pack.skins = {character->skin};
  pack.skinNames = {"skin"};
  for (unsigned seed = 1; pack.clips.size() < clipCount; ++seed) {
    for (const crossfade::AnimationClip& clip : character->clips)
      if (pack.clips.size() < clipCount)
        pack.clips.add(clip.renamed(clip.name() + " " + std::to_string(pack.clips.size())));
    if (!folder) character = crossfade::Result<workload::Workload>(workload::makeWorkload(kJoints, seed + 1));
  }
  pack.clipFacts.resize(clipCount);
  return pack;
}

std::vector<std::byte> packOf(std::size_t clipCount, bool compressed) {
  crossfade::PackOptions options;
  if (compressed) options.tolerance.emplace();
  auto block = crossfade::writePack(makePack(clipCount), options);
  if (block) return *std::move(block);
  std::fprintf(stderr, "%s\n", block.error().message.c_str());
  std::exit(1);
}

void open(benchmark::State& state) {
  const auto block = packOf(static_cast<std::size_t>(state.range(0)), state.range(1) != 0);
  for (auto _ : state) {
    auto pack = crossfade::openPack(block);
    benchmark::DoNotOptimize(pack);
  }
  state.counters["bytes_per_clip"] = static_cast<double>(block.size()) / static_cast<double>(state.range(0));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(block.size()));
}
BENCHMARK(open)->ArgNames({"clips", "compressed"})->ArgsProduct({{8, 100}, {0, 1}})->Unit(benchmark::kMicrosecond);

void firstPose(benchmark::State& state) {
  const auto block = packOf(8, state.range(0) != 0);
  const auto pack = crossfade::openPack(block);
  crossfade::Pose pose = pack->rest;
  for (auto _ : state) {
    crossfade::TransitionPlayer player(pack->clips, pack->layout(), pack->rest);
    player.clipAction(pack->clips.ids()[0]).play();
    player.advance(1.0 / 60, pose);
    benchmark::DoNotOptimize(pose);
  }
}
BENCHMARK(firstPose)->ArgName("compressed")->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);

/// One character that plays a clip of 40 keys, 60 frames a second; with `cold`, 64 MB are touched before each frame.
void frame(benchmark::State& state) {
  const auto block = packOf(8, state.range(0) != 0);
  const auto pack = crossfade::openPack(block);
  crossfade::Pose pose = pack->rest;
  crossfade::TransitionPlayer player(pack->clips, pack->layout(), pack->rest);
  player.clipAction(pack->clips.ids()[3]).play();
  player.advance(1.0 / 60, pose);
  std::vector<char> swept(state.range(1) != 0 ? std::size_t(64) << 20 : 0);
  for (auto _ : state) {
    if (!swept.empty()) {
      state.PauseTiming();
      for (std::size_t i = 0; i < swept.size(); i += 64) ++swept[i];
      state.ResumeTiming();
    }
    player.advance(1.0 / 60, pose);
    benchmark::DoNotOptimize(pose);
  }
}
BENCHMARK(frame)->ArgNames({"compressed", "cold"})->ArgsProduct({{0, 1}, {0, 1}})->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
