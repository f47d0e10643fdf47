#include "app/import/collada/collada_copy.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <string_view>
#include <utility>

#include <pugixml.hpp>

#include "app/import/collada/collada_document.h"
#include "app/import/collada/collada_elements.h"
#include "app/import/collada/collada_images.h"
#include "app/import/collada/collada_instances.h"
#include "app/import/collada/collada_losses.h"
#include "app/import/collada/collada_materials.h"
#include "app/import/collada/collada_nodes.h"
#include "app/import/collada/collada_primitives.h"
#include "app/import/collada/collada_references.h"
#include "app/import/collada/collada_skins.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/utf8_text.h"
#include "app/model/counted.h"

namespace app {
namespace {

constexpr std::string_view kMadeUpId = "crossfade-node-";

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
  return text;
}

std::size_t wordCount(std::string_view text) {
  std::size_t count = 0;
  forEachWord(text, [&](std::string_view) { return ++count > 0; });
  return count;
}

/// Visits every element once, and no text.
class Repair : public pugi::xml_tree_walker {
 public:
  explicit Repair(ColladaCopy& copy) : copy_(copy) {}

  bool for_each(pugi::xml_node& node) override {
    if (node.type() == pugi::node_pcdata) {
      const std::string_view text = node.value(), inside = trimmed(text);
      if (inside.size() != text.size()) node.set_value(std::string(inside).c_str());
      return true;
    }
    const std::string_view name = node.name();
    if (name == "float_array" || name == "int_array") repairCount(node);
    if (name == "node") {
      keepName(node);
      nodes.push_back(node);
    }
    elements.push_back(node);
    if (elements.size() > limits::kDataViews) refuse("it has more than ", limits::kDataViews, " elements");
    return true;
  }

  std::vector<pugi::xml_node> elements, nodes;
  int wrongCounts = 0;

 private:
  /// assimp takes as many values as the count says, and leaves those that are missing as they are in memory.
  void repairCount(pugi::xml_node array) {
    const std::size_t count = wordCount(array.child_value());
    pugi::xml_attribute stated = array.attribute("count");
    if (stated && stated.as_ullong() == count) return;
    if (!stated) stated = array.append_attribute("count");
    stated.set_value(static_cast<unsigned long long>(count));
    ++wrongCounts;
  }
  /// assimp calls a node by its id.
  void keepName(pugi::xml_node node) {
    pugi::xml_attribute id = node.attribute("id");
    if (!id) id = node.append_attribute("id");
    if (id.value()[0] == '\0') id.set_value(concat(kMadeUpId, copy_.names.size()).c_str());
    const char* const given = node.attribute("name").value();
    const bool isMadeUp = std::string_view(id.value()).starts_with(kMadeUpId);
    const std::string own = given[0] != '\0' ? given : isMadeUp ? node.attribute("sid").value() : id.value();
    copy_.names.try_emplace(id.value(), validUtf8(own).text);
    if (std::string_view(node.attribute("type").value()) == "JOINT") copy_.bones.push_back(id.value());
  }

  ColladaCopy& copy_;
};

/// An accessor that claims more than its array has would make assimp read past its end.
int repairAccessors(const std::vector<pugi::xml_node>& elements) {
  std::map<std::string_view, unsigned long long> counts;
  for (const pugi::xml_node& each : elements)
    if (const std::string_view name = each.name(); name.ends_with("_array"))
      counts[each.attribute("id").value()] = name == "float_array" || name == "int_array"
                                                 ? each.attribute("count").as_ullong()
                                                 : wordCount(each.child_value());
  int repaired = 0;
  for (pugi::xml_node each : elements) {
    if (std::string_view(each.name()) != "accessor") continue;
    const std::string_view source = each.attribute("source").value();
    const auto found = counts.find(source.substr(source.starts_with('#') ? 1 : 0));
    if (found == counts.end()) continue;
    const auto stride = std::max(each.attribute("stride").as_ullong(1), 1ull);
    const auto offset = std::min(each.attribute("offset").as_ullong(), found->second);
    const auto most = (found->second - offset) / stride;
    if (each.attribute("count").as_ullong() <= most) continue;
    each.attribute("count").set_value(most);
    ++repaired;
  }
  return repaired;
}

void removeAnimations(pugi::xml_node root) {
  for (const char* const library : {"library_animations", "library_animation_clips"})
    while (root.remove_child(library)) {
    }
}

bool isUtf16(ByteSpan file) {
  return file.size() >= 2 && (file[0] + file[1] == 0xFF + 0xFE || file[0] == 0 || file[1] == 0);
}

}  // namespace

ColladaCopy writeColladaCopy(ByteSpan file, ImportReport& report) {
  pugi::xml_document document;
  const pugi::xml_parse_result parsed = document.load_buffer(file.data(), file.size());
  if (!parsed)
    refuse("the COLLADA data is damaged at byte ", parsed.offset, " (", shortText(parsed.description()),
           "); export it again, or as glTF");
  const pugi::xml_node root = document.child("COLLADA");
  if (!root) refuse("is not a COLLADA file, whatever its name says");
  repairSceneReference(root, report);
  ColladaCopy copy;
  Repair repair(copy);
  document.traverse(repair);
  repairArrayReferences(root, report);
  const int accessors = repairAccessors(repair.elements);
  if (repair.wrongCounts + accessors > 0)
    report.lines.push_back({Finding::Repaired, "document",
                            countOf(repair.wrongCounts + accessors, "count did not match its array",
                                    "counts did not match their arrays")});
  if (isUtf16(file)) report.lines.push_back({Finding::Found, "document", "it is UTF-16"});
  const std::vector<pugi::xml_node> nodes = std::move(repair.nodes);
  repair.elements.clear();
  repairColladaPrimitives(root, report);
  copy.elsewhere = dropExternalInstances(root, report);
  reportColladaLosses(root, report);
  {
    ColladaDocument before(root);  // some animate effects, which are rewritten
    copy.motion = readColladaMotion(before, report);
  }
  rewriteColladaMaterials(root, rewriteColladaImages(root, report), report);
  ColladaDocument lookup(root);
  copy.views = readColladaViews(root, report);
  repairNodeInstances(lookup, nodes, report);
  repairSkinJoints(lookup, nodes, report);
  ColladaDocument withCopies(root);
  copy.morphs = takeColladaMorphs(withCopies, nodes, report);
  const auto isAnimated = [&](const pugi::xml_node& node) {
    return copy.motion.stacks.contains(node.attribute("id").value());
  };
  repairColladaTransforms(nodes, isAnimated, copy.names, report);
  removeAnimations(root);
  std::ostringstream out;
  document.save(out, "", pugi::format_raw, pugi::encoding_utf8);
  copy.text = std::move(out).str();
  return copy;
}

}  // namespace app
