// What VRM files say beside glTF.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/import/gltf/gltf_document.h"
#include "app/import/gltf/gltf_material_values.h"
#include "app/import/gltf/json_reading.h"
#include "app/model/model.h"

namespace app {

// ---- The material changes of VRM expressions: colors and texture coordinates.

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

// ---- What VRM 0.x, VRM 1.0 and VRM animations say beside glTF: the body, its expressions and gaze, and where it
// faces.

/// Fills the body, gaze, expressions and frontYaw of a model that has its skeleton, instances and materials. Entries
/// that name no node, mesh, morph target or material are left out and reported. What expressions change of materials is
/// added to `values`, which will follow the morph weights.
void readVrm(const GltfDocument& document, Model& model, GltfMaterialValues& values);

}  // namespace app
