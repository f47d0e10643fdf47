#include "app/import/collada/collada_instances.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/model/counted.h"

namespace app {
namespace {

using NodeKey = pugi::xml_node_struct*;

bool isNamed(const pugi::xml_node& element, std::string_view name) { return name == element.name(); }

/// The nodes that assimp finds by id.
std::set<NodeKey> findable(const ColladaDocument& document, const std::vector<pugi::xml_node>& nodes) {
  const pugi::xml_node scene =
      document.find(document.root().child("scene").child("instance_visual_scene").attribute("url").value());
  std::set<NodeKey> result, shown;
  for (const pugi::xml_node& node : nodes) {
    const pugi::xml_node parent = node.parent();
    if (parent == scene || shown.contains(parent.internal_object())) shown.insert(node.internal_object());
    if (isNamed(parent, "library_nodes")) result.insert(node.internal_object());
  }
  result.insert(shown.begin(), shown.end());
  return result;
}

void moveToLibrary(pugi::xml_node node, pugi::xml_node& library, pugi::xml_node root) {
  if (!library) library = root.prepend_child("library_nodes");
  pugi::xml_node instance = node.parent().insert_child_before("instance_node", node);
  instance.append_attribute("url").set_value(concat("#", node.attribute("id").value()).c_str());
  library.append_move(node);
}

/// Counts the nodes below each node with all instances expanded.
class NodeCounter {
 public:
  explicit NodeCounter(const ColladaDocument& document) : document_(document) {}
  std::vector<pugi::xml_node> circular;  // instances

  std::uint64_t count(const pugi::xml_node& root) {
    std::vector<Step> steps{{root, root.first_child()}};
    counts_[root.internal_object()] = {};
    while (!steps.empty()) {
      Step& step = steps.back();
      if (!step.next) {
        finish(steps);
        continue;
      }
      const pugi::xml_node child = step.next;
      step.next = child.next_sibling();
      const pugi::xml_node below = isNamed(child, "node")            ? child
                                   : isNamed(child, "instance_node") ? document_.find(child.attribute("url").value())
                                                                     : pugi::xml_node();
      if (!isNamed(below, "node")) continue;
      const auto [entry, isNew] = counts_.try_emplace(below.internal_object());
      if (isNew)
        steps.push_back({below, below.first_child()});
      else if (entry->second.isDone)
        add(step.node, entry->second.nodes);
      else
        circular.push_back(child);
    }
    return counts_[root.internal_object()].nodes;
  }

 private:
  struct Step {
    pugi::xml_node node, next;
  };
  struct Count {
    std::uint64_t nodes = 1;
    bool isDone = false;
  };

  void add(const pugi::xml_node& to, std::uint64_t nodes) {
    std::uint64_t& count = counts_[to.internal_object()].nodes;
    count = std::min<std::uint64_t>(count + nodes, limits::kListEntries + 1);
  }
  void finish(std::vector<Step>& steps) {
    Count& count = counts_[steps.back().node.internal_object()];
    count.isDone = true;
    steps.pop_back();
    if (!steps.empty()) add(steps.back().node, count.nodes);
  }

  const ColladaDocument& document_;
  std::map<NodeKey, Count> counts_;
};

}  // namespace

void repairNodeInstances(const ColladaDocument& document, const std::vector<pugi::xml_node>& nodes,
                         ImportReport& report) {
  std::set<NodeKey> known = findable(document, nodes);
  pugi::xml_node library;
  for (const pugi::xml_node& node : nodes)
    for (const pugi::xml_node& use : node.children("instance_node")) {
      const pugi::xml_node target = document.find(use.attribute("url").value());
      if (isNamed(target, "node") && known.insert(target.internal_object()).second)
        moveToLibrary(target, library, document.root());
    }
  NodeCounter counter(document);
  std::uint64_t count = 0;
  for (const pugi::xml_node& scenes : document.root().children("library_visual_scenes"))
    for (const pugi::xml_node& scene : scenes.children("visual_scene")) count = std::max(count, counter.count(scene));
  if (count > limits::kListEntries) refuse("it has more than ", limits::kListEntries, " nodes");
  for (const pugi::xml_node& instance : counter.circular) instance.parent().remove_child(instance);
  if (!counter.circular.empty())
    report.lines.push_back({Finding::Ignored, "document",
                            concat(counted(counter.circular.size(), "instance"), " of a node within itself")});
}

}  // namespace app
