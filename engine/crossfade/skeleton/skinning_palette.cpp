#include "crossfade/skeleton/skinning_palette.h"

#include <algorithm>

#include "crossfade/base/assert.h"

namespace crossfade {

void skinningPalette(std::span<const glm::mat4> models, std::span<const int> joints,
                     std::span<const glm::mat4> inverseBinds, std::span<glm::mat4> palette) {
  CROSSFADE_ASSERT(inverseBinds.size() == joints.size() && palette.size() == joints.size(),
                   "skinningPalette: joints, inverse binds and palette differ in size");
  const std::size_t count = std::min({joints.size(), inverseBinds.size(), palette.size()});
  for (std::size_t i = 0; i < count; ++i) {
    const auto joint = static_cast<std::size_t>(joints[i]);
    CROSSFADE_ASSERT(joint < models.size(), "skinningPalette: a joint has no model");
    palette[i] = joint < models.size() ? models[joint] * inverseBinds[i] : inverseBinds[i];
  }
}

}  // namespace crossfade
