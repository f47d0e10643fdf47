#include "app/view/draw_list.h"

#include <algorithm>
#include <cmath>

#include <glm/matrix.hpp>

#include "app/view/bones.h"

namespace app {
namespace {

bool isBlended(const Model& model, const DrawItem& item) {
  return item.material >= 0 && model.materials[static_cast<std::size_t>(item.material)].alphaMode == AlphaMode::Blend;
}

/// `firstMatrix` and `firstWeight`: where the pose's own stand in the list.
void addInstance(const Model& model, const PosedModel& pose, int instanceIndex, const glm::mat4& view, int firstMatrix, int firstWeight, std::vector<DrawItem>& out) {
  const MeshInstance& instance = model.instances[static_cast<std::size_t>(instanceIndex)];
  const Mesh& mesh = model.meshes[static_cast<std::size_t>(instance.mesh)];
  for (std::size_t i = 0; i < mesh.primitives.size(); ++i) {
    const Primitive& primitive = mesh.primitives[i];
    if (primitive.positions.empty()) continue;
    DrawItem item{.mesh = instance.mesh,
                  .primitive = static_cast<int>(i),
                  .instance = instanceIndex,
                  .material = primitive.material,
                  .morphOffset = firstWeight + instance.morphOffset,
                  .morphCount = std::min(instance.morphCount, static_cast<int>(primitive.morphTargets.size()))};
    const bool skinned = instance.skin >= 0 && !primitive.influences.empty();
    const glm::mat4& node = pose.worlds[static_cast<std::size_t>(instance.node)];
    if (skinned) {
      item.paletteOffset = firstMatrix + pose.paletteOffsets[static_cast<std::size_t>(instance.skin)];
      item.paletteCount = static_cast<int>(model.skins[static_cast<std::size_t>(instance.skin)].joints.size());
    } else {
      item.world = node;
    }
    const glm::mat4& place = skinned && item.paletteCount > 0 ? pose.palettes[static_cast<std::size_t>(item.paletteOffset - firstMatrix)] : node;
    item.mirrored = glm::determinant(glm::mat3(place)) < 0;
    item.depth = -(view * place * glm::vec4(primitive.positions.front(), 1)).z;
    if (!std::isfinite(item.depth)) item.depth = 0;  // sorting needs an order
    out.push_back(item);
  }
}

/// Matrices and weights of a pose go to the end of the list's, and its items to `items`.
void addModel(const Model& model, const PosedModel& pose, std::vector<DrawItem>& items, DrawList& out) {
  const int firstMatrix = static_cast<int>(out.palettes.size()), firstWeight = static_cast<int>(out.morphWeights.size());
  out.palettes.insert(out.palettes.end(), pose.palettes.begin(), pose.palettes.end());
  out.morphWeights.insert(out.morphWeights.end(), pose.morphWeights.begin(), pose.morphWeights.end());
  for (std::size_t i = 0; i < model.instances.size(); ++i)
    if (model.instances[i].inScene) addInstance(model, pose, static_cast<int>(i), out.view, firstMatrix, firstWeight, items);
}

void addGhosts(const Model& model, std::span<const Ghost> ghosts, DrawList& out) {
  constexpr float kNear = 0.34f, kFar = 0.14f, kFade = 0.6f;  // strengths of the nearest and of those `kFade` seconds away
  for (const Ghost& ghost : ghosts) {
    const int first = static_cast<int>(out.ghostItems.size());
    addModel(model, ghost.pose, out.ghostItems, out);
    const float strength = std::max(kFar, kNear + (kFar - kNear) * std::abs(ghost.seconds) / kFade);
    out.ghosts.push_back({.firstItem = first, .itemCount = static_cast<int>(out.ghostItems.size()) - first, .color = {ghost.seconds < 0 ? kPastColor : kNextColor, strength}});
  }
}

void addAnnotations(const Model& model, const PosedModel& pose, const ViewOptions& options, const Annotations& around, DrawList& out) {
  constexpr float kAxis = 0.12f, kWidestBone = 0.035f;  // of the scene's radius
  addGhosts(model, around.ghosts, out);
  if (options.skeleton || model.instances.empty()) {
    if (options.bones == BoneStyle::Solid) addBoneShapes(around.bones, pose, around.selectedJoint, kWidestBone * out.sceneRadius, out.bones);
    else addBoneLines(around.bones, pose, out.overlay);
  }
  for (const Trail& trail : around.trails) addTrail(trail, out.overlay);
  if (around.selectedJoint >= 0) addJointAxes(pose, around.selectedJoint, kAxis * out.sceneRadius, out.overlay);
}

void sortForBlending(const Model& model, std::vector<DrawItem>& items) {
  // not stable_sort: that one allocates; the place in the model makes the order total
  std::sort(items.begin(), items.end(), [&model](const DrawItem& a, const DrawItem& b) {
    const bool blendedA = isBlended(model, a), blendedB = isBlended(model, b);
    if (blendedA != blendedB) return blendedB;
    if (a.depth != b.depth) return blendedA ? a.depth > b.depth : a.depth < b.depth;  // near first saves hidden pixels
    return a.instance != b.instance ? a.instance < b.instance : a.primitive < b.primitive;
  });
}

}  // namespace

void buildDrawList(const Model& model, const PosedModel& pose, const Camera& camera, float aspect, const ViewOptions& options, DrawList& out,
                   const Annotations& around) {
  out.view = viewMatrix(camera);
  out.projection = projectionMatrix(camera, aspect);
  out.eye = eyeOf(camera);
  out.sceneRadius = camera.sceneRadius;
  out.grid = options.grid && options.mode == ViewMode::Shaded;
  out.mode = options.mode;
  out.darkBackground = options.darkBackground;
  out.transparent = options.transparent;
  out.palettes.clear();
  out.morphWeights.clear();
  out.items.clear();
  out.ghostItems.clear();
  out.ghosts.clear();
  out.bones.clear();
  out.overlay.clear();
  addModel(model, pose, out.items, out);
  if (!options.meshes) out.items.clear();
  sortForBlending(model, out.items);
  if (options.mode == ViewMode::Shaded) addAnnotations(model, pose, options, around, out);
}

}  // namespace app
