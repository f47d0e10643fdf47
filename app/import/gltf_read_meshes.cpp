#include <algorithm>

#include "app/import/gltf_sections.h"
#include "app/import/import_limits.h"
#include "app/import/refusal.h"

namespace app {
namespace {

AttributeMap readAttributes(const GltfDocument& document, const Json& object, const Place& place) {
  AttributeMap attributes;
  for (const auto& [name, value] : requireObject(object, place).items()) {
    const Place attribute{name, -1, &place};
    attributes[name] = requireIndex(value, document.accessors.size(), "accessor", attribute);
  }
  return attributes;
}

GltfPrimitive readPrimitive(const GltfDocument& document, const Json& object, const Place& place) {
  requireObject(object, place);
  GltfPrimitive primitive;
  const std::uint64_t mode = sizeMember(object, "mode", 4, place);
  if (mode > 6) refuse(place.text(), ": mode ", mode, " is unknown");
  primitive.mode = static_cast<int>(mode);
  primitive.indices = indexMember(object, "indices", document.accessors.size(), "accessor", place).value_or(-1);
  const std::size_t materialCount = section(document, "materials", limits::kNodes).size();
  primitive.material = indexMember(object, "material", materialCount, "material", place).value_or(-1);
  if (const Json* attributes = findMember(object, "attributes"))
    primitive.attributes = readAttributes(document, *attributes, {"attributes", -1, &place});
  const Json& targets = listMember(object, "targets", place);
  if (targets.size() > limits::kMorphTargets)
    refuse(place.text(), ": ", targets.size(), " morph targets are more than the limit of ", limits::kMorphTargets);
  std::ptrdiff_t index = 0;
  for (const Json& target : targets)
    primitive.targets.push_back(readAttributes(document, target, {"morph target", index++, &place}));
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
    const Place place{"mesh", index++};
    requireObject(object, place);
    GltfMesh mesh;
    mesh.name = readName(object, place, report);
    std::ptrdiff_t primitive = 0;
    for (const Json& part : listMember(object, "primitives", place))
      mesh.primitives.push_back(readPrimitive(document, part, {"primitive", primitive++, &place}));
    mesh.weights = numbersMember(object, "weights", 0, place);
    mesh.targetNames = readTargetNames(object);
    document.meshes.push_back(std::move(mesh));
  }
}

void checkTotals(const GltfDocument& document) {
  std::uint64_t vertices = 0, indices = 0, morphed = 0, keyNumbers = 0;
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
      keyNumbers += elementsOf(document, channel.input) + 4 * elementsOf(document, channel.output);
      if (keyNumbers > limits::kKeyNumbers) refuse("the animations have more than ", limits::kKeyNumbers, " numbers");
    }
  }
}

}  // namespace app
