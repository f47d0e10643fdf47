// From transforms relative to the parent to model matrices.
#ifndef CROSSFADE_SKELETON_LOCAL_TO_MODEL_H
#define CROSSFADE_SKELETON_LOCAL_TO_MODEL_H

#include <span>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "crossfade/base/export.h"
#include "crossfade/base/glm_settings.h"
#include "crossfade/math/transform.h"

namespace crossfade {

/// models[i] = models[parents[i]] * matrix of locals[i]; a parent of -1 means the identity. The three spans have one
/// element per joint, parents before their children: where sizes differ, the joints that all three have are done, and a
/// parent that does not come before its child counts as -1. One forward pass, no allocation.
CROSSFADE_API void localToModel(std::span<const int> parents, std::span<const Transform> locals,
                                std::span<glm::mat4> models);
CROSSFADE_API void localToModel(std::span<const int> parents, std::span<const DoubleTransform> locals,
                                std::span<glm::dmat4> models);

/// Where each joint of a pose is in model space, computed in double: one point per parent. Locals that are missing
/// count as the identity.
CROSSFADE_API std::vector<glm::dvec3> jointPositions(std::span<const int> parents, std::span<const Transform> locals);
/// Size of the points' axis-aligned bounding box; 0 without points.
CROSSFADE_API glm::dvec3 extentOf(std::span<const glm::dvec3> points);

}  // namespace crossfade

#endif  // CROSSFADE_SKELETON_LOCAL_TO_MODEL_H
