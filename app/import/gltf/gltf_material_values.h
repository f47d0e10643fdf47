// Which values of materials a document's clips and expressions animate, and the JSON pointers that name them
// (KHR_animation_pointer).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "app/model/model.h"

namespace app {

/// Each value once, in the order of its first use. Offsets count from 0.
class GltfMaterialValues {
 public:
  /// The index of a value, which is added if it is new. Throws ImportError above limits::kListEntries.
  int add(int material, MaterialProperty property, int texture = 0);
  const MaterialValue& operator[](int index) const { return all_[static_cast<std::size_t>(index)]; }
  std::size_t size() const { return all_.size(); }
  bool has(int material, MaterialProperty property) const { return indices_.contains({material, property, 0}); }
  /// Appends them to the morph weights of a model that has its materials and instances. What its surfaces do not show
  /// is reported.
  void appendTo(Model& model) const;

 private:
  std::vector<MaterialValue> all_;
  std::map<std::tuple<int, MaterialProperty, int>, int> indices_;
  int end_ = 0;
};

struct PointedProperty {
  MaterialProperty property = MaterialProperty::BaseColor;
  int texture = 0;                    // into kTexturesOfMaterial
  std::string_view textureInfo = {};  // the pointer to its texture within the material; empty: not a texture property
};

/// The property that a pointer within a material names, for example "pbrMetallicRoughness/baseColorFactor". nullopt if
/// we do not render it.
std::optional<PointedProperty> materialPropertyAt(std::string_view pointer);
/// "/materials/4/pbrMetallicRoughness/baseColorFactor".
std::string pointerTo(const MaterialValue& value);

}  // namespace app
