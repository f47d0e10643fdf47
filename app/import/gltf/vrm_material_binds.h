// The material changes of VRM expressions: colors and texture coordinates.
#ifndef APP_IMPORT_GLTF_VRM_MATERIAL_BINDS_H
#define APP_IMPORT_GLTF_VRM_MATERIAL_BINDS_H

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/import/gltf/gltf_material_values.h"
#include "app/import/gltf/json_reading.h"
#include "app/model/model.h"

namespace app {

/// Adds to expressions the components that differ from the material's own. What names no material or a property that we
/// do not show, or is malformed, is left out and reported.
class MaterialBinder {
 public:
  /// Requires the model's materials and morph weights; `values` will be placed after the latter.
  MaterialBinder(Model& model, GltfMaterialValues& values);

  /// "materialColorBinds" and "textureTransformBinds" of an expression of VRM 1.0.
  void bindVersion1(Expression& expression, const Json& object);
  /// "materialValues" of a blend shape group of VRM 0.x.
  void bindVersion0(Expression& expression, const Json& group);

 private:
  using Bind = void (MaterialBinder::*)(Expression& expression, const Json& bind);
  void bindAll(Expression& expression, const Json& owner, const char* list, Bind read);
  void bindColor(Expression& expression, const Json& bind);
  void bindTransform(Expression& expression, const Json& bind);
  void bindValue(Expression& expression, const Json& bind);
  const std::string& nameOf(int material) const;
  std::span<const int> materialsNamed(const std::string& name) const;
  void countChange();
  int materialOf(const Json& bind) const;
  void bindUv(Expression& expression, int material, MaterialProperty property,
              std::span<const std::optional<float>> target);
  void bind(Expression& expression, int material, MaterialProperty property, int texture,
            std::span<const std::optional<float>> target);
  void ignore(const Expression& expression, std::string what);

  Model& model_;
  GltfMaterialValues& values_;
  std::vector<int> byName_;      // all materials
  std::size_t changeCount_ = 0;  // entries of all lists, and the materials that each names
};

}  // namespace app

#endif  // APP_IMPORT_GLTF_VRM_MATERIAL_BINDS_H
