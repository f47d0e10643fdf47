// Simpler stand-ins for meshes: levels of detail, and a sphere per joint.
#pragma once

#include <span>
#include <vector>

#include "app/model/model.h"

namespace app {

// ---- Versions of a mesh with fewer triangles, while the picture is not at full quality (RenderQuality::lessDetail).

/// With at most two thirds, with about a third, and with about a twentieth of the primitive's triangles, as far as the
/// surface of the rest pose moves by no more than 0.08 %, 0.15 % and 2 % of the primitive's longest side. A level that
/// would keep more triangles is left out; so are all if there are no indices, few triangles or very many (it would take
/// long). The last level is for the characters of a crowd; with `forCopies` it is the only one. Takes about 1 ms for
/// 1000 triangles and level.
std::vector<DetailLevel> detailLevels(const Primitive& primitive, bool forCopies);

/// Fills Primitive::detailLevels; where more than positions shows, with textures or flat triangles, only the level for
/// copies. Colors of vertices may lose what is finer than a triangle. For models that a window shows; call it on the
/// thread that loads them.
void addDetailLevels(Model& model);

// ---- Bounding spheres of a mesh, one per joint, computed on load: they tell where a posed mesh is without touching
// vertices.

std::vector<CasterSphere> makeCasterSpheres(const Primitive& primitive);

/// Fills Primitive::casters. For models that a window shows; call it on the thread that loads them.
void addCasterSpheres(Model& model);

/// One sphere around all casters, attached to the joint nearest their center. With several joints its radius is 1.5
/// times as large, to leave room for poses that reach beyond the bind pose. Without casters: radius 0.
CasterSphere boundingSphere(std::span<const CasterSphere> casters);

}  // namespace app
