// Where the joints of a skeleton are in a pose: what maps and alignments are computed from.
#ifndef CROSSFADE_RETARGET_DETAIL_REST_POSITIONS_H
#define CROSSFADE_RETARGET_DETAIL_REST_POSITIONS_H

#include <span>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "crossfade/skeleton/skeleton.h"

namespace crossfade::detail {

glm::dmat4 matrixOf(const Transform& local);
/// Model matrices in double: one per joint.
std::vector<glm::dmat4> modelMatrices(std::span<const int> parents, std::span<const Transform> locals);
inline glm::dvec3 positionOf(const glm::dmat4& model) { return glm::dvec3(model[3]); }

/// Whether `joint` is `ancestor` or below it; -1 is an ancestor of all.
bool isBelow(std::span<const int> parents, int joint, int ancestor);
/// The lowest joint that both are below; -1: none.
int commonAncestor(std::span<const int> parents, int a, int b);
/// From `top` (exclusive) down to `joint` (inclusive); `joint` must be below `top`.
std::vector<int> pathDown(std::span<const int> parents, int top, int joint);

}  // namespace crossfade::detail

#endif  // CROSSFADE_RETARGET_DETAIL_REST_POSITIONS_H
