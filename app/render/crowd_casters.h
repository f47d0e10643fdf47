// Shadow casters and occluders of a crowd, cheap for ten thousand copies.
#pragma once

#include <span>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

#include "app/model/mesh.h"
#include "app/render/gpu_model.h"
#include "app/view/draw_list.h"

namespace app {

// The bounding spheres of a mesh (model/caster_spheres.h) where its pose puts them.

/// A caster transformed by its matrix; w: radius.
glm::vec4 worldSphere(const CasterSphere& caster, const glm::mat4& matrix);

/// Appends all casters in world space: bounding spheres (w: radius), and occluders (w: occlusionRadius). `matrices` is
/// the palette, or a single matrix if the primitive is not skinned.
void appendWorldSpheres(std::span<const CasterSphere> casters, std::span<const glm::mat4> matrices,
                        std::vector<glm::vec4>& spheres, std::vector<glm::vec4>& occluders);

/// Up to this many copies of an item get all their caster spheres; of more, only those nearest to the eye get
/// occluders.
inline constexpr int kDetailedCopies = 64;

class CrowdCasters {
 public:
  /// Like appendWorldSpheres for each copy. Above kDetailedCopies, each copy is a single sphere, and only the nearest
  /// kDetailedCopies have occluders, shrinking with distance so that none pops in when the eye moves.
  void append(const GpuPrimitive& primitive, const DrawList& list, const DrawItem& item,
              std::vector<glm::vec4>& spheres, std::vector<glm::vec4>& occluders);

 private:
  struct Copy {
    float distance = 0;  // from the eye
    int index = 0;
  };
  void appendNearest(const GpuPrimitive& primitive, const DrawList& list, const DrawItem& item,
                     std::vector<glm::vec4>& spheres, std::vector<glm::vec4>& occluders);

  std::vector<Copy> copies_;  // of the current item
};

}  // namespace app
