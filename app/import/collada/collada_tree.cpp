#include "app/import/collada/collada_tree.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <glm/ext/matrix_transform.hpp>
#include <glm/mat4x4.hpp>

#include "app/import/collada/collada_elements.h"
#include "app/import/collada/collada_nodes.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/utf8_text.h"
#include "app/model/counted.h"

namespace app {
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
      report_.lines.push_back(
          {Finding::Ignored, "document", concat(counted(circular_.size(), "instance"), " of a node within itself")});
    if (!sheared_.empty())
      report_.lines.push_back({Finding::Lost, "document",
                               concat("the shear of ", counted(sheared_.size(), "node"),
                                      " that cannot be split (bones and animated nodes)")});
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
