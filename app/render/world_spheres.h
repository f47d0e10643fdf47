// The bounding spheres of a mesh (model/caster_spheres.h) where its pose puts them.
#ifndef APP_RENDER_WORLD_SPHERES_H
#define APP_RENDER_WORLD_SPHERES_H

#include <span>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

#include "app/model/mesh.h"

namespace app {

/// A caster transformed by its matrix; w: radius.
glm::vec4 worldSphere(const CasterSphere& caster, const glm::mat4& matrix);

/// Appends all casters in world space: bounding spheres (w: radius), and occluders (w: occlusionRadius). `matrices` is
/// the palette, or a single matrix if the primitive is not skinned.
void appendWorldSpheres(std::span<const CasterSphere> casters, std::span<const glm::mat4> matrices,
                        std::vector<glm::vec4>& spheres, std::vector<glm::vec4>& occluders);

}  // namespace app

#endif  // APP_RENDER_WORLD_SPHERES_H
