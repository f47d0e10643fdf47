// Measures a whole frame of a crowd: every character's mixer with a running transition, then all palettes. With
// --player, CrowdPlayer does all of it. Prints one JSON line; see README.md.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "app/jobs/thread_pool.h"
#include "bench/workload/cache_sweep.h"
#include "bench/workload/workload.h"
#include "crossfade/base/aligned_vector.h"
#include "crossfade/crowd/crowd_player.h"
#include "crossfade/crowd/crowd_sampler.h"
#include "crossfade/transition/transition_mixer.h"

namespace {

using namespace crossfade;

constexpr double kFrame = 1.0 / 60;  // seconds
constexpr double kFade =
    0.6;  // seconds; the next transition begins when one ends, so that every character always fades
constexpr std::size_t kMixersPerBlock = 32;  // taken by a job at a time

/// A mixer with an action for each clip, always fading from one to another.
struct Character {
  Character(const workload::Workload& work, int index)
      : mixing(work.clips), next(index % static_cast<int>(work.clips.size())) {
    for (const ClipId clip : work.clips.ids()) actions.push_back(&mixing.clipAction(clip));
    actions[static_cast<std::size_t>(next)]->play();
    mixing.update(0.013 * index);
    start();
    mixing.update(kFade * (index % 37) / 37);
  }
  void start() {
    next = (next + 3) % static_cast<int>(actions.size());
    mixing.transition().to(*actions[static_cast<std::size_t>(next)],
                           {.seconds = kFade, .kind = TransitionKind::Linear});
  }
  std::span<const BlendEntry> update() {
    if (!mixing.transition().isRunning()) start();
    mixing.update(kFrame);
    return mixing.shown();
  }

  TransitionMixer mixing;
  std::vector<AnimationAction*> actions;
  int next;
};

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

int intOption(int argc, char** argv, const char* name, int otherwise) {
  for (int i = 1; i + 1 < argc; ++i)
    if (std::strcmp(argv[i], name) == 0) return std::max(1, std::atoi(argv[i + 1]));
  return otherwise;
}

bool hasFlag(int argc, char** argv, const char* name) {
  return std::any_of(argv + 1, argv + argc, [name](const char* each) { return std::strcmp(each, name) == 0; });
}

/// A crowd in one object: each character begins the next fade when one ends, at a time of its own.
class PlayedCrowd {
 public:
  PlayedCrowd(const workload::Workload& work, const CrowdRig& rig, std::size_t count, int threads)
      : ids_(work.clips.ids().begin(), work.clips.ids().end()), player_(rig, work.clips, count, threads) {
    for (std::size_t i = 0; i < count; ++i) {
      player_[i].clipAction(ids_[i % ids_.size()]).play();
      player_[i].update(0.013 * static_cast<double>(i));
    }
    fades_.reserve(count);
  }
  void advance(std::span<float> matrices, const JobRunner& run) {
    fades_.clear();
    for (std::size_t i = 0; i < player_.size(); ++i)
      if ((frame_ + i) % kFadeFrames == 0)
        fades_.push_back({.character = i,
                          .target = ids_[(i + 3 * (1 + (frame_ + i) / kFadeFrames)) % ids_.size()],
                          .options = {.seconds = kFade, .kind = TransitionKind::Linear}});
    player_.advance(kFrame, fades_, matrices, {}, run);
    ++frame_;
  }

 private:
  static constexpr std::size_t kFadeFrames = 36;  // kFade

  std::vector<ClipId> ids_;
  CrowdPlayer player_;
  std::vector<CrowdFade> fades_;
  std::size_t frame_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const int count = intOption(argc, argv, "--characters", 1000), threadCount = intOption(argc, argv, "--threads", 2),
            frames = intOption(argc, argv, "--frames", 1000), joints = intOption(argc, argv, "--joints", 67);
  const bool usesPlayer = hasFlag(argc, argv, "--player");
  workload::CacheSweep sweep(hasFlag(argc, argv, "--sweep") ? intOption(argc, argv, "--sweep", 64) : 0);
  const workload::Workload work = workload::makeWorkload(joints);
  std::vector<CrowdClip> clips;
  for (const ClipId id : work.clips.ids()) clips.push_back({.clip = &work.clips[id], .id = id});
  const CrowdRig rig({.parents = work.skeleton.parents(), .rest = work.rest, .skins = {&work.skin, 1}, .clips = clips});
  std::vector<std::unique_ptr<Character>> crowd;
  for (int i = 0; i < count; ++i) crowd.push_back(std::make_unique<Character>(work, i));

  AlignedVector<float> matrices(static_cast<std::size_t>(count) * static_cast<std::size_t>(joints) * 16);
  std::vector<CrowdCharacter> characters(crowd.size());
  CrowdSampler sampler(threadCount);
  sampler.prepare(rig, 16);
  app::ThreadPool threads(threadCount);
  JobQueues queues(threadCount);
  const JobRunner run = [&threads](int jobs, const std::function<void(int)>& job) { threads.run(jobs, job); };
  std::vector<double> mixing, all;
  std::optional<PlayedCrowd> player;
  if (usesPlayer) player.emplace(work, rig, crowd.size(), threadCount);
  for (int frame = 0; frame < frames; ++frame) {
    sweep();
    const double begin = seconds();
    if (player) {
      player->advance(matrices, run);
      all.push_back(seconds() - begin);
      mixing.push_back(0);
      continue;
    }
    queues.run(crowd.size(), kMixersPerBlock, run, [&](int, std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i)
        characters[i] = {.entries = crowd[i]->update(),
                         .matrices = &matrices[i * static_cast<std::size_t>(joints) * 16]};
    });
    const double mixed = seconds();
    sampler.sample(rig, characters, {}, run);
    all.push_back(seconds() - begin);
    mixing.push_back(mixed - begin);
  }
  std::sort(all.begin(), all.end());
  std::sort(mixing.begin(), mixing.end());
  const auto at = [](const std::vector<double>& sorted, double quantile) {
    return 1e3 * sorted[static_cast<std::size_t>(quantile * static_cast<double>(sorted.size() - 1))];
  };
  std::printf(
      "{\"joints\":%d,\"characters\":%d,\"threads\":%d,\"frames\":%d,\"target\":\"%s\",\"ms_p50\":%.3f,\"ms_p90\":%.3f,"
      "\"ms_p99\":%.3f,\"mixers_ms_p50\":%.3f,\"mixers_ms_p99\":%.3f,\"us_per_character_p50\":%.3f,\"player\":%s}\n",
      joints, count, threadCount, frames, sampler.instructionSet(), at(all, 0.5), at(all, 0.9), at(all, 0.99),
      at(mixing, 0.5), at(mixing, 0.99), 1e3 * at(all, 0.5) / count, usesPlayer ? "true" : "false");
}
