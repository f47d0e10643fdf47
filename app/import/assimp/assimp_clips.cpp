#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/import/assimp/assimp_nodes.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"

namespace app {
namespace {

using crossfade::Channel;

constexpr double kDefaultTicksPerSecond = 25;  // where the file has none

/// Keys of one track; keys that are not finite or not in order are dropped. Of equal times all are kept, as a step.
struct Keys {
  std::vector<float> times, values;
  int dropped = 0;

  void add(double seconds, std::span<const float> value) {
    const auto time = static_cast<float>(seconds);
    const bool usable =
        std::isfinite(time) && std::abs(time) < 1e6f && (times.empty() || time >= times.back()) &&
        std::all_of(value.begin(), value.end(), [](float v) { return std::abs(v) <= limits::kMaxMagnitude; });
    if (!usable) {
      ++dropped;
      return;
    }
    times.push_back(time);
    values.insert(values.end(), value.begin(), value.end());
  }
};

class ClipReader {
 public:
  ClipReader(const aiAnimation& animation, std::string location, ImportReport& report)
      : ticks_(animation.mTicksPerSecond > 0 ? animation.mTicksPerSecond : kDefaultTicksPerSecond),
        location_(std::move(location)),
        report_(report) {}

  void read(const aiNodeAnim& source, int joint) {
    Keys translations, rotations, scales;
    for (unsigned i = 0; i < source.mNumPositionKeys; ++i) {
      const aiVectorKey& key = source.mPositionKeys[i];
      translations.add(key.mTime / ticks_, std::array{key.mValue.x, key.mValue.y, key.mValue.z});
    }
    for (unsigned i = 0; i < source.mNumRotationKeys; ++i) {
      const aiQuatKey& key = source.mRotationKeys[i];
      const float length = std::sqrt(key.mValue.x * key.mValue.x + key.mValue.y * key.mValue.y +
                                     key.mValue.z * key.mValue.z + key.mValue.w * key.mValue.w);
      rotations.add(key.mTime / ticks_, std::array{key.mValue.x / length, key.mValue.y / length, key.mValue.z / length,
                                                   key.mValue.w / length});
    }
    for (unsigned i = 0; i < source.mNumScalingKeys; ++i) {
      const aiVectorKey& key = source.mScalingKeys[i];
      scales.add(key.mTime / ticks_, std::array{key.mValue.x, key.mValue.y, key.mValue.z});
    }
    finish({joint, Channel::Translation}, std::move(translations));
    finish({joint, Channel::Rotation}, std::move(rotations));
    finish({joint, Channel::Scale}, std::move(scales));
  }

  std::vector<crossfade::KeyframeTrack> take() { return std::move(tracks_); }

 private:
  void finish(crossfade::TrackTarget target, Keys keys) {
    if (keys.dropped > 0)
      report_.lines.push_back({Finding::Repaired, location_,
                               concat(keys.dropped, " keys were out of order or not finite and were left out")});
    if (keys.times.empty()) return;
    const bool known = std::any_of(tracks_.begin(), tracks_.end(),
                                   [&](const crossfade::KeyframeTrack& track) { return track.target() == target; });
    if (known) return;
    auto track = crossfade::KeyframeTrack::make(target, crossfade::Interpolation::Linear, std::move(keys.times),
                                                std::move(keys.values));
    if (track)
      tracks_.push_back(std::move(*track));
    else
      report_.lines.push_back({Finding::Lost, location_, track.error().message});
  }

  double ticks_;
  std::string location_;
  ImportReport& report_;
  std::vector<crossfade::KeyframeTrack> tracks_;
};

}  // namespace

std::vector<crossfade::AnimationClip> readAssimpClips(const aiScene& scene, const AssimpNodeIndex& nodes, Model& model,
                                                      const ImportWatch& watch) {
  if (scene.mNumAnimations > limits::kClips) refuse("it has more than ", limits::kClips, " animations");
  std::vector<crossfade::AnimationClip> clips;
  for (unsigned a = 0; a < scene.mNumAnimations; ++a) {
    watch.at(a, scene.mNumAnimations);
    const aiAnimation& source = *scene.mAnimations[a];
    const std::string name = nameOf(source.mName);
    const std::string location = concat("animation ", a, " '", name, "'");
    ClipReader reader(source, location, model.report);
    int unmatched = 0;
    for (unsigned i = 0; i < source.mNumChannels; ++i)
      if (const int joint = nodes.jointOf(source.mChannels[i]->mNodeName); joint >= 0)
        reader.read(*source.mChannels[i], joint);
      else
        ++unmatched;
    if (unmatched > 0)
      model.report.lines.push_back(
          {Finding::Lost, location, concat(unmatched, " channels target nothing in the file")});
    auto clip = crossfade::AnimationClip::make(name.empty() ? concat("animation ", a) : name, reader.take());
    if (clip)
      clips.push_back(std::move(*clip));
    else
      model.report.lines.push_back({Finding::Lost, location, clip.error().message});
  }
  return clips;
}

}  // namespace app
