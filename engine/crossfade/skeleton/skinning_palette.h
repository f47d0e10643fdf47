// The matrices that transform skinned vertices: one per joint of a skin.
#ifndef CROSSFADE_SKELETON_SKINNING_PALETTE_H
#define CROSSFADE_SKELETON_SKINNING_PALETTE_H

#include <span>

#include <glm/mat4x4.hpp>

#include "crossfade/base/export.h"
#include "crossfade/base/glm_settings.h"

namespace crossfade {

/// palette[i] = models[joints[i]] * inverseBinds[i]. `joints`, `inverseBinds` and `palette` have one element per joint
/// of the skin; joints are indices into `models`. Where sizes differ, the smallest counts; the matrix of a
/// joint that has no model is its inverse bind. No allocation.
CROSSFADE_API void skinningPalette(std::span<const glm::mat4> models, std::span<const int> joints,
                                   std::span<const glm::mat4> inverseBinds, std::span<glm::mat4> palette);

}  // namespace crossfade

#endif  // CROSSFADE_SKELETON_SKINNING_PALETTE_H
