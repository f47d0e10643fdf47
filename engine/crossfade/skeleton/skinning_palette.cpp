#include "crossfade/skeleton/skinning_palette.h"

#include <cassert>

namespace crossfade {

void skinningPalette(std::span<const glm::mat4> models, std::span<const int> joints,
                     std::span<const glm::mat4> inverseBinds, std::span<glm::mat4> palette) {
  assert(inverseBinds.size() == joints.size() && palette.size() == joints.size());
  for (std::size_t i = 0; i < joints.size(); ++i) {
    assert(joints[i] >= 0 && static_cast<std::size_t>(joints[i]) < models.size());
    palette[i] = models[static_cast<std::size_t>(joints[i])] * inverseBinds[i];
  }
}

}  // namespace crossfade
