#include "app/model/only_view.h"

#include <algorithm>

namespace app {

bool holdsOnlyView(const Model& model, int joint) {
  const auto isThere = [joint](const auto& each) { return each.node == joint; };
  if (std::ranges::none_of(model.cameras, isThere) && std::ranges::none_of(model.lights, isThere)) return false;
  const auto parents = model.skeleton.parents();
  return std::ranges::none_of(model.instances, isThere) && std::ranges::find(parents, joint) == parents.end();
}

}  // namespace app
