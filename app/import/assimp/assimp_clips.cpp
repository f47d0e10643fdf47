#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <assimp/anim.h>

#include "app/import/assimp/assimp_scene.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "crossfade/clip/animation_clip.h"

namespace app {
namespace {

using crossfade::Channel;
using crossfade::KeyframeTrack;

// What assimp's documentation asks of readers for a file that does not say.
constexpr double kUsualTicks = 25;

/// The keys of one channel: seconds, and the values one after the other.
struct ChannelKeys {
  std::vector<float> times, values;
};

class AssimpClipReader {
 public:
  AssimpClipReader(const AssimpNodes& nodes, const std::vector<AssimpMorphedNode>& morphed, ImportReport& report)
      : nodes_(nodes), morphed_(morphed), report_(report) {}

  /// Nothing: it moves nothing.
  std::optional<crossfade::AnimationClip> read(const aiAnimation& source, std::size_t index) {
    const std::string name = textOf(source.mName);
    where_ = concat("animation ", index, name.empty() ? "" : concat(" '", name, "'"));
    const double ticks = source.mTicksPerSecond;
    seconds_ = 1 / (ticks > 0 && std::isfinite(ticks) ? ticks : kUsualTicks);
    tracks_.clear();
    int missing = 0;
    for (unsigned i = 0; i < source.mNumChannels; ++i) missing += addNode(*source.mChannels[i]) ? 0 : 1;
    for (unsigned i = 0; i < source.mNumMorphMeshChannels; ++i)
      missing += addMorph(*source.mMorphMeshChannels[i]) ? 0 : 1;
    if (missing > 0) lose(concat(missing, " of its channels are of no node of the file"));
    if (tracks_.empty()) return std::nullopt;
    std::optional<double> duration = source.mDuration * seconds_;
    if (!(*duration > 0) || !std::isfinite(*duration)) duration.reset();  // then it ends with its last key
    auto clip = crossfade::AnimationClip::make(name.empty() ? concat("Clip ", index + 1) : name, std::move(tracks_),
                                               crossfade::BlendMode::Normal, duration);
    if (!clip) refuse(where_, ": ", clip.error().message);
    return *std::move(clip);
  }

 private:
  void lose(std::string what) { report_.lines.push_back({Finding::Lost, where_, std::move(what)}); }

  float secondsOf(double time) const { return static_cast<float>(time * seconds_); }

  bool addNode(const aiNodeAnim& channel) {
    const int joint = nodes_.jointOf(channel.mNodeName);
    if (joint < 0) return false;
    addVectors(channel.mPositionKeys, channel.mNumPositionKeys, {joint, Channel::Translation});
    addRotations(channel, joint);
    addVectors(channel.mScalingKeys, channel.mNumScalingKeys, {joint, Channel::Scale});
    return true;
  }

  void addVectors(const aiVectorKey* source, unsigned count, crossfade::TrackTarget target) {
    ChannelKeys keys;
    for (unsigned i = 0; i < count; ++i) {
      keys.times.push_back(secondsOf(source[i].mTime));
      for (unsigned k = 0; k < 3; ++k) keys.values.push_back(source[i].mValue[k]);
    }
    add(target, std::move(keys));
  }

  void addRotations(const aiNodeAnim& channel, int joint) {
    ChannelKeys keys;
    for (unsigned i = 0; i < channel.mNumRotationKeys; ++i) {
      const aiQuaternion& value = channel.mRotationKeys[i].mValue;
      glm::quat rotation = crossfade::makeQuat(value.x, value.y, value.z, value.w);
      if (!normalize(rotation)) continue;
      keys.times.push_back(secondsOf(channel.mRotationKeys[i].mTime));
      keys.values.insert(keys.values.end(), {rotation.x, rotation.y, rotation.z, rotation.w});
    }
    add({joint, Channel::Rotation}, std::move(keys));
  }

  bool addMorph(const aiMeshMorphAnim& channel) {
    const std::string name = textOf(channel.mName);
    const auto found = std::find_if(morphed_.begin(), morphed_.end(), [&](const AssimpMorphedNode& each) {
      return std::ranges::find(each.names, name) != each.names.end();
    });
    if (found == morphed_.end()) return false;
    ChannelKeys keys;
    for (unsigned i = 0; i < channel.mNumKeys; ++i) {
      const aiMeshMorphKey& key = channel.mKeys[i];
      keys.times.push_back(secondsOf(key.mTime));
      const std::size_t first = keys.values.size();
      keys.values.resize(first + found->targets);
      for (unsigned k = 0; k < key.mNumValuesAndWeights; ++k)
        if (key.mValues[k] < found->targets) keys.values[first + key.mValues[k]] = static_cast<float>(key.mWeights[k]);
    }
    add({found->joint, Channel::Weights}, std::move(keys));
    return true;
  }

  void add(crossfade::TrackTarget target, ChannelKeys keys) {
    if (keys.times.empty()) return;
    const auto isSame = [&](const KeyframeTrack& track) { return track.target() == target; };
    if (std::any_of(tracks_.begin(), tracks_.end(), isSame))
      return lose(concat("a second ", crossfade::nameOf(target.channel), " of node ", target.node));
    if ((valueCount_ += keys.values.size()) > limits::kKeyValues)
      refuse("its clips have more than ", limits::kKeyValues, " values");
    auto track =
        KeyframeTrack::make(target, crossfade::Interpolation::Linear, std::move(keys.times), std::move(keys.values));
    if (track)
      tracks_.push_back(*std::move(track));
    else
      lose(concat("the ", crossfade::nameOf(target.channel), " of node ", target.node, ": ", track.error().message));
  }

  const AssimpNodes& nodes_;
  const std::vector<AssimpMorphedNode>& morphed_;
  ImportReport& report_;
  std::string where_;
  double seconds_ = 1;  // per tick
  std::vector<KeyframeTrack> tracks_;
  std::size_t valueCount_ = 0;
};

}  // namespace

std::vector<crossfade::AnimationClip> readAssimpClips(const aiScene& scene, const AssimpNodes& nodes,
                                                      const std::vector<AssimpMorphedNode>& morphed,
                                                      ImportReport& report, const ImportWatch& watch) {
  if (scene.mNumAnimations > limits::kClips) refuse("it has more than ", limits::kClips, " clips");
  AssimpClipReader reader(nodes, morphed, report);
  std::vector<crossfade::AnimationClip> clips;
  for (unsigned i = 0; i < scene.mNumAnimations; ++i) {
    watch.at(i, scene.mNumAnimations);
    if (auto clip = reader.read(*scene.mAnimations[i], i)) clips.push_back(*std::move(clip));
  }
  return clips;
}

}  // namespace app
