#include "app/import/gltf/gltf_clips.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/gltf/gltf_accessor.h"
#include "app/import/gltf/gltf_scene_values.h"
#include "app/model/counted.h"
#include "app/model/json/event_json.h"

namespace app {
namespace {

using crossfade::Channel;
using crossfade::Interpolation;

/// Thrown to leave out one channel; glTF allows `ignorable` faults.
struct ChannelFault {
  std::string what;
  bool ignorable = false;
};

const GltfAccessor& accessorAt(const GltfDocument& document, int index) {
  return document.accessors[static_cast<std::size_t>(index)];
}

std::vector<float> readTimes(const GltfAccessor& input, const JsonLocation& location) {
  if (input.components != 1) throw ChannelFault{"its key times are not scalars"};
  if (input.count == 0) throw ChannelFault{"it has no keys"};
  std::vector<float> times = readFloats(input, location);
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (!std::isfinite(times[i])) throw ChannelFault{concat("the time of key ", i, " is not a finite number")};
    if (i > 0 && times[i] < times[i - 1])
      throw ChannelFault{concat("key ", i, " is out of order (", times[i], " s after ", times[i - 1], " s)")};
  }
  return times;
}

std::vector<float> readKeyValues(const GltfAccessor& output, std::size_t keys, std::size_t perKey, bool tangents,
                                 const JsonLocation& location) {
  const std::size_t expected = keys * perKey * (tangents ? 3 : 1);
  const std::size_t present = output.count * static_cast<std::size_t>(output.components);
  if (present != expected)
    throw ChannelFault{concat("it has ", present, " values for ", keys, " keys; ", expected, " are needed")};
  std::vector<float> values = readFloats(output, location);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!(std::abs(values[i]) <= limits::kMaxMagnitude))  // nor NaN
      throw ChannelFault{concat("key ", i / (values.size() / keys), " has a value that is not finite or too large")};
  return values;
}

/// Keeps keys that are unit quaternions up to rounding, like three.js; see checkedRotation in
/// gltf_read_scene.cpp.
int normalizeRotations(std::vector<float>& values, bool tangents) {
  constexpr double kRounding = 0.01;
  int normalized = 0;
  const std::size_t step = tangents ? 12 : 4;
  for (std::size_t i = tangents ? 4 : 0; i + 3 < values.size(); i += step) {
    double square = 0;
    for (std::size_t k = 0; k < 4; ++k)
      square += static_cast<double>(values[i + k]) * static_cast<double>(values[i + k]);
    const double length = std::sqrt(square);
    if (std::abs(length - 1) <= kRounding) continue;
    if (!(length > 1e-6)) throw ChannelFault{concat("the rotation of key ", i / step, " is 0, 0, 0, 0")};
    for (std::size_t k = 0; k < 4; ++k) values[i + k] = static_cast<float>(static_cast<double>(values[i + k]) / length);
    ++normalized;
  }
  return normalized;
}

/// Values per key: 3, 4, the number of morph targets of the node's mesh, or what a value of a material has.
int valueSize(const GltfDocument& document, int node, Channel channel) {
  if (channel == Channel::Values) return sizeOf(document.materialValues[node].property);  // of a material
  if (channel != Channel::Weights) return channel == Channel::Rotation ? 4 : 3;
  const int mesh = document.nodes[static_cast<std::size_t>(node)].mesh;
  return mesh < 0 ? 0 : document.meshes[static_cast<std::size_t>(mesh)].targetCount();
}

std::string targetText(const GltfDocument& document, const GltfChannel& channel) {
  if (channel.ofScene) {
    const SceneValue& value = document.sceneValues[static_cast<std::size_t>(channel.node)];
    return pointerTo(value.property, value.of);
  }
  if (channel.channel == Channel::Values) return pointerTo(document.materialValues[channel.node]);
  return concat("the ", crossfade::nameOf(channel.channel), " of node ", channel.node);
}

crossfade::KeyframeTrack readChannel(const GltfDocument& document, const crossfade::Skeleton& skeleton,
                                     const GltfChannel& source, const JsonLocation& location, ImportReport& report) {
  if (!source.fault.empty()) throw ChannelFault{source.fault, source.ignorable};
  const int perKey = source.ofScene ? sizeOf(document.sceneValues[static_cast<std::size_t>(source.node)].property)
                                    : valueSize(document, source.node, source.channel);
  if (perKey == 0)
    throw ChannelFault{concat("it animates the weights of node ", source.node, ", which has no morph targets"), true};
  const GltfAccessor& output = accessorAt(document, source.output);
  if (source.channel != Channel::Weights && output.components != perKey)
    throw ChannelFault{concat("its values have ", output.components, " components each; ", perKey, " are needed")};
  const bool tangents = source.interpolation == Interpolation::Hermite;
  std::vector<float> times = readTimes(accessorAt(document, source.input), location);
  std::vector<float> values = readKeyValues(output, times.size(), static_cast<std::size_t>(perKey), tangents, location);
  const int normalized = source.channel == Channel::Rotation ? normalizeRotations(values, tangents) : 0;
  if (normalized > 0)
    report.add(Finding::Repaired, location.text(),
               countOf(normalized, "rotation was normalized", "rotations were normalized"));
  const int target = crossfade::isOfJoint(source.channel) ? skeleton.jointAt(source.node)
                     : source.ofScene ? static_cast<int>(document.materialValues.size()) + source.node
                                      : source.node;
  auto track = crossfade::KeyframeTrack::make({target, source.channel}, source.interpolation, std::move(times),
                                              std::move(values));
  if (!track) throw ChannelFault{track.error().message};
  return *std::move(track);
}

std::vector<crossfade::KeyframeTrack> readTracks(const GltfDocument& document, const crossfade::Skeleton& skeleton,
                                                 const GltfAnimation& animation, const std::string& where,
                                                 ImportReport& report, const ImportWatch& watch) {
  std::vector<crossfade::KeyframeTrack> tracks;
  std::set<std::pair<int, Channel>> taken;
  for (std::size_t i = 0; i < animation.channels.size(); ++i) {
    watch.at(i, animation.channels.size());
    const JsonLocation within{where};
    const JsonLocation location{"channel", static_cast<std::ptrdiff_t>(i), &within};
    const GltfChannel& channel = animation.channels[i];
    try {
      crossfade::KeyframeTrack track = readChannel(document, skeleton, channel, location, report);
      if (!taken.emplace(track.target().node, channel.channel).second)
        throw ChannelFault{concat("an earlier channel already animates ", targetText(document, channel))};
      tracks.push_back(std::move(track));
    } catch (const ChannelFault& fault) {
      report.lines.push_back({fault.ignorable ? Finding::Ignored : Finding::Lost, location.text(), fault.what});
    } catch (const ImportError& error) {  // its values cannot be read
      report.add(Finding::Lost, location.text(), error.what());
    }
  }
  if (tracks.empty()) report.add(Finding::Found, where, "it animates nothing");
  return tracks;
}

}  // namespace

std::vector<crossfade::AnimationClip> readGltfClips(const GltfDocument& document, const crossfade::Skeleton& skeleton,
                                                    ImportReport& report, const ImportWatch& watch) {
  std::vector<crossfade::AnimationClip> clips;
  for (std::size_t i = 0; i < document.animations.size(); ++i) {
    const GltfAnimation& source = document.animations[i];
    const std::string name = source.name.empty() ? concat("animation_", i) : source.name;
    clips.push_back(orRefuse(crossfade::AnimationClip::make(
        name, readTracks(document, skeleton, source, locationText("animation", i, source.name), report,
                         watch.subrange(i, document.animations.size())))));
  }
  return clips;
}

crossfade::ClipEventSet readGltfEvents(const GltfDocument& document, const crossfade::ClipSet& clips,
                                       ImportReport& report) {
  crossfade::ClipEventSet set;
  const Json* const animations = findMember(document.json, "animations");
  for (std::size_t i = 0; animations != nullptr && i < std::min(clips.size(), animations->size()); ++i) {
    const Json* const extras = findMember((*animations)[i], "extras");
    const Json* const list = extras != nullptr && extras->is_object() ? findMember(*extras, "events") : nullptr;
    if (list == nullptr) continue;
    ReadClipEvents read = clipEventsFromJson(*list, clips[i].duration());
    for (std::string& fault : read.faults)
      report.add(Finding::Ignored, locationText("animation", i, clips[i].name()), std::move(fault));
    if (!read.events.events().empty()) set.set(clips.ids()[i], std::move(read.events));
  }
  return set;
}

}  // namespace app
