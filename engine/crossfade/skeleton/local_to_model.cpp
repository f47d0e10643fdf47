#include "crossfade/skeleton/local_to_model.h"

#include <cassert>

namespace crossfade {

void localToModel(std::span<const int> parents, std::span<const Transform> locals, std::span<glm::mat4> models) {
  assert(locals.size() == parents.size() && models.size() == parents.size());
  for (std::size_t i = 0; i < parents.size(); ++i) {
    const int parent = parents[i];
    assert(parent < static_cast<int>(i));
    const glm::mat4 local = toMatrix(locals[i]);
    models[i] = parent < 0 ? local : models[static_cast<std::size_t>(parent)] * local;
  }
}

}  // namespace crossfade
