// Which values of materials a document's clips and expressions animate, and the JSON pointers that name them
// (KHR_animation_pointer).
#ifndef APP_IMPORT_GLTF_GLTF_MATERIAL_VALUES_H
#define APP_IMPORT_GLTF_GLTF_MATERIAL_VALUES_H

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
  /// Adds them after the morph weights of the model, which has its materials and instances.
  void place(Model& model) const;

 private:
  std::vector<MaterialValue> all_;
  std::map<std::tuple<int, MaterialProperty, int>, int> indices_;
  int end_ = 0;
};

struct PointedProperty {
  MaterialProperty property = MaterialProperty::BaseColor;
  int texture = 0;                    // into kTexturesOfMaterial
  std::string_view textureInfo = {};  // the pointer to its texture within the material; empty: it is of none
};

/// Of "pbrMetallicRoughness/baseColorFactor", which is within a material. Nothing: we show no such property.
std::optional<PointedProperty> materialPropertyAt(std::string_view pointer);
/// "/materials/4/pbrMetallicRoughness/baseColorFactor".
std::string pointerTo(const MaterialValue& value);

}  // namespace app

#endif  // APP_IMPORT_GLTF_GLTF_MATERIAL_VALUES_H
