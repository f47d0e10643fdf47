#include "app/import/collada/collada_morphs.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/import/collada/collada_elements.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/import_values.h"
#include "app/import/file/utf8_text.h"

namespace app {
namespace {

constexpr std::size_t kLongestChain = 16;  // controllers, each the source of the next

/// Whether both have the same corners, each with a normal: a target has the same faces as its mesh, in the same order.
bool haveNormalsAlike(const ColladaMesh& base, const ColladaMesh& target) {
  return !base.groups.empty() &&
         std::ranges::equal(base.groups, target.groups, [](const ColladaGroup& a, const ColladaGroup& b) {
           return a.cornerCount() == b.cornerCount() && a.normals.values.count > 0 && b.normals.values.count > 0;
         });
}

}  // namespace

ColladaChain colladaChainOf(const ColladaDocument& document, const pugi::xml_node& instance) {
  ColladaChain chain;
  std::string_view id = localId(instance.attribute("url").value());
  for (std::size_t length = 0; length < kLongestChain && !id.empty(); ++length) {
    chain.geometry = document.find(id, "geometry");
    if (chain.geometry) return chain;
    const pugi::xml_node controller = document.find(id, "controller");
    const pugi::xml_node morph = controller.child("morph"), skin = controller.child("skin");
    if (morph) chain.morphs.push_back(controller);
    if (skin && !chain.skin) chain.skin = controller;
    id = localId((morph ? morph : skin).attribute("source").value());
  }
  return chain;
}

const ColladaMorph* ColladaMorphs::of(const ColladaChain& chain) {
  if (chain.morphs.empty()) return nullptr;
  const auto [entry, isNew] = known_.try_emplace(chain.morphs.front().internal_object());
  if (isNew)
    for (const pugi::xml_node& controller : chain.morphs)
      addPart(controller, meshes_.at(chain.geometry.internal_object()), entry->second);
  return &entry->second;
}

void ColladaMorphs::addPart(const pugi::xml_node& controller, const ColladaMesh& base, ColladaMorph& morph) {
  const pugi::xml_node element = controller.child("morph"), targets = element.child("targets");
  const bool isRelative = std::string_view(element.attribute("method").value()) == "RELATIVE";
  const ColladaNumbers weights = document_.numbersOf(document_.inputOf(targets, "MORPH_WEIGHT"));
  ColladaMorph::Part part{.controller = idOf(controller), .first = morph.shapes.size(), .count = 0};
  for (const std::string_view id : document_.wordsOf(document_.inputOf(targets, "MORPH_TARGET"))) {
    if (morph.shapes.size() == limits::kMorphTargets) break;
    const double weight = part.count < weights.count() ? weights.values[part.count * weights.stride] : 0;
    morph.shapes.push_back(shapeOf(id, base, isRelative));
    morph.restWeights.push_back(static_cast<float>(weight));
    ++part.count;
  }
  morph.parts.push_back(std::move(part));
}

ColladaShape ColladaMorphs::shapeOf(std::string_view id, const ColladaMesh& base, bool isRelative) {
  const auto found = meshes_.find(document_.find(id, "geometry").internal_object());
  static const ColladaMesh kNothing;
  const ColladaMesh& target = found == meshes_.end() ? kNothing : found->second;
  ColladaShape shape{
      .name = found == meshes_.end() ? shortText(id) : target.name, .positions = {}, .isRelative = isRelative};
  const std::size_t count = std::min(target.positions.count, base.positions.count);
  if (target.positions.count != base.positions.count)
    report_.lines.push_back({Finding::Lost, concat("morph target '", shape.name, "'"),
                             concat("it has ", target.positions.count, " positions and its mesh '", base.name, "' ",
                                    base.positions.count, "; it moves ", count, " of them")});
  if ((morphed_ += base.positions.count) > limits::kMorphedVertices)
    refuse("its morph targets have more than ", limits::kMorphedVertices, " vertices");
  for (std::size_t i = 0; i < count; ++i) {
    const glm::vec3 from = isRelative ? glm::vec3(0) : base.positions.vec3At(i);
    shape.positions.push_back(usableOr(target.positions.vec3At(i) - from, glm::vec3(0)));
  }
  if (haveNormalsAlike(base, target)) shape.normals = &target;
  return shape;
}

void addColladaTargets(const ColladaMorph& morph, const ColladaMesh& mesh, std::size_t group, const ColladaPart& part,
                       Primitive& primitive) {
  const ColladaGroup& faces = mesh.groups[group];
  for (const ColladaShape& shape : morph.shapes) {
    MorphTarget target;
    for (const std::uint32_t corner : part.corners) {
      const std::uint32_t point = faces.indexAt(corner, faces.positions);
      target.positions.push_back(point < shape.positions.size() ? shape.positions[point] : glm::vec3(0));
      if (!shape.normals) continue;
      const ColladaGroup& other = shape.normals->groups[group];
      const glm::vec3 normal = other.normals.values.vec3At(other.indexAt(corner, other.normals));
      const glm::vec3 from = shape.isRelative ? glm::vec3(0) : primitive.normals[target.normals.size()];
      target.normals.push_back(usableOr(normal - from, glm::vec3(0)));
    }
    primitive.morphTargets.push_back(std::move(target));
  }
}

}  // namespace app
