// From transforms relative to the parent to model matrices.
#ifndef CROSSFADE_SKELETON_LOCAL_TO_MODEL_H
#define CROSSFADE_SKELETON_LOCAL_TO_MODEL_H

#include <span>

#include <glm/mat4x4.hpp>

#include "crossfade/base/export.h"
#include "crossfade/math/transform.h"

namespace crossfade {

/// models[i] = models[parents[i]] * matrix of locals[i]; a parent of -1 means the identity. The three spans have one
/// element per joint, parents before their children. One forward pass, no allocation.
CROSSFADE_API void localToModel(std::span<const int> parents, std::span<const Transform> locals,
                                std::span<glm::mat4> models);

}  // namespace crossfade

#endif  // CROSSFADE_SKELETON_LOCAL_TO_MODEL_H
