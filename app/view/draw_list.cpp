#include "app/view/draw_list.h"

#include <algorithm>
#include <cmath>

#include "app/view/bones.h"
#include "app/view/draw_items.h"
#include "app/view/file_lights.h"

namespace app {
namespace {

/// Appends matrices and weights of a pose to the list, and its items to `items`.
void addModel(const Model& model, const PosedModel& pose, int variant, std::vector<DrawItem>& items, DrawList& out) {
  const int firstMatrix = static_cast<int>(out.palettes.size()),
            firstWeight = static_cast<int>(out.morphWeights.size());
  out.palettes.insert(out.palettes.end(), pose.palettes.begin(), pose.palettes.end());
  out.morphWeights.insert(out.morphWeights.end(), pose.morphWeights.begin(), pose.morphWeights.end());
  for (std::size_t i = 0; i < model.instances.size(); ++i) {
    const MeshInstance& instance = model.instances[i];
    if (!instance.inScene) continue;
    const int paletteOffset = instance.skin >= 0 ? pose.paletteOffsets[static_cast<std::size_t>(instance.skin)] : 0;
    addInstanceItems(
        model, static_cast<int>(i),
        {pose.worlds[static_cast<std::size_t>(instance.node)], pose.palettes, paletteOffset, firstMatrix, firstWeight},
        out.view, variant, items);
  }
}

void addGhosts(const Model& model, std::span<const Ghost> ghosts, int variant, DrawList& out) {
  constexpr float kNear = 0.34f, kFar = 0.14f,
                  kFade = 0.6f;  // alpha of the nearest, of those kFade seconds away
  for (const Ghost& ghost : ghosts) {
    const int first = static_cast<int>(out.ghostItems.size());
    addModel(model, ghost.pose, variant, out.ghostItems, out);
    const float strength = std::max(kFar, kNear + (kFar - kNear) * std::abs(ghost.seconds) / kFade);
    out.ghosts.push_back({.firstItem = first,
                          .itemCount = static_cast<int>(out.ghostItems.size()) - first,
                          .color = {ghost.color.value_or(ghost.seconds < 0 ? kPastColor : kNextColor), strength}});
  }
}

void addAnnotations(const Model& model, const PosedModel& pose, const ViewOptions& options, const Annotations& around,
                    DrawList& out) {
  constexpr float kAxis = 0.12f, kMaxBoneWidth = 0.035f;  // in scene radii
  addGhosts(model, around.ghosts, options.model.variant, out);
  if (options.skeleton || model.instances.empty()) {
    if (options.bones == BoneStyle::Solid)
      addBoneShapes(around.bones, pose, around.selectedJoint, kMaxBoneWidth * out.sceneRadius, out.bones);
    else
      addBoneLines(around.bones, pose, out.overlay);
  }
  for (const Trail& trail : around.trails) addTrail(trail, out.overlay);
  if (around.selectedJoint >= 0) addJointAxes(pose, around.selectedJoint, kAxis * out.sceneRadius, out.overlay);
}

}  // namespace

void buildDrawList(const Model& model, const PosedModel& pose, const Camera& camera, float aspect,
                   const ViewOptions& options, DrawList& out, const Annotations& around) {
  beginDrawList(model, camera, aspect, options, out);
  addModel(model, pose, options.model.variant, out.items, out);
  addFileLights(model, pose, options.model.lights, camera, out);
  if (!options.meshes) out.items.clear();
  sortItems(model, out.items);
  if (options.mode == ViewMode::Shaded) addAnnotations(model, pose, options, around, out);
}

}  // namespace app
