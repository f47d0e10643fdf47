#include "app/import/collada/collada_morphs.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "app/import/collada/collada_corners.h"
#include "app/import/collada/collada_elements.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/utf8_text.h"
#include "app/model/counted.h"

namespace app {
namespace {

constexpr std::size_t kLongestChain = 16;  // controllers, each the source of the next

/// The controllers and the geometry behind an <instance_controller>.
struct Chain {
  std::vector<pugi::xml_node> morphs;  // <controller> elements, the outermost first
  pugi::xml_node skin;                 // one, too; empty: none
  pugi::xml_node geometry;             // empty: it shows nothing
};

Chain chainOf(const ColladaDocument& document, pugi::xml_node controller) {
  Chain chain;
  for (std::size_t length = 0; length < kLongestChain; ++length) {
    if (std::string_view(controller.name()) == "geometry") {
      chain.geometry = controller;
      return chain;
    }
    const pugi::xml_node morph = controller.child("morph"), skin = controller.child("skin");
    if (morph) chain.morphs.push_back(controller);
    if (skin && !chain.skin) chain.skin = controller;
    if (!morph && !skin) return chain;
    controller = document.find((morph ? morph : skin).attribute("source").value());
  }
  return chain;
}

glm::vec3 vec3At(const ColladaNumbers& numbers, std::size_t index) {
  glm::vec3 result(0);
  for (std::size_t k = 0; k < 3 && k < numbers.stride; ++k)
    result[static_cast<int>(k)] = static_cast<float>(numbers.values[index * numbers.stride + k]);
  return result;
}

class MorphReader {
 public:
  MorphReader(ColladaDocument& document, ImportReport& report) : document_(document), report_(report) {}

  ColladaMorphs read(const std::vector<pugi::xml_node>& nodes) {
    for (const pugi::xml_node& node : nodes)
      for (pugi::xml_node use : node.children("instance_controller")) addUse(node, use);
    redirectSkins();
    return std::move(result_);
  }

 private:
  void addUse(const pugi::xml_node& node, pugi::xml_node use) {
    const Chain chain = chainOf(document_, document_.find(use.attribute("url").value()));
    if (chain.morphs.empty()) return;
    if (!chain.geometry) {
      report_.lines.push_back({Finding::Lost, concat("controller '", shortText(idOf(chain.morphs.front())), "'"),
                               "its morph targets belong to no mesh in the file"});
      return;
    }
    const std::size_t morph = morphOf(chain);
    use.attribute("url").set_value(concat("#", idOf(chain.skin ? chain.skin : chain.geometry)).c_str());
    const auto [entry, isNew] = result_.uses.try_emplace({idOf(node), idOf(chain.geometry)}, morph);
    if (!isNew && entry->second != morph)
      report_.lines.push_back({Finding::Lost, concat("node '", shortText(idOf(node)), "'"),
                               "it shows one mesh with several sets of morph targets; only the first is used"});
  }

  std::size_t morphOf(const Chain& chain) {
    const auto [entry, isNew] = known_.try_emplace(idOf(chain.morphs.front()), result_.morphs.size());
    if (!isNew) return entry->second;
    const pugi::xml_node mesh = chain.geometry.child("mesh");
    const Base base{.name = shownNameOf(chain.geometry),
                    .positions = document_.numbersOf(positionsOf(document_, mesh)),
                    .corners = readColladaCorners(document_, mesh)};
    ColladaMorph morph;
    for (const pugi::xml_node& controller : chain.morphs) addPart(controller, base, morph);
    result_.morphs.push_back(std::move(morph));
    if (numbered_.insert(idOf(chain.geometry)).second) addColladaIndexSets(document_, mesh, numbered_.size());
    return entry->second;
  }

  struct Base {
    std::string name;
    ColladaNumbers positions;
    ColladaCorners corners;
  };

  void addPart(const pugi::xml_node& controller, const Base& base, ColladaMorph& morph) {
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

  ColladaShape shapeOf(std::string_view id, const Base& base, bool isRelative) {
    const pugi::xml_node geometry = document_.find(id), mesh = geometry.child("mesh");
    ColladaShape shape{.name = geometry ? shownNameOf(geometry) : shortText(id),
                       .positions = {},
                       .normals = {},
                       .isRelative = isRelative};
    const ColladaNumbers positions = document_.numbersOf(positionsOf(document_, mesh));
    const std::size_t count = std::min(positions.count(), base.positions.count());
    if (positions.count() != base.positions.count())
      report_.lines.push_back({Finding::Lost, concat("morph target '", shape.name, "'"),
                               concat("it has ", positions.count(), " positions and its mesh '", base.name, "' ",
                                      base.positions.count(), "; it moves ", count, " of them")});
    if ((morphed_ += base.positions.count()) > limits::kMorphedVertices)
      refuse("its morph targets have more than ", limits::kMorphedVertices, " vertices");
    for (std::size_t i = 0; i < count; ++i)
      shape.positions.push_back(vec3At(positions, i) - (isRelative ? glm::vec3(0) : vec3At(base.positions, i)));
    addNormals(mesh, base, shape);
    return shape;
  }

  /// Reads normals corner by corner: a target has the same faces as its mesh, in the same order.
  void addNormals(const pugi::xml_node& mesh, const Base& base, ColladaShape& shape) {
    if (base.corners.corners.empty()) return;
    const ColladaCorners corners = readColladaCorners(document_, mesh);
    if (corners.corners.size() != base.corners.corners.size()) return;
    const ColladaNumbers normals = document_.numbersOf(corners.normals);
    for (std::size_t i = 0; i < corners.corners.size(); ++i)
      if (const std::size_t normal = corners.corners[i].second; normal < normals.count())
        shape.normals.try_emplace(base.corners.corners[i], vec3At(normals, normal));
  }

  void redirectSkins() {
    std::vector<pugi::xml_node> morphs;
    for (const pugi::xml_node& library : document_.root().children("library_controllers"))
      for (const pugi::xml_node& controller : library.children("controller")) {
        if (controller.child("morph")) morphs.push_back(controller);
        pugi::xml_node skin = controller.child("skin");
        if (!skin) continue;
        const Chain chain = chainOf(document_, controller);
        if (chain.geometry && !chain.morphs.empty())
          skin.attribute("source").set_value(concat("#", idOf(chain.geometry)).c_str());
      }
    for (const pugi::xml_node& controller : morphs) controller.parent().remove_child(controller);
  }

  ColladaDocument& document_;
  ImportReport& report_;
  ColladaMorphs result_;
  std::map<std::string, std::size_t> known_;  // morphs, by id of the outermost controller
  std::set<std::string> numbered_;
  std::size_t morphed_ = 0;
};

}  // namespace

const ColladaMorph* ColladaMorphs::of(const std::string& node, const std::string& geometry) const {
  const auto found = uses.find({node, geometry});
  return found == uses.end() ? nullptr : &morphs[found->second];
}

ColladaMorphs takeColladaMorphs(ColladaDocument& document, const std::vector<pugi::xml_node>& nodes,
                                ImportReport& report) {
  return MorphReader(document, report).read(nodes);
}

}  // namespace app
