#include "app/import/collada/collada_nodes.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>
#include <glm/trigonometric.hpp>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/utf8_text.h"
#include "app/model/counted.h"

namespace app {
namespace {

constexpr double kShear = 1e-3;  // cosine between two axes

struct StepKind {
  std::string_view name;
  ColladaStep step;
  std::size_t size;
  std::array<double, 16> neutral = {};  // the numbers of an identity transform
};
constexpr std::array<StepKind, 6> kStepKinds{
    {{"lookat", ColladaStep::LookAt, 9, {0, 0, 0, 0, 0, -1, 0, 1, 0}},
     {"rotate", ColladaStep::Rotate, 4, {0, 0, 1, 0}},
     {"translate", ColladaStep::Translate, 3},
     {"scale", ColladaStep::Scale, 3, {1, 1, 1}},
     {"skew", ColladaStep::Skew, 7, {0, 1, 0, 0, 0, 1, 0}},
     {"matrix", ColladaStep::Matrix, 16, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}}};

glm::dvec3 unitOr(const glm::dvec3& v, const glm::dvec3& otherwise) {
  const double length = glm::length(v);
  return length > 0 && std::isfinite(length) ? v / length : otherwise;
}

glm::dmat4 lookAtMatrix(const glm::dvec3& eye, const glm::dvec3& target, const glm::dvec3& up) {
  const glm::dvec3 back = unitOr(eye - target, glm::dvec3(0, 0, 1));
  glm::dvec3 right = glm::cross(up, back);
  if (!(glm::length(right) > 1e-9 * glm::length(up))) right = glm::cross(glm::dvec3(back.y, back.z, -back.x), back);
  right = unitOr(right, glm::dvec3(1, 0, 0));
  return {glm::dvec4(right, 0), glm::dvec4(glm::cross(back, right), 0), glm::dvec4(back, 0), glm::dvec4(eye, 1)};
}

/// As in RenderMan's RiSkew, which COLLADA refers to: points move along the second axis, so that the first is rotated
/// toward it.
glm::dmat4 skewMatrix(double degrees, const glm::dvec3& turned, const glm::dvec3& along) {
  const glm::dvec3 to = unitOr(along, glm::dvec3(0, 1, 0)), from = unitOr(turned, glm::dvec3(1, 0, 0));
  const double beside = glm::dot(from, to);
  const glm::dvec3 across = from - beside * to;
  const double ahead = glm::length(across);
  if (!(ahead > 1e-9)) return glm::dmat4(1);  // both axes are one
  const double c = std::cos(glm::radians(degrees)), s = std::sin(glm::radians(degrees));
  const double x = ahead * c - beside * s, y = ahead * s + beside * c;
  if (!(x > 1e-6)) return glm::dmat4(1);  // turned by so much that nothing is left
  return {glm::dmat3(1) + glm::outerProduct(to, across / ahead) * (y / x - beside / ahead)};
}

glm::dmat3 axesOf(const glm::dmat4& matrix, glm::dvec3& lengths) {
  glm::dmat3 axes(matrix);
  for (int k = 0; k < 3; ++k) {
    lengths[k] = glm::length(axes[k]);
    axes[k] = lengths[k] > 0 ? axes[k] / lengths[k] : glm::dvec3(0);
  }
  return axes;
}

/// Axes of zero length get a direction perpendicular to the others.
void completeAxes(const glm::dvec3& lengths, glm::dmat3& axes) {
  for (int k = 0; k < 3; ++k) {
    const int next = (k + 1) % 3, last = (k + 2) % 3;
    if (lengths[k] > 0) continue;
    if (lengths[next] > 0 && lengths[last] > 0) {
      axes[k] = glm::cross(axes[next], axes[last]);
    } else if (lengths[next] > 0 || lengths[last] > 0) {
      const glm::dvec3 known = axes[lengths[next] > 0 ? next : last];
      const glm::dvec3 aside = std::abs(known.x) < 0.9 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
      const glm::dvec3 other = unitOr(glm::cross(known, aside), aside);
      axes[k] = lengths[next] > 0 ? glm::cross(known, other) : glm::cross(other, known);
      axes[lengths[next] > 0 ? last : next] = other;
      return;
    } else {
      axes = glm::dmat3(1);
      return;
    }
  }
}

}  // namespace

std::size_t sizeOf(ColladaStep step) { return std::ranges::find(kStepKinds, step, &StepKind::step)->size; }

std::optional<ColladaTransform> readColladaTransform(const pugi::xml_node& element) {
  const auto kind = std::ranges::find(kStepKinds, std::string_view(element.name()), &StepKind::name);
  if (kind == kStepKinds.end()) return std::nullopt;
  ColladaTransform result{.step = kind->step, .numbers = kind->neutral};
  const std::vector<double> numbers = numbersIn(element, kind->size);
  std::copy(numbers.begin(), numbers.end(), result.numbers.begin());
  return result;
}

glm::dmat4 matrixOf(const ColladaTransform& transform) {
  const auto& n = transform.numbers;
  const auto vec = [&](std::size_t at) { return glm::dvec3(n[at], n[at + 1], n[at + 2]); };
  const glm::dmat4 identity(1);
  switch (transform.step) {
    case ColladaStep::LookAt:
      return lookAtMatrix(vec(0), vec(3), vec(6));
    case ColladaStep::Rotate:
      return glm::length(vec(0)) > 0 ? glm::rotate(identity, glm::radians(n[3]), vec(0)) : identity;
    case ColladaStep::Translate:
      return glm::translate(identity, vec(0));
    case ColladaStep::Scale:
      return glm::scale(identity, vec(0));
    case ColladaStep::Skew:
      return skewMatrix(n[0], vec(1), vec(4));
    case ColladaStep::Matrix:
      break;
  }
  glm::dmat4 matrix;
  for (int i = 0; i < 16; ++i) matrix[i % 4][i / 4] = n[static_cast<std::size_t>(i)];
  return matrix;
}

glm::dmat4 matrixOf(const ColladaStack& stack) {
  glm::dmat4 matrix(1);
  for (const ColladaTransform& each : stack) matrix *= matrixOf(each);
  return matrix;
}

crossfade::Transform transformOf(const glm::dmat4& matrix) {
  glm::dvec3 lengths(0);
  glm::dmat3 axes = axesOf(matrix, lengths);
  completeAxes(lengths, axes);
  if (glm::determinant(axes) < 0) {
    lengths = -lengths;
    axes = -axes;
  }
  glm::dquat turn = glm::quat_cast(axes);
  const double length = glm::length(turn);
  turn = length > 0 && std::isfinite(length) ? turn / length : glm::dquat(1, 0, 0, 0);
  const auto usable = [](const glm::dvec3& v) {
    const glm::vec3 value(v);
    return std::isfinite(value.x + value.y + value.z) ? value : glm::vec3(0);
  };
  return {.translation = usable(glm::dvec3(matrix[3])), .rotation = glm::quat(turn), .scale = usable(lengths)};
}

bool isSheared(const glm::dmat4& matrix) {
  glm::dvec3 lengths(0);
  const glm::dmat3 axes = axesOf(matrix, lengths);
  for (int k = 0; k < 3; ++k)
    if (std::abs(glm::dot(axes[k], axes[(k + 1) % 3])) > kShear) return true;
  return false;
}

ColladaSplit splitShear(const glm::dmat4& matrix) {
  // The eigenvectors of matrix^T * matrix, found by Jacobi's method.
  glm::dmat3 squares = glm::transpose(glm::dmat3(matrix)) * glm::dmat3(matrix), turn(1);
  for (int sweep = 0; sweep < 12; ++sweep)
    for (const auto& [p, q] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
      if (squares[p][q] == 0) continue;
      const double angle = std::atan2(2 * squares[p][q], squares[p][p] - squares[q][q]) / 2;
      glm::dmat3 step(1);
      step[p][p] = step[q][q] = std::cos(angle);
      step[p][q] = std::sin(angle);
      step[q][p] = -step[p][q];
      squares = glm::transpose(step) * squares * step;
      turn = turn * step;
    }
  return {.outer = matrix * glm::dmat4(turn), .inner = glm::dmat4(glm::transpose(turn))};
}

ColladaStack readColladaStack(const pugi::xml_node& node) {
  ColladaStack stack;
  for (const pugi::xml_node& child : node.children())
    if (const auto transform = readColladaTransform(child)) stack.push_back(*transform);
  return stack;
}

namespace {

constexpr std::string_view kMadeUpId = "crossfade-node-";

/// What turns the axes and the unit of the document into ours.
crossfade::Transform axesAndUnitOf(const pugi::xml_node& asset) {
  const std::string_view up = asset.child("up_axis").child_value();
  std::array<float, 1> meters{1};
  if (readNumbers(asset.child("unit").attribute("meter").value(), meters) == 0 || meters[0] == 0) meters[0] = 1;
  glm::dmat4 turn(1);
  if (up == "X_UP") turn = glm::rotate(turn, glm::radians(90.0), glm::dvec3(0, 0, 1));
  if (up == "Z_UP") turn = glm::rotate(turn, glm::radians(-90.0), glm::dvec3(1, 0, 0));
  return transformOf(glm::scale(turn, glm::dvec3(static_cast<double>(meters[0]))));
}

class TreeReader {
 public:
  TreeReader(const ColladaDocument& document, const std::function<bool(const pugi::xml_node&)>& isAnimated,
             ImportReport& report)
      : document_(document), isAnimated_(isAnimated), report_(report) {}

  ColladaTree read(const pugi::xml_node& scene) {
    std::vector<Step> steps{{scene, crossfade::kNoJoint}};
    while (!steps.empty()) {
      const Step step = steps.back();
      steps.pop_back();
      const int joint = step.parent == crossfade::kNoJoint
                            ? add(scene, step.parent, axesAndUnitOf(document_.root().child("asset")))
                            : addNode(step);
      const std::size_t before = steps.size();
      for (const pugi::xml_node& child : step.node.children("node")) push({child, joint}, steps);
      for (const pugi::xml_node& instance : step.node.children("instance_node")) pushInstance(instance, joint, steps);
      std::reverse(steps.begin() + static_cast<std::ptrdiff_t>(before), steps.end());
    }
    finish();
    return std::move(tree_);
  }

 private:
  struct Step {
    pugi::xml_node node;
    int parent = crossfade::kNoJoint;
  };

  void push(const Step& step, std::vector<Step>& steps) const {
    if (tree_.joints.size() + steps.size() >= limits::kListEntries)
      refuse("it has more than ", limits::kListEntries, " nodes");
    steps.push_back(step);
  }

  /// Leaves it out below the node that it is an instance of. `parent`: the joint that was added last.
  void pushInstance(const pugi::xml_node& instance, int parent, std::vector<Step>& steps) {
    const std::string_view id = localId(instance.attribute("url").value());
    const pugi::xml_node node = id.empty() ? pugi::xml_node() : document_.find(id, "node");
    if (!node) return;
    const auto known = lastOf_.find(node.internal_object());
    const bool isCircular = known != lastOf_.end() && std::ranges::binary_search(path_, known->second);
    if (isCircular)
      circular_.insert(instance.internal_object());
    else
      push({node, parent}, steps);
  }

  int addNode(const Step& step) {
    const glm::dmat4 matrix = matrixOf(readColladaStack(step.node));
    const bool isBone = std::string_view(step.node.attribute("type").value()) == "JOINT";
    int parent = step.parent;
    if (isSheared(matrix) && !isBone && !isAnimated_(step.node)) {
      const ColladaSplit split = splitShear(matrix);
      parent = addJoint(shownName(step.node), parent, transformOf(split.outer), {});
      return add(step.node, parent, transformOf(split.inner));
    }
    if (isSheared(matrix)) sheared_.insert(step.node.internal_object());
    if (isBone) tree_.bones.push_back(static_cast<int>(tree_.joints.size()));
    return add(step.node, parent, transformOf(matrix));
  }

  int add(const pugi::xml_node& node, int parent, const crossfade::Transform& rest) {
    const int joint = addJoint(shownName(node), parent, rest, node);
    const std::string id = idOf(node), name = node.attribute("name").value(), sid = node.attribute("sid").value();
    if (!id.empty()) tree_.byId.emplace(id, joint);
    if (!id.empty()) tree_.byName[id].push_back(joint);
    if (!name.empty() && name != id) tree_.byName[name].push_back(joint);
    if (!sid.empty()) tree_.bySid[sid].push_back(joint);
    return joint;
  }

  int addJoint(std::string name, int parent, const crossfade::Transform& rest, const pugi::xml_node& node) {
    const int joint = static_cast<int>(tree_.joints.size());
    while (!path_.empty() && path_.back() != parent) path_.pop_back();
    path_.push_back(joint);
    if (node) lastOf_[node.internal_object()] = joint;
    tree_.joints.push_back({.name = std::move(name), .parent = parent, .rest = rest, .documentIndex = joint});
    tree_.nodes.push_back(node);
    return joint;
  }

  /// A node's name, or what else identifies it. A scene's is its id, if it has one.
  static std::string shownName(const pugi::xml_node& node) {
    const std::string id = idOf(node), name = node.attribute("name").value();
    if (isNamed(node, "visual_scene")) return validUtf8(!id.empty() ? id : !name.empty() ? name : "scene").text;
    const bool isMadeUp = id.starts_with(kMadeUpId);
    return validUtf8(!name.empty() ? name : isMadeUp ? node.attribute("sid").value() : id).text;
  }

  void finish() {
    tree_.ends.resize(tree_.joints.size());
    for (std::size_t i = tree_.joints.size(); i-- > 0;) {
      tree_.ends[i] = std::max(tree_.ends[i], static_cast<int>(i) + 1);
      if (const int parent = tree_.joints[i].parent; parent >= 0)
        tree_.ends[static_cast<std::size_t>(parent)] =
            std::max(tree_.ends[static_cast<std::size_t>(parent)], tree_.ends[i]);
    }
    if (!circular_.empty())
      report_.add(Finding::Ignored, "document",
                  concat(counted(circular_.size(), "instance"), " of a node within itself"));
    if (!sheared_.empty())
      report_.add(Finding::Lost, "document",
                  concat("the shear of ", counted(sheared_.size(), "node"),
                         " that cannot be split (bones and animated nodes)"));
  }

  const ColladaDocument& document_;
  const std::function<bool(const pugi::xml_node&)>& isAnimated_;
  ImportReport& report_;
  ColladaTree tree_;
  std::vector<int> path_;                         // to the joint that was added last, ascending
  std::map<pugi::xml_node_struct*, int> lastOf_;  // the last joint of each node; only that can be on the path
  std::set<pugi::xml_node_struct*> sheared_;      // nodes
  std::set<pugi::xml_node_struct*> circular_;     // instances
};

int firstOf(const std::map<std::string, std::vector<int>, std::less<>>& joints, std::string_view name) {
  const auto found = joints.find(name);
  return found == joints.end() ? -1 : found->second.front();
}

}  // namespace

int ColladaTree::jointOfId(std::string_view id) const {
  const auto found = byId.lower_bound(std::string(id));
  return found == byId.end() || found->first != id ? -1 : found->second;
}

int ColladaTree::jointNamed(std::string_view name) const {
  const int named = firstOf(byName, name);
  return named < 0 ? firstOf(bySid, name) : named;
}

int ColladaTree::jointBelow(std::string_view url, std::string_view sid) const {
  const int root = jointOfId(url.substr(url.starts_with('#') ? 1 : 0));
  const auto found = bySid.find(sid);
  if (root < 0 || found == bySid.end()) return -1;
  const auto first = std::ranges::lower_bound(found->second, root);
  return first == found->second.end() || *first >= ends[static_cast<std::size_t>(root)] ? -1 : *first;
}

ColladaTree readColladaTree(const ColladaDocument& document, const pugi::xml_node& scene,
                            const std::function<bool(const pugi::xml_node&)>& isAnimated, ImportReport& report) {
  return TreeReader(document, isAnimated, report).read(scene);
}

void nameColladaNodes(const pugi::xml_node& root) {
  std::size_t count = 0;
  for (pugi::xml_node node : elementsNamed(root, "node")) {
    pugi::xml_attribute id = node.attribute("id");
    if (!id) id = node.append_attribute("id");
    if (id.value()[0] == '\0') id.set_value(concat(kMadeUpId, count++).c_str());
  }
}

}  // namespace app
