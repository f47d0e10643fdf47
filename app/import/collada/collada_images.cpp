#include "app/import/collada/collada_images.h"

#include <string_view>
#include <utility>
#include <vector>

#include "app/import/collada/collada_elements.h"
#include "app/import/file/import_error.h"
#include "app/import/file/utf8_text.h"

namespace app {
namespace {

/// 1.4: <init_from>file</init_from>; 1.5: <init_from><ref>file</ref></init_from>, in <create_2d> or not.
std::string fileOf(const pugi::xml_node& image) {
  const pugi::xml_node own = image.child("init_from");
  const pugi::xml_node from = own ? own : image.child("create_2d").child("init_from");
  const pugi::xml_node reference = from.child("ref");
  return (reference ? reference : from).child_value();
}

}  // namespace

std::string ColladaImages::add(const std::string& file) {
  const std::string id = concat("crossfade-image-", count++);
  pugi::xml_node image = library.append_child("image");
  image.append_attribute("id").set_value(id.c_str());
  image.append_child("init_from").text().set(file.c_str());
  return id;
}

ColladaImages rewriteColladaImages(pugi::xml_node root, ImportReport& report) {
  std::vector<std::pair<std::string, std::string>> files;  // by id
  for (const pugi::xml_node& image : elementsNamed(root, "image"))
    files.emplace_back(image.attribute("id").value(), fileOf(image));
  removeChildren(root, "library_images");
  ColladaImages images{.ids = {}, .library = root.prepend_child("library_images")};
  for (const auto& [id, file] : files) {
    const auto [entry, isNew] = images.ids.try_emplace(id);
    if (isNew && file.empty())
      report.lines.push_back({Finding::Lost, concat("image '", shortText(id), "'"), "it names no file"});
    if (isNew && !file.empty()) entry->second = images.add(file);
  }
  pugi::xml_attribute version = root.attribute("version");
  if (!version) version = root.append_attribute("version");
  if (!std::string_view(version.value()).starts_with("1.3")) version.set_value("1.4.1");
  return images;
}

}  // namespace app
