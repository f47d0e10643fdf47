#include "app/import/collada/collada_references.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <vector>

#include "app/import/collada/collada_elements.h"
#include "app/import/file/import_error.h"
#include "app/import/file/utf8_text.h"

namespace app {
namespace {

constexpr std::string_view kInstances[] = {"instance_visual_scene", "instance_node",   "instance_geometry",
                                           "instance_controller",   "instance_camera", "instance_light",
                                           "instance_material"};

std::string_view urlOf(const pugi::xml_node& instance) {
  const pugi::xml_attribute url = instance.attribute("url");
  return (url ? url : instance.attribute("target")).value();
}

bool isArray(const pugi::xml_node& node) { return std::string_view(node.name()).ends_with("_array"); }

}  // namespace

std::string dropExternalInstances(pugi::xml_node root, ImportReport& report) {
  const auto isExternal = [](const pugi::xml_node& node) {
    if (std::find(std::begin(kInstances), std::end(kInstances), node.name()) == std::end(kInstances)) return false;
    const std::string_view url = urlOf(node);
    return !url.empty() && !url.starts_with('#');
  };
  const std::vector<pugi::xml_node> instances = elementsWhere(root, isExternal);
  if (instances.empty()) return {};
  std::string first = shortText(urlOf(instances.front()));
  const std::string others = instances.size() == 1 ? "" : concat(" and ", instances.size() - 1, " more instances");
  report.lines.push_back({Finding::Lost, "document",
                          concat("'", first, "'", others,
                                 instances.size() == 1 ? " is in another file, which is not read"
                                                       : " are in other files, which are not read")});
  for (std::size_t i = instances.size(); i-- > 0;) instances[i].parent().remove_child(instances[i]);  // children first
  return first;
}

void repairSceneReference(pugi::xml_node root, ImportReport& report) {
  const std::string_view wanted = root.child("scene").child("instance_visual_scene").attribute("url").value();
  if (!wanted.empty() && !wanted.starts_with('#')) return;  // in another file
  const std::vector<pugi::xml_node> scenes = elementsNamed(root, "visual_scene");
  for (const pugi::xml_node& scene : scenes)
    if (!wanted.empty() && localId(wanted) == scene.attribute("id").value()) return;
  pugi::xml_node shown = scenes.empty() ? pugi::xml_node() : scenes.front();
  if (!shown) {
    const std::vector<pugi::xml_node> geometries = elementsNamed(root, "geometry");
    if (geometries.empty()) return;
    shown = root.append_child("library_visual_scenes").append_child("visual_scene");
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
  shown.remove_attribute("id");
  shown.append_attribute("id").set_value("crossfade-scene");
  root.remove_child("scene");
  root.append_child("scene")
      .append_child("instance_visual_scene")
      .append_attribute("url")
      .set_value("#crossfade-scene");
}

void repairArrayReferences(pugi::xml_node root, ImportReport& report) {
  std::set<std::string_view> arrays;
  const std::vector<pugi::xml_node> sources = elementsNamed(root, "source");
  for (const pugi::xml_node& source : sources)
    for (const pugi::xml_node& child : source.children())
      if (isArray(child)) arrays.insert(child.attribute("id").value());
  int repaired = 0;
  for (const pugi::xml_node& source : sources) {
    const pugi::xml_node accessor = source.child("technique_common").child("accessor");
    const pugi::xml_node own = source.find_child(isArray);
    pugi::xml_attribute reference = accessor.attribute("source");
    if (!reference || !own || arrays.contains(localId(reference.value()))) continue;
    reference.set_value(concat("#", own.attribute("id").value()).c_str());
    ++repaired;
  }
  if (repaired > 0)
    report.lines.push_back({Finding::Repaired, "document",
                            concat(repaired, repaired == 1 ? " accessor" : " accessors",
                                   " named an array that is not in the file; that of their source is used")});
}

}  // namespace app
