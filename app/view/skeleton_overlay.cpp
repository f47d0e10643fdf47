#include "app/view/skeleton_overlay.h"

namespace app {
namespace {

constexpr glm::vec4 kParentEnd{1.0f, 0.55f, 0.15f, 1.0f};
constexpr glm::vec4 kJointEnd{1.0f, 0.85f, 0.45f, 1.0f};

void addBone(const PosedModel& pose, int parent, int joint, std::vector<LineVertex>& out) {
  out.push_back({.position = glm::vec3(pose.worlds[static_cast<std::size_t>(parent)][3]), .color = kParentEnd});
  out.push_back({.position = glm::vec3(pose.worlds[static_cast<std::size_t>(joint)][3]), .color = kJointEnd});
}

}  // namespace

void addSkeletonOverlay(const Model& model, const PosedModel& pose, std::vector<LineVertex>& out) {
  const auto parents = model.skeleton.parents();
  const auto parentOf = [&parents](int joint) { return parents[static_cast<std::size_t>(joint)]; };
  if (model.skins.empty()) {
    for (int joint = 0; joint < model.skeleton.jointCount(); ++joint)
      if (parentOf(joint) != engine::kNoJoint) addBone(pose, parentOf(joint), joint, out);
    return;
  }
  for (const Skin& skin : model.skins) {
    for (const int joint : skin.joints) {
      const int parent = parentOf(joint);
      if (parent == engine::kNoJoint) continue;
      // the parent of a skin's root is a scene node, often far away: no bone leads there
      bool parentIsJoint = false;
      for (const int other : skin.joints) parentIsJoint = parentIsJoint || other == parent;
      if (parentIsJoint) addBone(pose, parent, joint, out);
    }
  }
}

}  // namespace app
