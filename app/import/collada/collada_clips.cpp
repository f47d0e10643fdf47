#include "app/import/collada/collada_clips.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/utf8_text.h"
#include "app/import/motion/file_motion.h"
#include "crossfade/clip/sample_linear.h"

namespace app {
namespace {

// Larger rotations are split: quaternions interpolate the short way, so a rotation by 360 degrees would not move at
// all.
constexpr double kLongestTurn = 90;
constexpr double kMostTurns = 64;            // into which one span is split
constexpr std::size_t kMostTransforms = 64;  // of one animated node

/// From the document's seconds to the clip's.
struct ClipRange {
  double start = -1e9, end = 1e9, shift = 0;
};

class ColladaClipReader {
 public:
  ColladaClipReader(const ColladaMotion& motion, ImportReport& report)
      : motion_(motion), report_(report), tracks_(report) {}

  std::optional<crossfade::AnimationClip> read(const ColladaClip& clip, const std::multimap<std::string, int>& joints,
                                               const std::vector<ColladaMorphedNode>& morphs,
                                               const std::vector<SceneValue>& shown, const ImportWatch& watch) {
    const std::string location = concat("animation '", clip.name, "'");
    range_ = rangeOf(clip);
    for (const auto& [id, channels] : clip.nodes) {
      watch.throwIfCanceled();
      const auto [first, last] = joints.equal_range(id);
      for (auto joint = first; joint != last; ++joint) addTransform(id, channels, joint->second, location);
    }
    for (const ColladaMorphedNode& morphed : morphs) addWeights(clip, morphed, location);
    for (std::size_t i = 0; i < shown.size(); ++i)
      for (const auto& [id, channel] : clip.visibilities) {
        const auto [first, last] = joints.equal_range(id);
        if (std::any_of(first, last, [&](const auto& joint) { return joint.second == shown[i].of; }))
          addShown(channel, static_cast<int>(i), location);
      }
    auto made =
        crossfade::AnimationClip::make(clip.name, tracks_.take(), crossfade::BlendMode::Normal, statedLength(clip));
    if (made) return std::move(*made);
    report_.add(Finding::Lost, location, made.error().message);
    return std::nullopt;
  }

 private:
  const ColladaSampler& samplerOf(const ColladaChannel& channel) const { return motion_.samplers[channel.sampler]; }

  double lastTimeOf(const ColladaSampler& sampler) const {
    return sampler.matrices.empty() ? sampler.curves.front().keys.back().time : sampler.matrices.back().time;
  }

  /// A clip with a range starts at 0, unless the range covers the whole animation.
  ClipRange rangeOf(const ColladaClip& clip) const {
    double last = 0;
    for (const auto* const group : {&clip.nodes, &clip.weights})
      for (const auto& [id, channels] : *group)
        for (const ColladaChannel& channel : channels) last = std::max(last, lastTimeOf(samplerOf(channel)));
    for (const auto& [id, channel] : clip.visibilities) last = std::max(last, lastTimeOf(samplerOf(channel)));
    const bool isPart = clip.end > clip.start && std::abs(clip.start) < 1e6 && std::abs(clip.end) < 1e6 &&
                        (clip.start > 0 || clip.end < last);
    return isPart ? ClipRange{clip.start, clip.end, clip.start} : ClipRange{};
  }

  /// What the document says, even if the keys end earlier. As floats, like the keys.
  static std::optional<double> statedLength(const ColladaClip& clip) {
    if (!(clip.end > clip.start && clip.start >= 0 && clip.end < 1e6)) return std::nullopt;
    return static_cast<double>(static_cast<float>(clip.end - clip.start));
  }

  void addShown(const ColladaChannel& channel, int value, const std::string& location) {
    const FileCurve& curve = samplerOf(channel).curves.front();
    tracks_.addSwitch(
        value, breaksOf({channel}, nullptr), [&](double seconds) { return curve.at(seconds + range_.shift) >= 0.5; },
        location);
  }

  /// Times (seconds of the clip) between which all samplers are smooth.
  std::vector<float> breaksOf(const std::vector<ColladaChannel>& channels, const ColladaStack* stack) const {
    std::vector<float> breaks;
    std::size_t turns = 0;
    const auto add = [&](double time) {
      if (breaks.size() == limits::kKeyValues) refuse("its curves have more than ", limits::kKeyValues, " keys");
      breaks.push_back(static_cast<float>(std::clamp(time, range_.start, range_.end) - range_.shift));
    };
    for (const ColladaChannel& channel : channels) {
      const ColladaSampler& sampler = samplerOf(channel);
      for (const FileCurve& curve : sampler.curves)
        for (const double time : curve.breaks(range_.start, range_.end)) add(time);
      for (std::size_t i = 0; i < sampler.matrices.size(); ++i) {
        if (i > 0 && sampler.matrices[i - 1].holds) add(sampler.matrices[i].time - kCurveJump);
        add(sampler.matrices[i].time);
      }
      if (turns < crossfade::kMaxSampledKeys && stack && (*stack)[channel.step].step == ColladaStep::Rotate &&
          !sampler.curves.empty())
        addTurns(sampler.curves[std::min<std::size_t>(3 - channel.first % 4, sampler.curves.size() - 1)], add, turns);
    }
    if (range_.end < 1e9 && !channels.empty()) {
      add(range_.start);
      add(range_.end);
    }
    return breaks;
  }

  template <class Add>
  static void addTurns(const FileCurve& angle, Add add, std::size_t& turns) {
    for (std::size_t i = 0; i + 1 < angle.keys.size(); ++i) {
      const FileCurveKey &a = angle.keys[i], &b = angle.keys[i + 1];
      const double parts = std::clamp(std::ceil(std::abs(b.value - a.value) / kLongestTurn), 1.0, kMostTurns);
      for (double k = 1; k < parts && turns < crossfade::kMaxSampledKeys; ++k, ++turns)
        add(a.time + (b.time - a.time) * k / parts);
    }
  }

  /// If several channels animate the same number, the last one wins.
  static std::vector<ColladaChannel> distinct(const std::vector<ColladaChannel>& channels) {
    std::map<std::pair<std::size_t, std::size_t>, ColladaChannel> last;
    for (const ColladaChannel& channel : channels) last[{channel.step, channel.first}] = channel;
    std::vector<ColladaChannel> result;
    for (const auto& [number, channel] : last) result.push_back(channel);
    return result;
  }

  void addTransform(const std::string& id, const std::vector<ColladaChannel>& all, int joint,
                    const std::string& location) {
    ColladaStack stack = motion_.stacks.at(id);
    if (stack.size() > kMostTransforms)
      refuse("node '", shortText(id), "' has more than ", kMostTransforms, " transforms");
    const std::vector<ColladaChannel> channels = distinct(all);
    const bool isMatrix = stack.size() == 1 && channels.size() == 1 && !samplerOf(channels[0]).matrices.empty();
    const auto at = [&](double seconds) {
      const double time = seconds + range_.shift;
      if (isMatrix) return matrixAt(samplerOf(channels[0]).matrices, time);
      for (const ColladaChannel& channel : channels) setNumbers(channel, time, stack[channel.step]);
      return transformOf(matrixOf(stack));
    };
    tracks_.addTransform(joint, breaksOf(channels, &stack), at, location);
  }

  void setNumbers(const ColladaChannel& channel, double time, ColladaTransform& to) const {
    const ColladaSampler& sampler = samplerOf(channel);
    for (std::size_t k = 0; k < sampler.curves.size() && channel.first + k < sizeOf(to.step); ++k)
      to.numbers[channel.first + k] = sampler.curves[k].at(time);
    if (sampler.matrices.empty()) return;
    const glm::mat4 matrix = crossfade::toMatrix(matrixAt(sampler.matrices, time));
    for (int i = 0; i < 16; ++i) to.numbers[static_cast<std::size_t>(i)] = static_cast<double>(matrix[i % 4][i / 4]);
  }

  void addWeights(const ColladaClip& clip, const ColladaMorphedNode& morphed, const std::string& location) {
    std::vector<ColladaChannel> channels;  // `first` is that of the node
    for (const ColladaMorph::Part& part : morphed.morph->parts) {
      const auto found = clip.weights.find(part.controller);
      if (found == clip.weights.end()) continue;
      for (ColladaChannel channel : found->second) {
        if (channel.first >= part.count) continue;
        channel.first += part.first;
        channels.push_back(channel);
      }
    }
    channels = distinct(channels);
    const auto at = [&](double seconds) {
      std::vector<float> weights = morphed.morph->restWeights;
      for (const ColladaChannel& channel : channels) {
        const std::vector<FileCurve>& curves = samplerOf(channel).curves;
        for (std::size_t k = 0; k < curves.size() && channel.first + k < weights.size(); ++k)
          weights[channel.first + k] = static_cast<float>(curves[k].at(seconds + range_.shift));
      }
      return weights;
    };
    tracks_.addWeights(morphed.node, breaksOf(channels, nullptr), at, location);
  }

  const ColladaMotion& motion_;
  ImportReport& report_;
  SampledTracks tracks_;
  ClipRange range_;
};

}  // namespace

std::vector<crossfade::AnimationClip> readColladaClips(const ColladaMotion& motion,
                                                       const std::multimap<std::string, int>& joints,
                                                       const std::vector<ColladaMorphedNode>& morphs,
                                                       const std::vector<SceneValue>& shown, ImportReport& report,
                                                       const ImportWatch& watch) {
  ColladaClipReader reader(motion, report);
  std::vector<crossfade::AnimationClip> clips;
  for (std::size_t i = 0; i < motion.clips.size(); ++i) {
    watch.at(i, motion.clips.size());
    if (auto clip = reader.read(motion.clips[i], joints, morphs, shown, watch)) clips.push_back(std::move(*clip));
  }
  return clips;
}

}  // namespace app
