#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/utf8_text.h"
#include "app/import/gltf/gltf_extensions.h"
#include "app/import/gltf/gltf_sections.h"

namespace app {
namespace {

using crossfade::Channel;
using crossfade::Interpolation;

struct Sampler {
  int input = -1;
  int output = -1;
  Interpolation interpolation = Interpolation::Linear;
  std::string fault;
};

std::string accessorFault(const GltfDocument& document, const Json& sampler, const char* key, int& accessor) {
  const Json* value = findMember(sampler, key);
  if (!value) return concat("its sampler has no ", key);
  try {
    accessor = requireIndex(*value, document.accessors.size(), "accessor", {key});
    return {};
  } catch (const ImportError& error) {
    return concat("its sampler's ", error.what());
  }
}

Sampler readSampler(const GltfDocument& document, const Json& object) {
  Sampler sampler;
  sampler.fault = accessorFault(document, object, "input", sampler.input);
  if (sampler.fault.empty()) sampler.fault = accessorFault(document, object, "output", sampler.output);
  const std::string mode = textMember(object, "interpolation", "LINEAR");
  if (mode == "STEP") {
    sampler.interpolation = Interpolation::Discrete;
  } else if (mode == "CUBICSPLINE") {
    sampler.interpolation = Interpolation::Hermite;
  } else if (mode != "LINEAR" && sampler.fault.empty()) {
    sampler.fault = concat("the interpolation '", shortText(mode), "' is unknown");
  }
  return sampler;
}

/// False, with a fault, for a path that we cannot animate.
bool readPath(const std::string& path, GltfChannel& channel) {
  if (path == "translation")
    channel.channel = Channel::Translation;
  else if (path == "rotation")
    channel.channel = Channel::Rotation;
  else if (path == "scale")
    channel.channel = Channel::Scale;
  else if (path == "weights")
    channel.channel = Channel::Weights;
  else {
    channel.fault = concat("it moves '", shortText(path), "', which is not supported");
    channel.ignorable = true;
    return false;
  }
  return true;
}

/// KHR_animation_pointer: of "/nodes/4/rotation" the node and the path; false for any other target, whose whole pointer
/// becomes the path.
bool readPointer(const Json& target, Json& node, std::string& path) {
  constexpr std::string_view kNodes = "/nodes/";
  const Json* extension = findExtension(target, "KHR_animation_pointer");
  const std::string pointer = extension ? textMember(*extension, "pointer") : std::string();
  const std::size_t slash = pointer.find('/', kNodes.size());
  unsigned index = 0;
  const char* begin = pointer.data() + std::min(kNodes.size(), pointer.size());
  const auto [end, error] = std::from_chars(begin, pointer.data() + pointer.size(), index);
  if (!pointer.starts_with(kNodes) || slash == std::string::npos || error != std::errc() ||
      end != pointer.data() + slash) {
    if (!pointer.empty()) path = pointer;
    return false;
  }
  node = index;
  path = pointer.substr(slash + 1);
  return true;
}

GltfChannel readChannel(const GltfDocument& document, const Json& object, const std::vector<Sampler>& samplers) {
  GltfChannel channel;
  const Json* target = findMember(object, "target");
  if (!target) {
    channel.fault = "it has no target";
    return channel;
  }
  std::string path = textMember(*target, "path");
  const Json* node = findMember(*target, "node");
  Json pointedNode;
  if (path == "pointer" && readPointer(*target, pointedNode, path)) node = &pointedNode;
  if (!readPath(path, channel)) return channel;
  if (!node) {
    channel.fault = "it targets no node";
    channel.ignorable = true;
    return channel;
  }
  const Json* sampler = findMember(object, "sampler");
  if (!sampler) {
    channel.fault = "it has no sampler";
    return channel;
  }
  try {
    channel.node = requireIndex(*node, document.nodes.size(), "node", {"its target"});
    const Sampler& used =
        samplers[static_cast<std::size_t>(requireIndex(*sampler, samplers.size(), "sampler", {"it"}))];
    channel.interpolation = used.interpolation;
    channel.input = used.input;
    channel.output = used.output;
    channel.fault = used.fault;
  } catch (const ImportError& error) {
    channel.fault = error.what();
  }
  return channel;
}

}  // namespace

// A fault leaves out one channel, not the file: the rest of the model is right without it.
void readAnimations(GltfDocument& document, ImportReport& report) {
  std::ptrdiff_t index = 0;
  for (const Json& object : section(document, "animations", limits::kClips)) {
    const JsonLocation location{"animation", index++};
    requireObject(object, location);
    GltfAnimation animation;
    animation.name = readName(object, location, report);
    std::vector<Sampler> samplers;
    for (const Json& sampler : listMember(object, "samplers", location))
      samplers.push_back(readSampler(document, sampler));
    for (const Json& channel : listMember(object, "channels", location))
      animation.channels.push_back(readChannel(document, channel, samplers));
    document.animations.push_back(std::move(animation));
  }
}

}  // namespace app
