#include "app/import/fbx/fbx_scene.h"

#include <cctype>
#include <cmath>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/utf8_text.h"

namespace app {
namespace {

constexpr std::string_view kBinarySeparator{"\0\1", 2};

/// "Hips\0\1Model" in a binary file, "Model::Hips" in a text. Too long ones are cut.
std::string plainName(std::string_view name, bool isBinary) {
  if (const std::size_t separator = name.find(kBinarySeparator); isBinary && separator != name.npos)
    name = name.substr(0, separator);
  else if (const std::size_t colons = name.find("::"); colons != name.npos)
    name.remove_prefix(colons + 2);
  return std::string(cutUtf8(validUtf8(name).text, limits::kNameBytes));
}

/// By its shading model: "Phong" or "phong", or another word that has no template.
std::string_view materialClassOf(const FbxObject& material) {
  const FbxProperty* const model = material.record->valueIn("ShadingModel");
  std::string word(model ? rawTextOf(*model) : "phong");
  for (char& letter : word) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return word == "phong" ? "FbxSurfacePhong" : word == "lambert" ? "FbxSurfaceLambert" : std::string_view();
}

}  // namespace

FbxScene::FbxScene(const FbxDocument& document) : document_(&document) {
  if (const FbxRecord* definitions = document.root.child("Definitions"))
    for (const FbxRecord& type : definitions->children) {
      if (type.name != "ObjectType" || type.properties.empty()) continue;
      for (const FbxRecord& each : type.children)
        if (each.name == "PropertyTemplate" && !each.properties.empty()) {
          templates_.try_emplace(std::string(rawTextOf(type.properties[0])), each.child("Properties70"));
          templates_.try_emplace(std::string(rawTextOf(each.properties[0])), each.child("Properties70"));
        }
    }
  readObjects();
  readConnections();
}

void FbxScene::readObjects() {
  const FbxRecord* list = document_->root.child("Objects");
  if (!list) return;
  for (const FbxRecord& record : list->children) {
    if (record.properties.size() < 2) continue;
    const std::int64_t id = integerOf(record.properties[0]);
    if (id == 0 || !indexOf_.try_emplace(id, objects_.size()).second) continue;
    objects_.push_back({.id = id,
                        .name = plainName(rawTextOf(record.properties[1]), document_->isBinary),
                        .kind = record.name,
                        .subclass = record.properties.size() > 2 ? rawTextOf(record.properties[2]) : std::string_view(),
                        .record = &record});
  }
}

void FbxScene::readConnections() {
  const FbxRecord* list = document_->root.child("Connections");
  if (!list) return;
  for (const FbxRecord& record : list->children) {
    if (record.properties.size() < 3) continue;
    const std::int64_t source = integerOf(record.properties[1]), destination = integerOf(record.properties[2]);
    const FbxObject* from = objectOf(source);
    const FbxObject* to = objectOf(destination);
    if (!from || (!to && destination != 0)) continue;
    const std::string property = record.properties.size() > 3 ? std::string(rawTextOf(record.properties[3])) : "";
    sources_[destination].push_back({from, property});
    if (to) destinations_[source].push_back({to, property});
  }
}

const FbxObject* FbxScene::objectOf(std::int64_t id) const {
  const auto found = indexOf_.find(id);
  return found == indexOf_.end() ? nullptr : &objects_[found->second];
}

const std::vector<FbxLink>& FbxScene::linksOf(const Links& links, std::int64_t id) {
  static const std::vector<FbxLink> kNone;
  const auto found = links.find(id);
  return found == links.end() ? kNone : found->second;
}

const FbxRecord* FbxScene::property(const FbxObject& object, std::string_view name) const {
  if (const FbxRecord* own = fbxEntryIn(object.record->child("Properties70"), name)) return own;
  return fbxEntryIn(templateOf(object), name);
}

const FbxRecord* FbxScene::templateOf(const FbxObject& object) const {
  std::string name(object.kind);
  if (object.kind == "NodeAttribute") name = "Fbx" + std::string(object.subclass);
  if (object.kind == "Material") name = materialClassOf(object);
  const auto found = templates_.find(name);
  return found == templates_.end() ? nullptr : found->second;
}

double FbxScene::number(const FbxObject& object, std::string_view name, double otherwise) const {
  const FbxRecord* found = property(object, name);
  const double value = found ? numberOf(found->properties[kFbxEntryValue]) : otherwise;
  return std::abs(value) < 1e15 ? value : otherwise;
}

glm::dvec3 FbxScene::vector(const FbxObject& object, std::string_view name, glm::dvec3 otherwise) const {
  const FbxRecord* found = property(object, name);
  if (!found || found->properties.size() < kFbxEntryValue + 3) return otherwise;
  glm::dvec3 value;
  for (int k = 0; k < 3; ++k) {
    value[k] = numberOf(found->properties[kFbxEntryValue + static_cast<std::size_t>(k)]);
    if (!(std::abs(value[k]) <= static_cast<double>(limits::kMaxMagnitude))) return otherwise;
  }
  return value;
}

std::optional<double> FbxScene::setting(std::string_view name) const {
  const FbxRecord* settings = document_->root.child("GlobalSettings");
  const FbxRecord* found = settings ? fbxEntryIn(settings->child("Properties70"), name) : nullptr;
  if (!found) return std::nullopt;
  return numberOf(found->properties[kFbxEntryValue]);
}

}  // namespace app
