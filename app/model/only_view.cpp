#include "app/model/only_view.h"

#include <cstddef>

namespace app {

std::vector<bool> viewOnlyJoints(const Model& model) {
  std::vector<bool> result(static_cast<std::size_t>(model.skeleton.jointCount()));
  const auto set = [&](int joint, bool value) { result[static_cast<std::size_t>(joint)] = value; };
  for (const FileCamera& camera : model.cameras) set(camera.node, true);
  for (const FileLight& light : model.lights) set(light.node, true);
  for (const MeshInstance& instance : model.instances) set(instance.node, false);
  for (const int parent : model.skeleton.parents())
    if (parent != crossfade::kNoJoint) set(parent, false);
  return result;
}

}  // namespace app
