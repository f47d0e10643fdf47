#include "app/import/collada/collada_skins.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "app/import/collada/collada_elements.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"

namespace app {
namespace {

constexpr std::size_t kMostCopiedBytes = limits::kFileBytes / 4;  // of the skins that are copied
constexpr std::size_t kMostSids = 4'000'000;                      // of all skeletons that instances name

/// All elements inside an element, and the total length of their text.
class Inside : public pugi::xml_tree_walker {
 public:
  bool for_each(pugi::xml_node& node) override {
    if (node.type() == pugi::node_element) elements.push_back(node);
    bytes += sizeof(pugi::xml_node) + std::string_view(node.value()).size();
    return true;
  }
  std::vector<pugi::xml_node> elements;
  std::size_t bytes = 0;
};

/// Gives all elements inside new ids, and updates the references between them.
void renameIds(pugi::xml_node copy, const std::string& ending) {
  Inside inside;
  copy.traverse(inside);
  std::set<std::string> renamed;
  for (pugi::xml_node& each : inside.elements)
    if (pugi::xml_attribute id = each.attribute("id")) {
      renamed.insert(id.value());
      id.set_value((id.value() + ending).c_str());
    }
  for (pugi::xml_node& each : inside.elements)
    if (pugi::xml_attribute source = each.attribute("source"))
      if (const std::string url = source.value(); url.starts_with('#') && renamed.contains(url.substr(1)))
        source.set_value((url + ending).c_str());
}

class SkinJoints {
 public:
  SkinJoints(ColladaDocument& document, const std::vector<pugi::xml_node>& nodes) : document_(document) {
    for (const pugi::xml_node& node : nodes) {
      const std::set<std::string_view> names{node.attribute("id").value(), node.attribute("name").value(),
                                             node.attribute("sid").value()};
      for (const std::string_view name : names) ++nodesOf_[std::string(name)];
    }
  }
  std::size_t tooLarge = 0;  // skins that are not copied

  void repair(pugi::xml_node instance) {
    const pugi::xml_node controller = document_.find(instance.attribute("url").value());
    const pugi::xml_node source = document_.inputOf(controller.child("skin").child("joints"), "JOINT");
    const pugi::xml_node array = source.child("Name_array");
    if (!array || source.parent().parent() != controller || !instance.child("skeleton")) return;
    const std::string joints = jointsOf(instance, controller, source);
    if (joints.empty()) return;
    std::string& known = skins_[idOf(controller)][joints];
    if (known.empty()) known = skins_[idOf(controller)].size() == 1 ? idOf(controller) : copyOf(controller);
    if (known.empty()) return;
    instance.attribute("url").set_value(("#" + known).c_str());
    changes_[known] = joints;
  }

  /// Called once all instances are known, because copies must be made from the unchanged elements.
  void write() {
    for (const pugi::xml_node& library : document_.root().children("library_controllers"))
      for (const pugi::xml_node& controller : library.children("controller"))
        if (const auto change = changes_.find(idOf(controller)); change != changes_.end())
          for (const pugi::xml_node& source : controller.child("skin").children("source"))
            if (pugi::xml_node array = source.child("Name_array")) array.text().set(change->second.c_str());
  }

 private:
  /// The joint ids as the text of an array; empty if the names in the file can stay.
  std::string jointsOf(const pugi::xml_node& instance, const pugi::xml_node& controller, const pugi::xml_node& source) {
    std::vector<std::string_view>& names = namesOf_[idOf(controller)];
    if (names.empty()) names = document_.wordsOf(source);
    const bool isClear = std::ranges::all_of(names, [&](std::string_view name) {
      const auto found = nodesOf_.find(name);
      return found == nodesOf_.end() || found->second == 1;
    });
    if (isClear) return {};
    std::string text;
    for (const std::string_view name : names) {
      std::string joint(name);
      for (const pugi::xml_node& skeleton : instance.children("skeleton"))
        if (const auto* const id = idIn(skeleton.child_value(), name)) {
          joint = *id;
          break;
        }
      if (joint.find_first_of(" \t\r\n") != joint.npos) joint = name;
      text += (text.empty() ? "" : " ") + joint;
    }
    return text;
  }

  /// The id of the first node in a skeleton that has that sid.
  const std::string* idIn(std::string_view skeleton, std::string_view sid) {
    const auto [entry, isNew] = skeletons_.try_emplace(std::string(skeleton));
    if (isNew) {
      pugi::xml_node root = document_.find(skeleton);
      Inside inside;
      if (root) root.traverse(inside);
      inside.elements.insert(inside.elements.begin(), root);
      if ((sids_ += inside.elements.size()) > kMostSids) refuse("its skins name more than ", kMostSids, " joints");
      for (const pugi::xml_node& each : inside.elements)
        if (std::string_view(each.name()) == "node")
          entry->second.try_emplace(each.attribute("sid").value(), idOf(each));
    }
    const auto found = entry->second.find(sid);
    return found == entry->second.end() || sid.empty() ? nullptr : &found->second;
  }

  /// The id of the copy; empty if it would be too large.
  std::string copyOf(pugi::xml_node controller) {
    Inside inside;
    controller.traverse(inside);
    if ((copiedBytes_ += inside.bytes) > kMostCopiedBytes) {
      ++tooLarge;
      return {};
    }
    pugi::xml_node copy = controller.parent().append_copy(controller);
    const std::string ending = concat("-crossfade-", ++copies_);
    renameIds(copy, ending);
    const std::string id = idOf(controller) + ending;
    copy.attribute("id").set_value(id.c_str());
    return id;
  }

  using Sids = std::map<std::string, std::string, std::less<>>;
  ColladaDocument& document_;
  std::map<std::string, int, std::less<>> nodesOf_;  // how many have that id, name or sid
  std::map<std::string, std::vector<std::string_view>> namesOf_;
  std::map<std::string, Sids> skeletons_;
  std::map<std::string, std::map<std::string, std::string>> skins_;  // ids of copies, by joints
  std::map<std::string, std::string> changes_;                       // joints, by id of the skin
  std::size_t copies_ = 0, copiedBytes_ = 0, sids_ = 0;
};

}  // namespace

void repairSkinJoints(ColladaDocument& document, const std::vector<pugi::xml_node>& nodes, ImportReport& report) {
  SkinJoints joints(document, nodes);
  for (const pugi::xml_node& node : nodes)
    for (const pugi::xml_node& instance : node.children("instance_controller")) joints.repair(instance);
  joints.write();
  if (joints.tooLarge > 0)
    report.lines.push_back({Finding::Lost, "document",
                            concat(joints.tooLarge, " instances of skins follow the skeleton of another instance")});
}

}  // namespace app
