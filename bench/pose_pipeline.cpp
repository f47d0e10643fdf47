// Measures the pose pipeline of a crowd, from clips and weights to skinning matrices. Prints one JSON line; see
// README.md.
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>

#include "app/jobs/thread_pool.h"
#include "bench/workload/cache_sweep.h"
#include "bench/workload/workload.h"
#include "crossfade/base/aligned_vector.h"
#include "crossfade/clip/clip_tools.h"
#include "crossfade/crowd/crowd_sampler.h"
#include "crossfade/crowd/detail/crowd_kernels.h"
#include "crossfade/pose/pose_sampler.h"
#include "crossfade/skeleton/local_to_model.h"
#include "crossfade/skeleton/skinning_palette.h"

namespace {

using namespace crossfade;
using workload::Member;
using workload::Workload;

constexpr std::size_t kChecked = 64;  // characters that are compared with the exact path and the reference
constexpr double kSampleSeconds =
    20e-6;  // of work per measurement, so that the cost of reading the clock is negligible

struct Options {
  std::string folder, dump, target;
  int joints = 67, characters = 100, frames = 200, layers = 2, threads = 1;
  int sweep = 0;       // megabytes that are touched before each frame
  int scaleEvery = 0;  // animates every n-th joint; 0: none
  bool masks = false, additive = false, rows = false, check = true, exact = false;
  StoreMode stores = StoreMode::Auto;
};

[[noreturn]] void fail(int code, const std::string& message) {
  std::cerr << "pose_pipeline: " << message << "\n";
  std::exit(code);
}

constexpr const char* kUsage =
    "usage: pose_pipeline [--workload DIR] [--joints 20|67|200] [--characters N] [--frames F] [--layers 1|2|4] "
    "[--masks] [--additive] [--scale | --scale-all]\n"
    "                     [--threads T] [--target avx3|avx2|sse4|scalar] [--rows3x4] [--stores auto|cached|streamed] "
    "[--exact] [--sweep MEGABYTES] [--no-check] [--dump FILE]\n"
    "Without --workload the data is made from a seed. --scale animates the scale of one joint in four, --scale-all "
    "that of all.\n";

Options readOptions(int argc, char** argv) {
  Options options;
  int i = 1;
  const auto text = [&] {
    return i + 1 < argc ? std::string(argv[++i])
                        : (fail(2, std::string(argv[i]) + " needs a value\n" + kUsage), std::string());
  };
  const auto number = [&](int low, int high) {
    const std::string name = argv[i], value = text();
    char* end = nullptr;
    const long n = std::strtol(value.c_str(), &end, 10);
    if (value.empty() || *end || n < low || n > high)
      fail(2, name + " is " + value + ", not a number from " + std::to_string(low) + " to " + std::to_string(high));
    return static_cast<int>(n);
  };
  for (; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--workload")
      options.folder = text();
    else if (name == "--joints")
      options.joints = number(1, 10000);
    else if (name == "--characters")
      options.characters = number(1, 1000000);
    else if (name == "--frames")
      options.frames = number(1, 100000000);
    else if (name == "--layers")
      options.layers = number(1, workload::kMaxLayers);
    else if (name == "--threads")
      options.threads = number(1, 256);
    else if (name == "--sweep")
      options.sweep = number(1, 4096);
    else if (name == "--dump")
      options.dump = text();
    else if (name == "--target")
      options.target = text();
    else if (name == "--masks")
      options.masks = true;
    else if (name == "--additive")
      options.additive = true;
    else if (name == "--scale")
      options.scaleEvery = 4;
    else if (name == "--scale-all")
      options.scaleEvery = 1;
    else if (name == "--rows3x4")
      options.rows = true;
    else if (name == "--exact")
      options.exact = true;
    else if (name == "--no-check")
      options.check = false;
    else if (name == "--stores") {
      const std::string stores = text();
      if (stores == "auto")
        options.stores = StoreMode::Auto;
      else if (stores == "cached")
        options.stores = StoreMode::Cached;
      else if (stores == "streamed")
        options.stores = StoreMode::Streamed;
      else
        fail(2, "--stores is " + stores);
    } else
      fail(name == "--help" ? 0 : 2, (name == "--help" ? std::string() : "unknown option " + name + "\n") + kUsage);
  }
  return options;
}

const CrowdKernels& kernelsOf(const std::string& target) {
  if (target.empty()) return crowdKernels();
  std::string known;
  for (const CrowdKernels* kernels : allCrowdKernels()) {
    if (strcasecmp(kernels->name, target.c_str()) == 0) return *kernels;
    known += std::string(" ") + kernels->name;
  }
  fail(2, "--target " + target + " is none of this processor's:" + known);
}

/// Processor time of this thread, which does not count other work on the machine; wall-clock time with several
/// threads.
double secondsNow(bool wall) {
  timespec now{};
  clock_gettime(wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

constexpr ClipId kAdditiveId{.index = 1000};  // of no set

/// All characters, their blend lists, and where their matrices go.
struct Crowd {
  Crowd(const Options& o, const Workload& w)
      : options(o),
        work(w),
        shape(o.rows ? MatrixShape::Rows3x4 : MatrixShape::Columns4x4),
        perCharacter(w.rest.locals.size() * floatCount(shape)),
        listSize(static_cast<std::size_t>(o.layers + (o.additive ? 1 : 0))),
        members(workload::makeCrowd(o.characters, o.layers, w.clips)),
        entries(members.size() * listSize),
        matrices(members.size() * perCharacter),
        characters(members.size()) {
    if (o.masks)
      mask = std::make_unique<JointMask>(JointMask::ofSubtree(w.skeleton, std::min(2, w.skeleton.jointCount() - 1), 2));
    if (o.additive) additive = std::make_unique<AnimationClip>(makeClipAdditive(w.clips[0], w.clips[0]));
    for (std::size_t i = 0; i < members.size(); ++i) {
      workload::writeEntries(members[i], o.layers, w.clips, list(i));
      if (mask) list(i)[static_cast<std::size_t>(o.layers - 1)].mask = mask.get();
      if (additive)
        list(i).back() = {.slot = o.layers,
                          .clip = additive.get(),
                          .clipId = kAdditiveId,
                          .time = 0.01 * static_cast<double>(i % 64),
                          .weight = 0.5,
                          .blendMode = BlendMode::Additive,
                          .mask = mask.get()};
      characters[i] = {.entries = list(i), .matrices = &matrices[i * perCharacter]};
    }
  }
  std::span<BlendEntry> list(std::size_t i) { return std::span(entries).subspan(i * listSize, listSize); }
  void advance(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      workload::advance(members[i], options.layers, work.clips);
      for (int l = 0; l < options.layers; ++l) list(i)[static_cast<std::size_t>(l)].time = members[i].time[l];
      if (!additive) continue;
      double& time = list(i).back().time;
      time = time + 1.0 / 60 < additive->duration() ? time + 1.0 / 60 : 0;
    }
  }
  double valueAt(std::size_t character, std::size_t joint, int column, int row) const {
    const float* m = &matrices[character * perCharacter + joint * floatCount(shape)];
    return shape == MatrixShape::Columns4x4 ? m[column * 4 + row] : m[row * 4 + column];
  }

  const Options& options;
  const Workload& work;
  MatrixShape shape;
  std::size_t perCharacter, listSize;
  std::vector<Member> members;
  std::vector<BlendEntry> entries;
  AlignedVector<float> matrices;
  std::vector<CrowdCharacter> characters;
  std::unique_ptr<JointMask> mask;
  std::unique_ptr<AnimationClip> additive;
};

/// The exact path for the same blend lists.
class ExactCrowd {
 public:
  ExactCrowd(const Crowd& crowd)
      : crowd_(crowd),
        sampler_(ChannelLayout(crowd.work.skeleton.jointCount(), {}), crowd.work.rest),
        pose_(crowd.work.rest),
        models_(pose_.locals.size()),
        palette_(pose_.locals.size()) {
    for (std::size_t i = 0; i < crowd.work.clips.size(); ++i) sampler_.bind(static_cast<int>(i), crowd.work.clips[i]);
    if (crowd.additive) sampler_.bind(static_cast<int>(crowd.work.clips.size()), *crowd.additive);
  }
  std::span<const glm::mat4> sample(std::span<const BlendEntry> entries) {
    list_.assign(entries.begin(), entries.end());
    for (BlendEntry& entry : list_)
      entry.slot =
          entry.blendMode == BlendMode::Additive ? static_cast<int>(crowd_.work.clips.size()) : entry.clipId.index;
    sampler_.sampleInOrder(list_);
    sampler_.writePose(pose_);
    localToModel(crowd_.work.skeleton.parents(), pose_.locals, models_);
    skinningPalette(models_, crowd_.work.skin.joints, crowd_.work.skin.inverseBinds, palette_);
    return palette_;
  }

 private:
  const Crowd& crowd_;
  PoseSampler sampler_;
  Pose pose_;
  std::vector<glm::mat4> models_, palette_;
  std::vector<BlendEntry> list_;
};

struct Errors {
  double exact = 0, reference = 0;
};

/// Compares the last frame of the first characters with the exact path and, without masks and additive clips, which it
/// does not have, with the reference in double.
Errors errorsOf(Crowd& crowd) {
  Errors errors;
  ExactCrowd exact(crowd);
  std::vector<glm::dmat4> reference(crowd.work.rest.locals.size());
  const bool plain = !crowd.mask && !crowd.additive;
  for (std::size_t i = 0; i < std::min(kChecked, crowd.members.size()); ++i) {
    const auto palette = exact.sample(crowd.list(i));
    if (plain) workload::referenceMatrices(crowd.work, crowd.members[i], crowd.options.layers, reference);
    for (std::size_t k = 0; k < reference.size(); ++k)
      for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 3; ++row) {
          const double ours = crowd.valueAt(i, k, column, row);
          errors.exact = std::max(errors.exact, std::abs(ours - double(palette[k][column][row])));
          if (plain) errors.reference = std::max(errors.reference, std::abs(ours - reference[k][column][row]));
        }
  }
  return errors;
}

/// Runs `frame` that many times; returns the sorted seconds of each. Short frames are measured several at a time,
/// unless caches are swept before each.
template <class Frame>
std::vector<double> measure(const Options& options, const Frame& frame) {
  workload::CacheSweep sweep(options.sweep);
  const bool wall = options.threads > 1;
  const int frames = options.frames, most = static_cast<int>(kSampleSeconds / 0.4e-6) / options.characters;
  const int together = sweep.isOn() ? 1 : std::max(1, most);
  std::vector<double> seconds;
  for (int done = 0; done < frames;) {
    const int now = std::min(together, frames - done);
    sweep();
    const double begin = secondsNow(wall);
    for (int i = 0; i < now; ++i) frame();
    seconds.push_back((secondsNow(wall) - begin) / now);
    done += now;
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds;
}

void dump(const std::string& path, const AlignedVector<float>& matrices) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(matrices.data()),
             static_cast<std::streamsize>(matrices.size() * sizeof(float)));
  if (!file) fail(1, "cannot write " + path);
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = readOptions(argc, argv);
  Workload work;
  if (options.folder.empty()) {
    work = workload::makeWorkload(options.joints);
  } else {
    auto read = workload::readWorkload(options.folder, options.joints);
    if (!read) fail(1, read.error().message);
    work = std::move(*read);
  }
  if (options.scaleEvery) workload::animateScale(work, options.scaleEvery);

  Crowd crowd(options, work);
  std::vector<CrowdClip> clips;
  for (const ClipId id : work.clips.ids()) clips.push_back({.clip = &work.clips[id], .id = id});
  if (crowd.additive)
    clips.push_back({.clip = crowd.additive.get(), .id = kAdditiveId, .blendMode = BlendMode::Additive});
  const CrowdRig rig({.parents = work.skeleton.parents(), .rest = work.rest, .skins = {&work.skin, 1}, .clips = clips});
  const CrowdKernels& kernels = kernelsOf(options.target);
  CrowdSampler sampler(options.threads, kernels);
  sampler.prepare(rig);
  app::ThreadPool threads(options.threads);
  const JobRunner run = [&threads](int count, const std::function<void(int)>& job) { threads.run(count, job); };
  const CrowdOptions crowdOptions{.shape = crowd.shape, .order = BlendOrder::ThreeJs, .stores = options.stores};
  ExactCrowd exact(crowd);

  const std::vector<double> seconds = measure(options, [&] {
    const auto slices = static_cast<std::size_t>(options.threads), size = crowd.members.size();
    if (slices == 1)
      crowd.advance(0, size);
    else
      run(options.threads, [&](int slice) {
        crowd.advance(size * static_cast<std::size_t>(slice) / slices,
                      size * static_cast<std::size_t>(slice + 1) / slices);
      });
    if (!options.exact) return sampler.sample(rig, crowd.characters, crowdOptions, run);
    for (std::size_t i = 0; i < crowd.members.size(); ++i) {
      const auto palette = exact.sample(crowd.list(i));
      std::memcpy(crowd.characters[i].matrices, palette.data(), palette.size_bytes());
    }
  });
  std::size_t clipBytes = 0;
  double rate = 0;
  for (std::size_t i = 0; i < work.clips.size(); ++i) {
    clipBytes += rig.report(static_cast<int>(i)).bytes;
    rate = std::max(rate, rig.report(static_cast<int>(i)).rate);
  }
  const auto micro = [&](double quantile) {
    return seconds[static_cast<std::size_t>(quantile * static_cast<double>(seconds.size() - 1))] * 1e6 /
           options.characters;
  };
  std::printf(
      "{\"joints\":%d,\"characters\":%d,\"layers\":%d,\"masks\":%s,\"additive\":%s,\"scale\":%s,\"threads\":%d,"
      "\"path\":\"%s\",\"target\":\"%s\",\"shape\":\"%s\",\"frames\":%d,\"swept_mb\":%d,"
      "\"us_per_character_p50\":%.4f,\"us_per_character_p10\":%.4f,\"us_per_character_p99\":%.4f,\"bytes_per_clip\":%"
      "zu,\"frames_per_second_of_clips\":%.2f,\"bytes_per_character\":%zu,\"bytes_per_character_and_layer\":%zu",
      options.joints, options.characters, options.layers, options.masks ? "true" : "false",
      options.additive ? "true" : "false", options.scaleEvery ? "true" : "false", options.threads,
      options.exact ? "exact" : "batched", kernels.name, options.rows ? "rows3x4" : "columns4x4", options.frames,
      options.sweep, micro(0.5), micro(0.1), micro(0.99), clipBytes / work.clips.size(), rate, sizeof(CrowdCharacter),
      sizeof(BlendEntry));
  if (options.check) {
    const Errors errors = errorsOf(crowd);
    std::printf(",\"largest_error_against_exact\":%.3g", errors.exact);
    if (!crowd.mask && !crowd.additive) std::printf(",\"largest_error_against_reference\":%.3g", errors.reference);
  }
  std::printf("}\n");
  if (!options.dump.empty()) dump(options.dump, crowd.matrices);
}
