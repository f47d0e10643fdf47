#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/utf8_text.h"
#include "app/import/gltf/gltf_extensions.h"
#include "app/import/gltf/gltf_scene_values.h"
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

/// False, and sets `fault`, for a path that we cannot animate.
bool readPath(const std::string& path, GltfChannel& channel) {
  constexpr std::array<std::pair<std::string_view, Channel>, 4> kPaths{{{"translation", Channel::Translation},
                                                                        {"rotation", Channel::Rotation},
                                                                        {"scale", Channel::Scale},
                                                                        {"weights", Channel::Weights}}};
  for (const auto& [name, known] : kPaths) {
    if (path != name) continue;
    channel.channel = known;
    return true;
  }
  channel.fault = concat("it animates '", shortText(path), "', which is not supported");
  channel.ignorable = true;
  return false;
}

/// KHR_animation_pointer: splits "/nodes/4/rotation", given "/nodes/", into 4 and "rotation".
struct PointedElement {
  unsigned index = 0;
  std::string path;
};
std::optional<PointedElement> elementAt(const std::string& pointer, std::string_view list) {
  const std::size_t slash = pointer.find('/', list.size());
  if (!pointer.starts_with(list) || slash == std::string::npos) return std::nullopt;
  PointedElement element{.path = pointer.substr(slash + 1)};
  const auto [end, error] = std::from_chars(pointer.data() + list.size(), pointer.data() + slash, element.index);
  return error == std::errc() && end == pointer.data() + slash ? std::optional(element) : std::nullopt;
}

/// False, and sets `fault`, if we do not render the property.
bool readMaterialPointer(GltfDocument& document, const PointedElement& at, const std::string& pointer,
                         GltfChannel& channel) {
  const auto ignore = [&](std::string_view why) {
    channel.fault = concat("it animates '", shortText(pointer), "', ", why);
    channel.ignorable = true;
    return false;
  };
  const auto property = materialPropertyAt(at.path);
  if (!property || document.nodes.empty()) return ignore("which is not supported");
  try {
    const Json& materials = section(document, "materials", limits::kListEntries);
    const int index = requireIndex(Json(at.index), materials.size(), "material", {"its pointer"});
    const Json& material = materials[at.index];
    if (at.path.starts_with("pbrMetallicRoughness/") &&
        findExtension(material, "KHR_materials_pbrSpecularGlossiness") != nullptr)
      return ignore(concat("but material ", at.index, " is specular-glossiness"));
    if (!property->textureInfo.empty() &&
        !material.contains(Json::json_pointer("/" + std::string(property->textureInfo))))
      return ignore("but the material does not have that texture");
    channel.channel = Channel::Values;
    channel.node = document.materialValues.add(index, property->property, property->texture);
    return true;
  } catch (const ImportError& error) {
    channel.fault = error.what();
    return false;
  }
}

/// False, and sets `fault`, if the document has no such element.
bool readScenePointer(GltfDocument& document, const SceneValue& value, GltfChannel& channel) {
  try {
    channel.node = addSceneValue(document, value);
    channel.channel = Channel::Values;
    channel.ofScene = true;
    return true;
  } catch (const ImportError& error) {
    channel.fault = error.what();
    return false;
  }
}

GltfChannel readChannel(GltfDocument& document, const Json& object, const std::vector<Sampler>& samplers) {
  GltfChannel channel;
  const Json* target = findMember(object, "target");
  if (!target) {
    channel.fault = "it has no target";
    return channel;
  }
  std::string path = textMember(*target, "path");
  const Json* node = findMember(*target, "node");
  Json pointedNode;
  if (const Json* extension = path == "pointer" ? findExtension(*target, "KHR_animation_pointer") : nullptr) {
    const std::string pointer = textMember(*extension, "pointer");
    if (!pointer.empty()) path = pointer;
    if (const auto value = sceneValueAt(pointer)) {
      if (!readScenePointer(document, *value, channel)) return channel;
    } else if (const auto pointed = elementAt(pointer, "/nodes/")) {
      pointedNode = pointed->index;
      node = &pointedNode;
      path = pointed->path;
    } else if (const auto material = elementAt(pointer, "/materials/")) {
      if (!readMaterialPointer(document, *material, pointer, channel)) return channel;
    }
  }
  const bool isPointed = channel.channel == Channel::Values;
  if (!isPointed && !readPath(path, channel)) return channel;
  if (!isPointed && !node) {
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
    if (!isPointed) channel.node = requireIndex(*node, document.nodes.size(), "node", {"its target"});
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
  const Json& list = section(document, "animations", limits::kClips);
  forEachObject(list, "animation", [&](const Json& object, const JsonLocation& location) {
    GltfAnimation animation;
    animation.name = readName(object, location, report);
    std::vector<Sampler> samplers;
    for (const Json& sampler : listMember(object, "samplers", location))
      samplers.push_back(readSampler(document, sampler));
    for (const Json& channel : listMember(object, "channels", location))
      animation.channels.push_back(readChannel(document, channel, samplers));
    document.animations.push_back(std::move(animation));
  });
}

}  // namespace app
