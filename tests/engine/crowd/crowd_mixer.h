// The batched path for a single character, so that tests of the reference path can also run on it, once per instruction
// set.
#ifndef TESTS_ENGINE_CROWD_CROWD_MIXER_H
#define TESTS_ENGINE_CROWD_CROWD_MIXER_H

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "crossfade/crowd/crowd_sampler.h"
#include "crossfade/crowd/detail/crowd_kernels.h"

namespace crossfade::test {

/// Mixes blend lists into ChannelLayout's values.
class CrowdMixer {
 public:
  CrowdMixer(const CrowdKernels& kernels, const ChannelLayout& channels, std::span<const MorphChannel> morphs,
             const Pose& rest, const std::vector<AnimationClip>& clips)
      : channels_(channels), sampler_(1, kernels), rig_(make(morphs, rest, clips)), pose_(rest), clips_(clips.data()) {}

  /// The entries' clips must be elements of the vector that this was made from.
  std::vector<double> mix(std::span<const BlendEntry> list, BlendOrder order) {
    std::vector<BlendEntry> entries(list.begin(), list.end());
    for (BlendEntry& entry : entries) entry.clipId = {.index = static_cast<int>(entry.clip - clips_)};
    const CrowdCharacter character{.entries = entries};
    sampler_.samplePoses(rig_, {&character, 1}, order, {&pose_, 1});
    std::vector<double> values(static_cast<std::size_t>(channels_.valueCount()));
    channels_.readPose(pose_, values);
    return values;
  }

 private:
  static CrowdRig make(std::span<const MorphChannel> morphs, const Pose& rest,
                       const std::vector<AnimationClip>& clips) {
    std::vector<int> parents;
    for (std::size_t i = 0; i < rest.locals.size(); ++i) parents.push_back(static_cast<int>(i) - 1);
    std::vector<CrowdClip> played;
    for (std::size_t i = 0; i < clips.size(); ++i)
      played.push_back({.clip = &clips[i], .id = {.index = static_cast<int>(i)}, .blendMode = clips[i].blendMode()});
    return CrowdRig({.parents = parents, .rest = rest, .morphs = morphs, .clips = played});
  }

  ChannelLayout channels_;
  CrowdSampler sampler_;
  CrowdRig rig_;
  Pose pose_;
  const AnimationClip* clips_;
};

/// The parameter of tests that run on both paths: the batched path's kernels, or null for the reference path.
using Path = const CrowdKernels*;

inline std::vector<Path> allPaths() {
  std::vector<Path> paths{nullptr};
  for (const CrowdKernels* kernels : allCrowdKernels()) paths.push_back(kernels);
  return paths;
}
inline std::string nameOf(const testing::TestParamInfo<Path>& info) { return info.param ? info.param->name : "Exact"; }

/// Tolerance between the batched and the reference path: sampled clips and floats.
inline constexpr double kCrowdTolerance = 1e-4;

}  // namespace crossfade::test

#endif  // TESTS_ENGINE_CROWD_CROWD_MIXER_H
