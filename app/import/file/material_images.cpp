#include "app/import/file/material_images.h"

#include <utility>

#include "app/import/file/import_error.h"
#include "app/import/file/utf8_text.h"

namespace app {
void MaterialImages::Users::add(const std::string& material) {
  if (count++ == 0) first = material;
}

std::string MaterialImages::Users::text() const {
  const std::string others = count < 2    ? std::string()
                             : count == 2 ? " and another"
                                          : concat(" and ", count - 1, " others");
  return concat("material '", first, "'", others);
}

void MaterialImages::begin(std::string material) {
  material_ = std::move(material);
  known_.clear();
}

int MaterialImages::texture(std::string_view path, ByteSpan embedded) {
  const std::string name = validUtf8(path).text;
  const bool isNew = known_.insert(name).second;  // for this material
  if (fileNameIn(name).empty()) {
    if (isNew) nameless_.add(material_);
    return -1;
  }
  const auto [entry, isFirst] = indexOf_.try_emplace(name, static_cast<int>(sources_.size()));
  if (isFirst) addSource(name, embedded);
  if (isNew) users_[static_cast<std::size_t>(entry->second)].add(material_);
  return entry->second;
}

void MaterialImages::addSource(const std::string& name, ByteSpan embedded) {
  ImageSource source{.name = name, .where = {}, .bytes = embedded, .uri = {}};
  std::string used;
  if (embedded.empty()) {
    const auto found = search_.find(name);
    if (found && *found->begin() == "..")
      source.around = *found;
    else
      source.uri = found ? uriOf(*found) : std::string(fileNameIn(name));
    if (found) used = found->generic_string();
  }
  sources_.push_back(std::move(source));
  found_.push_back(std::move(used));
  users_.emplace_back();
}

void MaterialImages::report(ImportReport& report) {
  if (nameless_.count > 0)
    report.lines.push_back({Finding::Lost, nameless_.text(),
                            nameless_.count == 1 ? "its texture has no file name and is left out"
                                                 : "their textures have no file name and are left out"});
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    sources_[i].where = concat("image '", sources_[i].name, "' of ", users_[i].text());
    const bool isAround = !sources_[i].around.empty();
    if ((found_[i] != sources_[i].name || isAround) && !found_[i].empty())
      report.lines.push_back({Finding::Found, sources_[i].where,
                              concat("'", validUtf8(found_[i]).text, "' is used",
                                     isAround ? ", which is outside the model's folder" : "")});
  }
}

void MaterialImages::load(bool imageHeadersOnly, Model& model, const ImportWatch& watch) {
  report(model.report);
  markBaseColors(model.materials, sources_);
  ModelImages decoded = decodeImages(sources_, folder_, imageHeadersOnly, model.report, watch);
  dropReplacedMaps(model.materials, decoded);
  model.images = usedImages(std::move(decoded.images), model.materials);
}

}  // namespace app
