#include "app/import/gltf/gltf_extensions.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

#include "app/import/file/import_error.h"
#include "app/import/file/utf8_text.h"

namespace app {
namespace {

struct KnownExtension {
  std::string_view name;
  std::string_view simplification;  // what is missing; empty: nothing, or it is reported where it is read
};

constexpr std::array kKnown = std::to_array<KnownExtension>({
    {"KHR_texture_transform", ""},
    {"KHR_materials_unlit", ""},
    {"KHR_materials_emissive_strength", ""},
    {"KHR_materials_clearcoat", ""},
    {"KHR_materials_pbrSpecularGlossiness", ""},
    {"KHR_materials_transmission", ""},
    {"KHR_mesh_quantization", ""},
    {"KHR_draco_mesh_compression", ""},
    {"EXT_meshopt_compression", ""},
    {"KHR_meshopt_compression", ""},
    {"EXT_texture_webp", ""},
    {"KHR_texture_basisu", ""},
    {"KHR_node_visibility", ""},
    {"KHR_animation_pointer", ""},
    {"EXT_mesh_gpu_instancing", ""},
    {"KHR_lights_punctual", "the file's own lights are not shown"},
    {"EXT_lights_image_based", "the file's own light is not shown"},
    {"EXT_lights_ies", "the file's own lights are not shown"},
    {"KHR_materials_sheen", "the sheen of fabric is not shown"},
    {"KHR_materials_iridescence", "colors that change with the angle are not shown"},
    {"KHR_materials_anisotropy", "highlights are round, as if nothing were brushed"},
    {"KHR_materials_specular", "highlights are as strong as those of any plastic"},
    {"KHR_materials_ior", "highlights are as strong as those of any plastic"},
    {"KHR_materials_volume", "light is neither bent nor colored inside of things"},
    {"KHR_materials_volume_scatter", "light is not scattered inside of things"},
    {"KHR_materials_dispersion", "light is not split into colors"},
    {"KHR_materials_diffuse_transmission", "light does not shine through thin things"},
    {"KHR_materials_variants", "the file's default materials are shown, not its variants"},
    {"MSFT_texture_dds", "the textures' other format is shown"},
    {"MSFT_lod", "the finest level of detail is shown"},
    {"MSFT_packing_occlusionRoughnessMetallic", "the textures' usual packing is read"},
    {"MSFT_packing_normalRoughnessMetallic", "the textures' usual packing is read"},
    {"KHR_xmp_json_ld", "notes about the file are not shown"},
    {"KHR_xmp", "notes about the file are not shown"},
    {"VRM", "materials, springs and expressions of VRM are not shown"},
    {"VRMC_vrm", "springs and expressions of VRM are not shown"},
    {"VRMC_materials_mtoon", "it is lit as any other material"},
    {"VRMC_springBone", "springs do not swing"},
    {"VRMC_node_constraint", "constraints between nodes are not followed"},
    {"VRMC_materials_hdr_emissiveMultiplier", "what shines is as bright as without it"},
});

const KnownExtension* knownExtension(std::string_view name) {
  const auto found =
      std::find_if(kKnown.begin(), kKnown.end(), [&](const KnownExtension& known) { return known.name == name; });
  return found == kKnown.end() ? nullptr : &*found;
}

std::set<std::string> namesIn(const Json& document, const char* list) {
  std::set<std::string> names;
  for (const Json& name : listMember(document, list, {"document"}))
    if (name.is_string()) names.insert(name.get<std::string>());
  return names;
}

bool anyHas(const Json& list, const char* extension) {
  return list.is_array() && std::any_of(list.begin(), list.end(), [&](const Json& object) {
           return findExtension(object, extension) != nullptr;
         });
}

/// Whether vertices or keys may be stored in a way that only the extension explains.
bool changesData(const Json& document, const std::string& extension) {
  for (const char* list : {"buffers", "bufferViews", "accessors"})
    if (const Json* objects = findMember(document, list); objects && anyHas(*objects, extension.c_str())) return true;
  const Json* meshes = findMember(document, "meshes");
  return meshes != nullptr && meshes->is_array() && std::any_of(meshes->begin(), meshes->end(), [&](const Json& mesh) {
           const Json* primitives = findMember(mesh, "primitives");
           return primitives != nullptr && anyHas(*primitives, extension.c_str());
         });
}

}  // namespace

const Json* findExtension(const Json& object, const char* name) {
  const Json* extensions = findMember(object, "extensions");
  return extensions ? findMember(*extensions, name) : nullptr;
}

void checkExtensions(const Json& document, ImportReport& report) {
  const std::set<std::string> required = namesIn(document, "extensionsRequired");
  for (const std::string& name : required) {
    if (knownExtension(name) != nullptr) continue;
    const std::string shown = shortText(name);
    if (changesData(document, name))
      refuse("requires the extension ", shown, " to read its data, which is not supported");
    report.lines.push_back(
        {Finding::Lost, "extension " + shown, "the file requires it, but it is unknown here: what it adds is missing"});
  }
  for (const std::string& name : namesIn(document, "extensionsUsed")) {
    const KnownExtension* known = knownExtension(name);
    if (known == nullptr && !required.contains(name))
      report.lines.push_back({Finding::Ignored, "extension " + shortText(name), "it is unknown here"});
    if (known != nullptr && !known->simplification.empty())
      report.lines.push_back({Finding::Ignored, "extension " + name, std::string(known->simplification)});
  }
}

}  // namespace app
