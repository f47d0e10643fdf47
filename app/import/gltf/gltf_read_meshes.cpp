#include <algorithm>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/gltf/gltf_extensions.h"
#include "app/import/gltf/gltf_sections.h"

namespace app {
namespace {

AttributeMap readAttributes(const GltfDocument& document, const Json& object, const JsonLocation& location) {
  AttributeMap attributes;
  for (const auto& [name, value] : requireObject(object, location).items()) {
    const JsonLocation attribute{name, -1, &location};
    attributes[name] = requireIndex(value, document.accessors.size(), "accessor", attribute);
  }
  return attributes;
}

/// Of two entries for one variant the first counts.
std::vector<VariantMaterial> readVariantMaterials(const GltfDocument& document, const Json& primitive,
                                                  std::size_t materialCount, const JsonLocation& location) {
  std::vector<VariantMaterial> all;
  const Json* const variants = findExtension(primitive, "KHR_materials_variants");
  if (variants == nullptr) return all;
  for (const Json& mapping : listMember(*variants, "mappings", location)) {
    const auto material = indexMember(mapping, "material", materialCount, "material", location);
    if (!material) continue;
    for (const Json& variant : listMember(mapping, "variants", location))
      all.push_back({requireIndex(variant, document.variants.size(), "variant", location), *material});
  }
  std::ranges::stable_sort(all, {}, &VariantMaterial::variant);
  const auto isSame = [](const VariantMaterial& a, const VariantMaterial& b) { return a.variant == b.variant; };
  all.erase(std::unique(all.begin(), all.end(), isSame), all.end());
  return all;
}

GltfPrimitive readPrimitive(const GltfDocument& document, const Json& object, const JsonLocation& location) {
  requireObject(object, location);
  GltfPrimitive primitive;
  const std::uint64_t mode = sizeMember(object, "mode", 4, location);
  if (mode > 6) refuse(location.text(), ": mode ", mode, " is unknown");
  primitive.mode = static_cast<int>(mode);
  primitive.indices = indexMember(object, "indices", document.accessors.size(), "accessor", location).value_or(-1);
  const std::size_t materialCount = section(document, "materials", limits::kListEntries).size();
  primitive.material = indexMember(object, "material", materialCount, "material", location).value_or(-1);
  primitive.variantMaterials = readVariantMaterials(document, object, materialCount, location);
  if (const Json* attributes = findMember(object, "attributes"))
    primitive.attributes = readAttributes(document, *attributes, {"attributes", -1, &location});
  const Json& targets = listMember(object, "targets", location);
  if (targets.size() > limits::kMorphTargets)
    refuse(location.text(), ": ", targets.size(), " morph targets are more than the limit of ", limits::kMorphTargets);
  std::ptrdiff_t index = 0;
  for (const Json& target : targets)
    primitive.targets.push_back(readAttributes(document, target, {"morph target", index++, &location}));
  return primitive;
}

std::vector<std::string> readTargetNames(const Json& mesh) {
  std::vector<std::string> names;
  const Json* extras = findMember(mesh, "extras");
  const Json* list = extras ? findMember(*extras, "targetNames") : nullptr;
  if (!list || !list->is_array()) return names;
  for (const Json& name : *list) {
    if (names.size() == limits::kMorphTargets) break;
    names.push_back(name.is_string() ? name.get<std::string>() : std::string());
  }
  return names;
}

std::uint64_t elementsOf(const GltfDocument& document, int accessor) {
  return accessor < 0 ? 0 : document.accessors[static_cast<std::size_t>(accessor)].count;
}

}  // namespace

void readMeshes(GltfDocument& document, ImportReport& report) {
  std::ptrdiff_t index = 0;
  for (const Json& object : section(document, "meshes", limits::kMeshes)) {
    const JsonLocation location{"mesh", index++};
    requireObject(object, location);
    GltfMesh mesh;
    mesh.name = readName(object, location, report);
    std::ptrdiff_t primitive = 0;
    for (const Json& source : listMember(object, "primitives", location))
      mesh.primitives.push_back(readPrimitive(document, source, {"primitive", primitive++, &location}));
    mesh.weights = numbersMember(object, "weights", 0, location);
    mesh.targetNames = readTargetNames(object);
    document.meshes.push_back(std::move(mesh));
  }
}

void checkTotals(const GltfDocument& document) {
  std::uint64_t vertices = 0, indices = 0, morphed = 0, keyValues = 0;
  for (const GltfMesh& mesh : document.meshes) {
    for (const GltfPrimitive& primitive : mesh.primitives) {
      const auto position = primitive.attributes.find("POSITION");
      const std::uint64_t count = position == primitive.attributes.end() ? 0 : elementsOf(document, position->second);
      vertices += count;
      morphed += count * static_cast<std::uint64_t>(mesh.targetCount());
      indices += 3 * elementsOf(document, primitive.indices);  // a strip unrolls to at most three times its indices
      if (vertices > limits::kVertices) refuse("the meshes have more than ", limits::kVertices, " vertices");
      if (morphed > limits::kMorphedVertices)
        refuse("the morph targets move more than ", limits::kMorphedVertices, " vertices");
      if (indices > 3 * limits::kIndices) refuse("the meshes have more than ", limits::kIndices, " indices");
    }
  }
  for (const GltfAnimation& animation : document.animations) {
    for (const GltfChannel& channel : animation.channels) {
      if (!channel.fault.empty()) continue;
      keyValues += elementsOf(document, channel.input) + 4 * elementsOf(document, channel.output);
      if (keyValues > limits::kKeyValues) refuse("the animations have more than ", limits::kKeyValues, " values");
    }
  }
}

}  // namespace app
