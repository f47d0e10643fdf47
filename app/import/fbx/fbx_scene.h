// The objects of an FBX document and what they are connected to.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glm/vec3.hpp>

#include "app/import/fbx/fbx_record.h"

namespace app {

struct FbxObject {
  std::int64_t id = 0;
  std::string name;           // without its class, valid UTF-8, at most limits::kNameBytes
  std::string_view kind;      // "Model", "Geometry", "Deformer", ...
  std::string_view subclass;  // "Mesh", "LimbNode", "Skin", ...
  const FbxRecord* record = nullptr;
};

/// An object that is connected to another one: as a whole, or to one of its properties.
struct FbxLink {
  const FbxObject* object = nullptr;
  std::string property;  // "Lcl Rotation", "d|X"; empty: as a whole
};

/// Refers to the document, which must live as long.
class FbxScene {
 public:
  explicit FbxScene(const FbxDocument& document);

  const FbxDocument& document() const { return *document_; }
  /// In the order of the file. Of equal ids only the first is there.
  const std::vector<FbxObject>& objects() const { return objects_; }
  /// What is connected to the object, in the order of the file. 0 is the root of the scene.
  const std::vector<FbxLink>& sourcesOf(std::int64_t id) const { return linksOf(sources_, id); }
  /// What the object is connected to.
  const std::vector<FbxLink>& destinationsOf(std::int64_t id) const { return linksOf(destinations_, id); }

  /// A property of an object, or else of the template of its class; null: neither has it. Its values begin at index 4.
  const FbxRecord* property(const FbxObject& object, std::string_view name) const;
  double number(const FbxObject& object, std::string_view name, double otherwise) const;
  glm::dvec3 vector(const FbxObject& object, std::string_view name, glm::dvec3 otherwise) const;
  /// Of the GlobalSettings.
  std::optional<double> setting(std::string_view name) const;

 private:
  using Links = std::map<std::int64_t, std::vector<FbxLink>>;
  static const std::vector<FbxLink>& linksOf(const Links& links, std::int64_t id);
  const FbxObject* objectOf(std::int64_t id) const;
  const FbxRecord* templateOf(const FbxObject& object) const;
  void readObjects();
  void readConnections();

  const FbxDocument* document_;
  std::vector<FbxObject> objects_;
  std::map<std::int64_t, std::size_t> indexOf_;
  std::map<std::string, const FbxRecord*, std::less<>>
      templates_;  // their Properties70, by kind, and by class ("FbxLight")
  Links sources_, destinations_;
};

}  // namespace app
