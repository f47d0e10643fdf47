// Spheres around the parts of a mesh, found once on load, so that a frame knows where things are without touching
// vertices.
#pragma once

#include <span>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "app/model/model.h"

namespace app {

/// All vertices that follow one joint, in the mesh's own space.
struct CasterSphere {
  int joint = -1;  // into Skin::joints; -1: the whole primitive, which is not skinned
  glm::vec3 center{0.0f};
  float radius = 0.0f;  // morph targets at weight 1 included, one at a time
  float occlusionRadius =
      0.0f;  // radius of a ball about as large as the part: what it hides of the sky; 0 for a flat part
};

std::vector<CasterSphere> makeCasterSpheres(const Primitive& primitive);

/// One sphere for all parts, at the joint nearest their middle: half as large again as the mesh where it is bent by
/// joints, so that limbs may reach beyond where they were bound. No parts: of radius 0.
CasterSphere boundingSphere(std::span<const CasterSphere> parts);

/// A part as its matrix places it; w: radius.
glm::vec4 worldSphere(const CasterSphere& part, const glm::mat4& matrix);

/// Adds the parts as they stand in the world: spheres that hold them (w: radius) and occluders of their
/// occlusionRadius. `matrices` are the palette, or one matrix where the primitive is not skinned.
void appendWorldSpheres(std::span<const CasterSphere> parts, std::span<const glm::mat4> matrices,
                        std::vector<glm::vec4>& spheres, std::vector<glm::vec4>& occluders);

}  // namespace app
