// Bounding spheres of a mesh, one per joint, computed on load: they tell where a posed mesh is without touching
// vertices.
#ifndef APP_RENDER_CASTER_SPHERES_H
#define APP_RENDER_CASTER_SPHERES_H

#include <span>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "app/model/model.h"

namespace app {

/// Bounds the vertices that follow one joint, in mesh space.
struct CasterSphere {
  int joint = -1;  // into Skin::joints; -1: the whole primitive, which is not skinned
  glm::vec3 center{0.0f};
  float radius = 0.0f;           // includes each morph target alone at weight 1
  float occlusionRadius = 0.0f;  // of a sphere with about the volume of the box of these vertices; 0 if flat
};

std::vector<CasterSphere> makeCasterSpheres(const Primitive& primitive);

/// One sphere around all casters, attached to the joint nearest their center. With several joints its radius is 1.5
/// times as large, to leave room for poses that reach beyond the bind pose. Without casters: radius 0.
CasterSphere boundingSphere(std::span<const CasterSphere> casters);

/// A caster transformed by its matrix; w: radius.
glm::vec4 worldSphere(const CasterSphere& caster, const glm::mat4& matrix);

/// Appends all casters in world space: bounding spheres (w: radius), and occluders (w: occlusionRadius). `matrices` is
/// the palette, or a single matrix if the primitive is not skinned.
void appendWorldSpheres(std::span<const CasterSphere> casters, std::span<const glm::mat4> matrices,
                        std::vector<glm::vec4>& spheres, std::vector<glm::vec4>& occluders);

}  // namespace app

#endif  // APP_RENDER_CASTER_SPHERES_H
