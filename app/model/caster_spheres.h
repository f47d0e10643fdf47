// Simpler stand-ins for meshes: coarse copies, and a sphere per joint.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/model/model.h"

namespace app {

// ---- A version of a mesh with far fewer triangles, for the characters of a crowd while the picture is not at full
// quality (RenderQuality::coarseCopies).

/// Indices of about a twentieth of the primitive's triangles, over the same vertices, so that skins and morph targets
/// stay; the surface of the rest pose moves by at most 2 % of the primitive's size. Empty if there are no indices, few
/// triangles, very many (it would take long), or if half of them have to stay, as where faces share no vertices. Takes
/// about 1 ms for 1000 triangles.
std::vector<std::uint32_t> coarseIndices(const Primitive& primitive);

/// Fills Primitive::coarseIndices. For models that a window shows; call it on the thread that loads them.
void addCoarseMeshes(Model& model);

// ---- Bounding spheres of a mesh, one per joint, computed on load: they tell where a posed mesh is without touching
// vertices.

std::vector<CasterSphere> makeCasterSpheres(const Primitive& primitive);

/// Fills Primitive::casters. For models that a window shows; call it on the thread that loads them.
void addCasterSpheres(Model& model);

/// One sphere around all casters, attached to the joint nearest their center. With several joints its radius is 1.5
/// times as large, to leave room for poses that reach beyond the bind pose. Without casters: radius 0.
CasterSphere boundingSphere(std::span<const CasterSphere> casters);

}  // namespace app
