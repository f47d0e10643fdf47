// Data to measure and test the pose pipeline with: a character, eight looping clips, and a crowd that plays them. Read
// from files or generated.
#ifndef BENCH_WORKLOAD_WORKLOAD_H
#define BENCH_WORKLOAD_WORKLOAD_H

#include <filesystem>
#include <span>
#include <vector>

#include <glm/mat4x4.hpp>

#include "crossfade/base/result.h"
#include "crossfade/clip/clip_set.h"
#include "crossfade/crowd/crowd_rig.h"
#include "crossfade/mixer/blend_list.h"
#include "crossfade/skeleton/pose.h"
#include "crossfade/skeleton/skeleton.h"

namespace workload {

struct Workload {
  crossfade::Skeleton skeleton;
  crossfade::Pose rest;
  crossfade::SkinBinding skin;  // every joint, in order; the bind pose is the rest pose
  crossfade::ClipSet clips;
};

/// skel_N.bin and clip_N_0.bin to clip_N_7.bin of a folder: little-endian, as bench/README.md describes them.
crossfade::Result<Workload> readWorkload(const std::filesystem::path& folder, int joints);
/// The same kind of data from a seed: 30 keys per second, clips of 1 to 2 seconds, all joints rotate, the first and a
/// few others translate.
Workload makeWorkload(int joints, unsigned seed = 1);
/// In every clip, one joint in `every` gets a scale that oscillates by 5 %.
void animateScale(Workload& workload, int every = 1);

inline constexpr int kMaxLayers = 4;

/// One character of the crowd: which clips it plays, where, and how much of each.
struct Member {
  int clip[kMaxLayers] = {};
  float weight[kMaxLayers] = {};  // sum over the layers in use: 1
  float time[kMaxLayers] = {};
};

/// Character i plays clips i, i + 3, i + 5, i + 6 (modulo their count) with weights and phases from a hash of i, the
/// same everywhere.
std::vector<Member> makeCrowd(int count, int layers, const crossfade::ClipSet& clips);
/// 1/60 s later; clips repeat.
void advance(Member& member, int layers, const crossfade::ClipSet& clips);
/// The layers as a blend list: slot and entry l is layer l.
void writeEntries(const Member& member, int layers, const crossfade::ClipSet& clips,
                  std::span<crossfade::BlendEntry> entries);

/// The matrices of one member in double: between keys and between layers, rotations are normalized sums in one
/// hemisphere, all else is linear. Linear tracks only.
void referenceMatrices(const Workload& workload, const Member& member, int layers, std::span<glm::dmat4> matrices);

}  // namespace workload

#endif  // BENCH_WORKLOAD_WORKLOAD_H
