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
    {"KHR_materials_sheen", ""},
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
    {"KHR_lights_punctual", ""},
    {"EXT_lights_image_based", "the file's own light is not shown"},
    {"EXT_lights_ies", "the file's own lights are not shown"},
    {"KHR_materials_iridescence", "iridescence is not shown"},
    {"KHR_materials_anisotropy", "highlights are round instead of stretched"},
    {"KHR_materials_specular", "highlights have the default strength"},
    {"KHR_materials_ior", "highlights have the strength of the default index of refraction, 1.5"},
    {"KHR_materials_volume", "light is not bent inside objects, and the tint does not depend on their thickness"},
    {"KHR_materials_volume_scatter", "light is not scattered inside objects"},
    {"KHR_materials_dispersion", "light is not split into colors"},
    {"KHR_materials_diffuse_transmission", "light does not shine through thin surfaces"},
    {"KHR_materials_variants", ""},
    {"MSFT_texture_dds", "each texture's PNG or JPEG is shown, not its DDS image"},
    {"MSFT_lod", "the finest level of detail is shown"},
    {"MSFT_packing_occlusionRoughnessMetallic", "the standard glTF textures are read, not the packed ones"},
    {"MSFT_packing_normalRoughnessMetallic", "the standard glTF textures are read, not the packed ones"},
    {"KHR_xmp_json_ld", "metadata is not shown"},
    {"KHR_xmp", "metadata is not shown"},
    {"VRM", "spring bones do not move"},
    {"VRMC_vrm", ""},
    {"VRMC_materials_mtoon", ""},
    {"VRMC_vrm_animation", ""},
    {"VRMC_springBone", "spring bones do not move"},
    {"VRMC_node_constraint", "node constraints are ignored"},
    {"VRMC_materials_hdr_emissiveMultiplier", "emissive colors are not brightened"},
});

const KnownExtension* knownExtension(std::string_view name) {
  const auto found = std::ranges::find(kKnown, name, &KnownExtension::name);
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
      refuse("its data can only be read with the extension ", shown, ", which is not supported");
    report.add(Finding::Lost, "extension " + shown,
               "the file requires it, but it is not supported: what it adds is missing");
  }
  for (const std::string& name : namesIn(document, "extensionsUsed")) {
    const KnownExtension* known = knownExtension(name);
    if (known == nullptr && !required.contains(name))
      report.add(Finding::Ignored, "extension " + shortText(name), "it is not supported");
    if (known != nullptr && !known->simplification.empty())
      report.add(Finding::Ignored, "extension " + name, std::string(known->simplification));
  }
}

}  // namespace app
