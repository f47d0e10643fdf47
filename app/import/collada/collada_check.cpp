#include "app/import/collada/collada_check.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "app/import/collada/collada_elements.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/utf8_text.h"
#include "app/model/counted.h"

namespace app {
namespace {

constexpr std::string_view kInstances[] = {"instance_visual_scene", "instance_node",   "instance_geometry",
                                           "instance_controller",   "instance_camera", "instance_light",
                                           "instance_material"};

bool isUtf16(ByteSpan file) {
  return file.size() >= 2 && (file[0] + file[1] == 0xFF + 0xFE || file[0] == 0 || file[1] == 0);
}

std::string_view urlOf(const pugi::xml_node& instance) {
  const pugi::xml_attribute url = instance.attribute("url");
  return (url ? url : instance.attribute("target")).value();
}

class Check {
 public:
  Check(const ColladaDocument& document, ImportReport& report) : document_(document), report_(report) {}

  void countArrays() {
    std::size_t counts = 0, references = 0;
    const auto isNumbers = [](const pugi::xml_node& each) {
      return isNamed(each, "float_array") || isNamed(each, "int_array");
    };
    for (const pugi::xml_node& array : elementsWhere(document_.root(), isNumbers))
      counts += array.attribute("count") && array.attribute("count").as_ullong() == wordsIn(array) ? 0 : 1;
    for (const pugi::xml_node& source : elementsNamed(document_.root(), "source")) {
      const pugi::xml_node accessor = source.child("technique_common").child("accessor");
      const pugi::xml_node array = colladaArrayOf(document_, source);
      if (!accessor || !array) continue;
      const pugi::xml_attribute url = accessor.attribute("source");
      references += url && localId(url.value()) != array.attribute("id").value() ? 1 : 0;
      const std::size_t words = wordsIn(array),
                        offset = std::min<std::size_t>(accessor.attribute("offset").as_ullong(), words);
      const auto stride = std::max(accessor.attribute("stride").as_ullong(1), 1ull);
      counts += accessor.attribute("count").as_ullong() > (words - offset) / stride ? 1 : 0;
    }
    if (references > 0)
      say(Finding::Repaired, concat(counted(references, "accessor"),
                                    " named an array that is not in the file; that of their source is used"));
    if (counts > 0)
      say(Finding::Repaired,
          countOf(static_cast<int>(counts), "count did not match its array", "counts did not match their arrays"));
  }

  /// Returns the URL of the first.
  std::string countExternalInstances() {
    const auto isExternal = [](const pugi::xml_node& node) {
      if (std::ranges::find(kInstances, std::string_view(node.name())) == std::end(kInstances)) return false;
      const std::string_view url = urlOf(node);
      return !url.empty() && !url.starts_with('#');
    };
    const std::vector<pugi::xml_node> instances = elementsWhere(document_.root(), isExternal);
    if (instances.empty()) return {};
    std::string first = shortText(urlOf(instances.front()));
    const std::string others = instances.size() == 1 ? "" : concat(" and ", instances.size() - 1, " more instances");
    say(Finding::Lost, concat("'", first, "'", others,
                              instances.size() == 1 ? " is in another file, which is not read"
                                                    : " are in other files, which are not read"));
    return first;
  }

  void countAssets() {
    const pugi::xml_node whole = document_.root().child("asset");
    const double meters = metersOf(whole, 1);
    const std::string_view up = upOf(whole, "Y_UP");
    std::size_t parts = 0;
    for (const pugi::xml_node& asset : elementsNamed(document_.root(), "asset"))
      parts += std::abs(metersOf(asset, meters) - meters) > 1e-6 * meters || upOf(asset, up) != up ? 1 : 0;
    if (parts > 0)
      say(Finding::Ignored,
          concat("the unit or up axis of ", counted(parts, "part"), " of it; those of the whole document are used"));
  }

 private:
  void say(Finding kind, std::string what) { report_.lines.push_back({kind, "document", std::move(what)}); }

  std::size_t wordsIn(const pugi::xml_node& array) {
    const auto [entry, isNew] = words_.try_emplace(array.internal_object());
    std::size_t& count = entry->second;
    if (isNew) forEachWord(array.child_value(), [&](std::string_view) { return ++count > 0; });
    return count;
  }
  static double metersOf(const pugi::xml_node& asset, double otherwise) {
    const double meters = asset.child("unit").attribute("meter").as_double(otherwise);
    return meters > 0 ? meters : otherwise;
  }
  static std::string_view upOf(const pugi::xml_node& asset, std::string_view otherwise) {
    const std::string_view up = asset.child("up_axis").child_value();
    return up.empty() ? otherwise : up;
  }

  const ColladaDocument& document_;
  ImportReport& report_;
  std::map<pugi::xml_node_struct*, std::size_t> words_;  // in arrays
};

}  // namespace

pugi::xml_node parseCollada(ByteSpan file, pugi::xml_document& document, ImportReport& report) {
  const pugi::xml_parse_result parsed =
      document.load_buffer(file.data(), file.size(), pugi::parse_default | pugi::parse_trim_pcdata);
  if (!parsed)
    refuse("the COLLADA data is damaged at byte ", parsed.offset, " (", shortText(parsed.description()),
           "); export it again, or as glTF");
  const pugi::xml_node root = document.child("COLLADA");
  if (!root) refuse("is not a COLLADA file, whatever its name says");
  std::size_t elements = 0;
  elementsWhere(root, [&](const pugi::xml_node& node) {
    if (node.type() == pugi::node_element && ++elements > limits::kDataViews)
      refuse("it has more than ", limits::kDataViews, " elements");
    return false;
  });
  if (isUtf16(file)) report.lines.push_back({Finding::Found, "document", "it is UTF-16"});
  return root;
}

pugi::xml_node shownColladaScene(const pugi::xml_node& root, ImportReport& report) {
  const std::string_view wanted = root.child("scene").child("instance_visual_scene").attribute("url").value();
  if (!wanted.empty() && !wanted.starts_with('#')) return {};
  const std::vector<pugi::xml_node> scenes = elementsNamed(root, "visual_scene");
  for (const pugi::xml_node& scene : scenes)
    if (!wanted.empty() && localId(wanted) == scene.attribute("id").value()) return scene;
  pugi::xml_node shown = scenes.empty() ? pugi::xml_node() : scenes.front();
  if (!shown) {
    const std::vector<pugi::xml_node> geometries = elementsNamed(root, "geometry");
    if (geometries.empty()) return {};
    shown = pugi::xml_node(root).append_child("library_visual_scenes").append_child("visual_scene");
    for (const pugi::xml_node& geometry : geometries) {
      pugi::xml_node node = shown.append_child("node");
      node.append_attribute("name").set_value(geometry.attribute("name").value());
      node.append_child("instance_geometry")
          .append_attribute("url")
          .set_value(concat("#", geometry.attribute("id").value()).c_str());
    }
  }
  report.lines.push_back({Finding::Repaired, "document",
                          scenes.empty() ? "it has no scene; all its geometry is shown"
                                         : "it does not say which scene to show; the first is shown"});
  return shown;
}

std::string checkCollada(const ColladaDocument& document, ImportReport& report) {
  Check check(document, report);
  check.countArrays();
  std::string elsewhere = check.countExternalInstances();
  check.countAssets();
  return elsewhere;
}

}  // namespace app
