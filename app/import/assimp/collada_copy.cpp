#include "app/import/assimp/collada_copy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <string_view>

#include <pugixml.hpp>

#include "app/import/assimp/collada_images.h"
#include "app/import/assimp/collada_materials.h"
#include "app/import/assimp/collada_primitives.h"
#include "app/import/assimp/collada_references.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/utf8_text.h"

namespace app {
namespace {

constexpr std::string_view kSpace = " \t\r\n";
constexpr std::string_view kMadeUpId = "crossfade-node-";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

std::size_t wordCount(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = text.find_first_not_of(kSpace); at != text.npos; at = text.find_first_not_of(kSpace, at)) {
    ++count;
    at = std::min(text.find_first_of(kSpace, at), text.size());
  }
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
    if (name == "node") keepName(node);
    elements.push_back(node);
    if (elements.size() > limits::kDataViews) refuse("it has more than ", limits::kDataViews, " elements");
    return true;
  }

  std::vector<pugi::xml_node> elements;
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

using ElementsById = std::map<std::string_view, pugi::xml_node>;

/// The accessor of the input of a sampler with that meaning; none: an empty node.
pugi::xml_node accessorOf(const pugi::xml_node& sampler, const char* semantic, const ElementsById& byId) {
  const std::string_view source =
      sampler.find_child_by_attribute("input", "semantic", semantic).attribute("source").value();
  const auto found = byId.find(source.substr(source.starts_with('#') ? 1 : 0));
  return found == byId.end() ? pugi::xml_node() : found->second.child("technique_common").child("accessor");
}

/// A sampler needs a value for each time, or assimp refuses the file. One with neither is left out with its channels.
int repairSamplers(const std::vector<pugi::xml_node>& elements) {
  ElementsById byId;
  for (const pugi::xml_node& each : elements) byId.try_emplace(each.attribute("id").value(), each);
  std::set<std::string_view> empty;
  int repaired = 0;
  for (const pugi::xml_node& each : elements) {
    if (std::string_view(each.name()) != "sampler") continue;
    pugi::xml_node times = accessorOf(each, "INPUT", byId), values = accessorOf(each, "OUTPUT", byId);
    if (!times || !values) continue;
    const auto count = std::min(times.attribute("count").as_ullong(), values.attribute("count").as_ullong());
    if (count == 0) empty.insert(each.attribute("id").value());
    for (pugi::xml_node accessor : {times, values}) {
      if (accessor.attribute("count").as_ullong() == count) continue;
      accessor.attribute("count").set_value(count);
      ++repaired;
    }
  }
  for (std::size_t i = elements.size(); i-- > 0;) {  // children before their parents
    const pugi::xml_node each = elements[i];
    const std::string_view source = each.attribute("source").value();
    if (std::string_view(each.name()) == "channel" && source.starts_with('#') && empty.contains(source.substr(1)))
      each.parent().remove_child(each);
  }
  return repaired;
}

/// The children of all <animation> elements below, in order.
void appendParts(const pugi::xml_node& animation, pugi::xml_node to, int& channels) {
  std::vector<pugi::xml_node> steps{animation};
  while (!steps.empty()) {
    const pugi::xml_node step = steps.back();
    steps.pop_back();
    std::vector<pugi::xml_node> nested;
    for (const pugi::xml_node& part : step.children()) {
      if (std::string_view(part.name()) == "animation") {
        nested.push_back(part);
        continue;
      }
      to.append_copy(part);
      channels += std::string_view(part.name()) == "channel" ? 1 : 0;
    }
    steps.insert(steps.end(), nested.rbegin(), nested.rend());
  }
}

/// One flat animation for each clip: channels of one node must be in one animation, or assimp makes a clip of each.
class ClipWriter {
 public:
  ClipWriter(pugi::xml_node root, ColladaCopy& copy)
      : root_(root), copy_(copy), library_(root.append_child("library_animations")) {}

  void write() {
    std::vector<pugi::xml_node> sources;
    for (const pugi::xml_node& each : root_.children("library_animations"))
      if (each != library_) sources.push_back(each);
    std::vector<pugi::xml_node> animations;
    for (const pugi::xml_node& source : sources)
      for (const pugi::xml_node& each : source.children("animation")) animations.push_back(each);
    for (const pugi::xml_node& clips : root_.children("library_animation_clips"))
      for (const pugi::xml_node& clip : clips.children("animation_clip")) addClip(clip, animations);
    if (copy_.clips.empty()) addAll(animations);
    for (const pugi::xml_node& source : sources) root_.remove_child(source);
    while (root_.remove_child("library_animation_clips")) {
    }
  }

 private:
  static std::string nameOf(const pugi::xml_node& node) {
    const char* const name = node.attribute("name").value();
    return validUtf8(name[0] != '\0' ? name : node.attribute("id").value()).text;
  }

  void add(ColladaClip clip, const std::vector<pugi::xml_node>& animations) {
    pugi::xml_node target = library_.append_child("animation");
    int channels = 0;
    for (const pugi::xml_node& each : animations) appendParts(each, target, channels);
    if (channels == 0) {
      library_.remove_child(target);
      return;
    }
    if (copy_.clips.size() == limits::kClips) refuse("it has more than ", limits::kClips, " animations");
    target.append_attribute("name").set_value(concat(kColladaClipMark, copy_.clips.size()).c_str());
    copy_.clips.push_back(std::move(clip));
  }
  void addClip(const pugi::xml_node& clip, const std::vector<pugi::xml_node>& animations) {
    std::vector<pugi::xml_node> used;
    for (const pugi::xml_node& each : clip.children("instance_animation")) {
      const std::string_view url = each.attribute("url").value();
      const auto found = std::find_if(animations.begin(), animations.end(), [&](const pugi::xml_node& animation) {
        return url.starts_with('#') && url.substr(1) == animation.attribute("id").value();
      });
      if (found != animations.end()) used.push_back(*found);
    }
    add({nameOf(clip), clip.attribute("start").as_double(), clip.attribute("end").as_double()}, used);
  }
  void addAll(const std::vector<pugi::xml_node>& animations) {
    std::string name = animations.size() == 1 ? nameOf(animations.front()) : "animation";
    add({name.empty() ? "animation" : std::move(name)}, animations);
  }

  pugi::xml_node root_;
  ColladaCopy& copy_;
  pugi::xml_node library_;
};

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
                            concat(repair.wrongCounts + accessors, " counts were not those of their arrays")});
  if (const int samplers = repairSamplers(repair.elements); samplers > 0)
    report.lines.push_back(
        {Finding::Repaired, "document", concat(samplers, " animation curves had times without values or the reverse")});
  if (isUtf16(file)) report.lines.push_back({Finding::Found, "document", "it is UTF-16"});
  repair.elements.clear();
  repairColladaPrimitives(root, report);
  copy.elsewhere = dropExternalInstances(root, report);
  rewriteColladaMaterials(root, rewriteColladaImages(root, report), report);
  copy.views = readColladaViews(root, report);
  ClipWriter(root, copy).write();
  std::ostringstream out;
  document.save(out, "", pugi::format_raw, pugi::encoding_utf8);
  copy.text = std::move(out).str();
  return copy;
}

}  // namespace app
