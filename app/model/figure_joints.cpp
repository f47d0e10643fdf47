#include "app/model/figure_joints.h"

#include <cstddef>
#include <span>

namespace app {
namespace {

/// For each joint, whether it holds a camera or a light, but no mesh and no joint below it.
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

/// Whether each joint is a bone of the file. Empty if no bone is below another one: then they say nothing about the
/// other joints.
std::vector<bool> markedJoints(const Model& model) {
  std::vector<bool> marked(static_cast<std::size_t>(model.skeleton.jointCount()));
  for (const int bone : model.bones) marked[static_cast<std::size_t>(bone)] = true;
  for (const int bone : model.bones) {
    const int parent = model.skeleton.parents()[static_cast<std::size_t>(bone)];
    if (parent != crossfade::kNoJoint && marked[static_cast<std::size_t>(parent)]) return marked;
  }
  return {};
}

}  // namespace

std::vector<bool> figureJoints(const Model& model) {
  const std::span<const int> parents = model.skeleton.parents();
  std::vector<bool> result = markedJoints(model);
  if (result.empty()) result.assign(parents.size(), true);
  const std::vector<bool> isViewOnly = viewOnlyJoints(model);
  for (std::size_t joint = 0; joint < parents.size(); ++joint) {
    if (parents[joint] != crossfade::kNoJoint && result[static_cast<std::size_t>(parents[joint])]) result[joint] = true;
    if (isViewOnly[joint]) result[joint] = false;
  }
  return result;
}

}  // namespace app
