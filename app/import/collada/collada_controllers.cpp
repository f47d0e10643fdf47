#include "app/import/collada/collada_controllers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/import_values.h"
#include "app/import/file/utf8_text.h"
#include "app/model/counted.h"

namespace app {
namespace {

constexpr std::uint32_t kNoIndex = std::numeric_limits<std::uint32_t>::max();

/// Row by row. Whatever is not there or not usable is that of the identity.
glm::mat4 matrixIn(std::span<const float> numbers) {
  glm::mat4 matrix(1);
  for (int i = 0; i < 16 && static_cast<std::size_t>(i) < numbers.size(); ++i)
    if (const float value = numbers[static_cast<std::size_t>(i)]; std::abs(value) <= limits::kMaxMagnitude)
      matrix[i % 4][i / 4] = value;
  return matrix;
}

class SkinReader {
 public:
  SkinReader(ColladaDocument& document, const pugi::xml_node& controller, ImportReport& report)
      : document_(document), element_(controller.child("skin")), id_(shortText(idOf(controller))), report_(report) {}

  ColladaSkin read() {
    ColladaSkin skin;
    const pugi::xml_node joints = element_.child("joints"), names = document_.inputOf(joints, "JOINT");
    for (const std::string_view name : document_.wordsOf(names)) skin.joints.emplace_back(name);
    skin.areIds = isNamed(colladaArrayOf(document_, names), "IDREF_array");
    readMatrices(document_.valuesOf(document_.inputOf(joints, "INV_BIND_MATRIX")), skin);
    readWeights(element_.child("vertex_weights"), skin);
    return skin;
  }

 private:
  void say(Finding finding, std::string what) { report_.add(finding, concat("skin '", id_, "'"), std::move(what)); }

  void readMatrices(const ColladaValues& values, ColladaSkin& skin) {
    std::array<float, 16> numbers{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    readNumbers(element_.child("bind_shape_matrix").child_value(), numbers);
    const glm::mat4 shape = matrixIn(numbers);
    const std::size_t count = values.stride < 16 ? 0 : std::min(values.count, skin.joints.size());
    for (std::size_t i = 0; i < count; ++i)
      skin.inverseBinds.push_back(matrixIn(values.numbers.subspan(values.first + i * values.stride, 16)) * shape);
    if (count < skin.joints.size())
      say(Finding::Lost, concat(counted(skin.joints.size() - count, "joint"), " without an inverse bind matrix"));
    skin.inverseBinds.resize(skin.joints.size(), shape);
  }

  void readWeights(const pugi::xml_node& element, ColladaSkin& skin) {
    const auto offsetOf = [&](const char* semantic, std::size_t& stride) {
      const pugi::xml_node input = element.find_child_by_attribute("input", "semantic", semantic);
      const auto offset = std::min(input.attribute("offset").as_ullong(), 255ull);
      stride = std::max<std::size_t>(stride, offset + 1);
      return static_cast<std::size_t>(offset);
    };
    std::size_t stride = 1;
    const std::size_t joint = offsetOf("JOINT", stride), weight = offsetOf("WEIGHT", stride);
    const ColladaValues values = document_.valuesOf(document_.inputOf(element, "WEIGHT"));
    const std::vector<std::uint32_t> counts = indicesIn(element.child_value("vcount"), kNoIndex),
                                     pairs = indicesIn(element.child_value("v"), kNoIndex);
    std::size_t at = 0, wrong = 0;
    skin.starts.push_back(0);
    for (const std::uint32_t count : counts) {
      for (std::uint32_t i = 0; i < count; ++i, at += stride) {
        if (at + stride > pairs.size()) {
          wrong += count - i;
          break;
        }
        const std::uint32_t value = pairs[at + weight];
        if (pairs[at + joint] < skin.joints.size() && value < values.count)
          addWeight({pairs[at + joint], values.at(value, 0)}, skin);
        else if (pairs[at + joint] != kNoIndex)  // -1 is the bind shape itself
          ++wrong;
      }
      sortLast(skin);
    }
    if (wrong > 0) say(Finding::Lost, concat(counted(wrong, "weight"), " without a joint or a value in the file"));
  }

  static void addWeight(ColladaSkin::JointWeight added, ColladaSkin& skin) {
    if (added.weight > 0 && added.weight <= limits::kMaxMagnitude) skin.weights.push_back(added);
  }
  /// By joint. Several weights of one are added up.
  static void sortLast(ColladaSkin& skin) {
    const auto first = skin.weights.begin() + static_cast<std::ptrdiff_t>(skin.starts.back());
    std::stable_sort(first, skin.weights.end(), [](const auto& a, const auto& b) { return a.joint < b.joint; });
    auto to = first;
    for (auto from = first; from != skin.weights.end(); ++from)
      if (to != first && (to - 1)->joint == from->joint)
        (to - 1)->weight += from->weight;
      else
        *to++ = *from;
    skin.weights.erase(to, skin.weights.end());
    skin.starts.push_back(skin.weights.size());
  }

  ColladaDocument& document_;
  pugi::xml_node element_;
  std::string id_;
  ImportReport& report_;
};

std::span<const ColladaSkin::JointWeight> weightsOf(const ColladaSkin& skin, std::uint32_t point) {
  if (std::size_t{point} + 1 >= skin.starts.size()) return {};
  return std::span(skin.weights).subspan(skin.starts[point], skin.starts[point + 1] - skin.starts[point]);
}

}  // namespace

ColladaSkin readColladaSkin(ColladaDocument& document, const pugi::xml_node& controller, ImportReport& report) {
  return SkinReader(document, controller, report).read();
}

std::vector<int> colladaSkinJoints(const ColladaSkin& skin, const pugi::xml_node& instance, const ColladaTree& tree) {
  std::vector<int> joints;
  for (const std::string& name : skin.joints) {
    int joint = -1;
    if (skin.areIds) joint = tree.jointOfId(name);
    for (const pugi::xml_node& skeleton : instance.children("skeleton"))
      if (joint < 0) joint = tree.jointBelow(skeleton.child_value(), name);
    joints.push_back(joint < 0 ? tree.jointNamed(name) : joint);
  }
  return joints;
}

Skin colladaSkinOf(const ColladaSkin& skin, const std::vector<int>& joints, int node,
                   const std::vector<std::uint32_t>& points, Primitive& primitive, int& missing) {
  std::vector<int> indexOf(joints.size(), -1);
  for (const std::uint32_t point : points)
    for (const auto& each : weightsOf(skin, point)) indexOf[each.joint] = 0;
  Skin result;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (indexOf[i] < 0) continue;
    indexOf[i] = static_cast<int>(result.joints.size());
    missing += joints[i] < 0 ? 1 : 0;
    result.joints.push_back(joints[i] < 0 ? node : joints[i]);
    result.inverseBinds.push_back(joints[i] < 0 ? glm::mat4(1) : skin.inverseBinds[i]);
  }
  if (result.joints.empty() || result.joints.size() > limits::kJointsPerSkin) return {};
  std::vector<Influences>& influences = primitive.influences.emplace_back();
  std::vector<JointWeight> followed;
  for (const std::uint32_t point : points) {
    followed.clear();
    for (const auto& each : weightsOf(skin, point))
      followed.push_back({static_cast<std::uint16_t>(indexOf[each.joint]), each.weight});
    influences.push_back(strongestInfluences(followed, static_cast<std::uint16_t>(result.joints.size())));
  }
  result.joints.push_back(node);  // for vertices that no joint moves
  result.inverseBinds.emplace_back(1);
  return result;
}

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
    report_.add(Finding::Lost, concat("morph target '", shape.name, "'"),
                concat("it has ", target.positions.count, " positions and its mesh '", base.name, "' ",
                       base.positions.count, "; it moves ", count, " of them"));
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
