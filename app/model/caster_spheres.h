// Bounding spheres of a mesh, one per joint, computed on load: they tell where a posed mesh is without touching
// vertices.
#ifndef APP_MODEL_CASTER_SPHERES_H
#define APP_MODEL_CASTER_SPHERES_H

#include <span>
#include <vector>

#include "app/model/model.h"

namespace app {

std::vector<CasterSphere> makeCasterSpheres(const Primitive& primitive);

/// Fills Primitive::casters. For models that a window shows; call it on the thread that loads them.
void addCasterSpheres(Model& model);

/// One sphere around all casters, attached to the joint nearest their center. With several joints its radius is 1.5
/// times as large, to leave room for poses that reach beyond the bind pose. Without casters: radius 0.
CasterSphere boundingSphere(std::span<const CasterSphere> casters);

}  // namespace app

#endif  // APP_MODEL_CASTER_SPHERES_H
