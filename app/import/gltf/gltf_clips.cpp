#include "app/import/gltf/gltf_clips.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/gltf/gltf_accessor.h"

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
/// gltf_read_nodes.cpp.
int normalizeRotations(std::vector<float>& values, bool tangents) {
  constexpr double kRounding = 0.01;
  int corrected = 0;
  const std::size_t step = tangents ? 12 : 4;
  for (std::size_t i = tangents ? 4 : 0; i + 3 < values.size(); i += step) {
    double square = 0;
    for (std::size_t k = 0; k < 4; ++k)
      square += static_cast<double>(values[i + k]) * static_cast<double>(values[i + k]);
    const double length = std::sqrt(square);
    if (std::abs(length - 1) <= kRounding) continue;
    if (!(length > 1e-6)) throw ChannelFault{concat("the rotation of key ", i / step, " is 0, 0, 0, 0")};
    for (std::size_t k = 0; k < 4; ++k) values[i + k] = static_cast<float>(static_cast<double>(values[i + k]) / length);
    ++corrected;
  }
  return corrected;
}

GltfClipChannel readChannel(const GltfDocument& document, const GltfChannel& source, const JsonLocation& location,
                            ImportReport& report) {
  if (!source.fault.empty()) throw ChannelFault{source.fault, source.ignorable};
  GltfClipChannel channel{.node = source.node,
                          .channel = source.channel,
                          .interpolation = source.interpolation,
                          .times = {},
                          .values = {},
                          .input = source.input,
                          .output = source.output};
  const int perKey = valueSize(document, source.node, source.channel);
  if (perKey == 0)
    throw ChannelFault{concat("it animates the weights of node ", source.node, ", which has no morph targets"), true};
  const GltfAccessor& output = accessorAt(document, source.output);
  if (source.channel != Channel::Weights && output.components != perKey)
    throw ChannelFault{concat("its values have ", output.components, " components each; ", perKey, " are needed")};
  const bool tangents = source.interpolation == Interpolation::Hermite;
  channel.times = readTimes(accessorAt(document, source.input), location);
  channel.values = readKeyValues(output, channel.times.size(), static_cast<std::size_t>(perKey), tangents, location);
  if (source.channel == Channel::Rotation)
    if (const int corrected = normalizeRotations(channel.values, tangents); corrected > 0)
      report.lines.push_back({Finding::Repaired, location.text(), concat(corrected, " rotations were normalized")});
  return channel;
}

GltfClip readClip(const GltfDocument& document, const GltfAnimation& animation, const std::string& where,
                  ImportReport& report, const ImportWatch& watch) {
  GltfClip clip{.name = animation.name, .channels = {}};
  std::set<std::pair<int, Channel>> taken;
  for (std::size_t i = 0; i < animation.channels.size(); ++i) {
    watch.at(i, animation.channels.size());
    const JsonLocation within{where};
    const JsonLocation location{"channel", static_cast<std::ptrdiff_t>(i), &within};
    try {
      GltfClipChannel channel = readChannel(document, animation.channels[i], location, report);
      if (!taken.emplace(channel.node, channel.channel).second)
        throw ChannelFault{concat("an earlier channel already animates the ", crossfade::nameOf(channel.channel),
                                  " of node ", channel.node)};
      clip.channels.push_back(std::move(channel));
    } catch (const ChannelFault& fault) {
      report.lines.push_back({fault.ignorable ? Finding::Ignored : Finding::Lost, location.text(), fault.what});
    } catch (const ImportError& error) {  // its values cannot be read
      report.lines.push_back({Finding::Lost, location.text(), error.what()});
    }
  }
  if (clip.channels.empty()) report.lines.push_back({Finding::Found, where, "it animates nothing"});
  return clip;
}

}  // namespace

int valueSize(const GltfDocument& document, int node, Channel channel) {
  switch (channel) {
    case Channel::Translation:
    case Channel::Scale:
      return 3;
    case Channel::Rotation:
      return 4;
    case Channel::Weights:
      break;
    case Channel::Values:
    case Channel::Select:
      return 0;  // not in glTF
  }
  const int mesh = document.nodes[static_cast<std::size_t>(node)].mesh;
  return mesh < 0 ? 0 : document.meshes[static_cast<std::size_t>(mesh)].targetCount();
}

std::vector<GltfClip> readGltfClips(const GltfDocument& document, ImportReport& report, const ImportWatch& watch) {
  std::vector<GltfClip> clips;
  for (std::size_t i = 0; i < document.animations.size(); ++i)
    clips.push_back(readClip(document, document.animations[i],
                             locationText("animation", i, document.animations[i].name), report,
                             watch.subrange(i, document.animations.size())));
  return clips;
}

}  // namespace app
