#include "app/view/draw_list.h"

#include <algorithm>
#include <cmath>

#include <glm/matrix.hpp>

#include "app/view/skeleton_overlay.h"

namespace app {
namespace {

bool isBlended(const Model& model, const DrawItem& item) {
  return item.material >= 0 && model.materials[static_cast<std::size_t>(item.material)].alphaMode == AlphaMode::Blend;
}

void addInstance(const Model& model, const PosedModel& pose, int instanceIndex, DrawList& out) {
  const MeshInstance& instance = model.instances[static_cast<std::size_t>(instanceIndex)];
  const Mesh& mesh = model.meshes[static_cast<std::size_t>(instance.mesh)];
  for (std::size_t i = 0; i < mesh.primitives.size(); ++i) {
    const Primitive& primitive = mesh.primitives[i];
    if (primitive.positions.empty()) continue;
    DrawItem item{.mesh = instance.mesh,
                  .primitive = static_cast<int>(i),
                  .instance = instanceIndex,
                  .material = primitive.material,
                  .morphOffset = instance.morphOffset,
                  .morphCount = std::min(instance.morphCount, static_cast<int>(primitive.morphTargets.size()))};
    const bool skinned = instance.skin >= 0 && !primitive.influences.empty();
    const glm::mat4& node = pose.worlds[static_cast<std::size_t>(instance.node)];
    if (skinned) {
      item.paletteOffset = pose.paletteOffsets[static_cast<std::size_t>(instance.skin)];
      item.paletteCount = static_cast<int>(model.skins[static_cast<std::size_t>(instance.skin)].joints.size());
    } else {
      item.world = node;
    }
    const glm::mat4& place = skinned && item.paletteCount > 0 ? pose.palettes[static_cast<std::size_t>(item.paletteOffset)] : node;
    item.mirrored = glm::determinant(glm::mat3(place)) < 0;
    item.depth = -(out.view * place * glm::vec4(primitive.positions.front(), 1)).z;
    if (!std::isfinite(item.depth)) item.depth = 0;  // sorting needs an order
    out.items.push_back(item);
  }
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

void buildDrawList(const Model& model, const PosedModel& pose, const Camera& camera, float aspect,
                   const ViewOptions& options, DrawList& out) {
  out.view = viewMatrix(camera);
  out.projection = projectionMatrix(camera, aspect);
  out.eye = eyeOf(camera);
  out.sceneRadius = camera.sceneRadius;
  out.grid = options.grid && options.mode == ViewMode::Shaded;
  out.mode = options.mode;
  out.darkBackground = options.darkBackground;
  out.transparent = options.transparent;
  out.palettes.assign(pose.palettes.begin(), pose.palettes.end());
  out.morphWeights.assign(pose.morphWeights.begin(), pose.morphWeights.end());
  out.items.clear();
  out.overlay.clear();
  if (options.meshes)
    for (std::size_t i = 0; i < model.instances.size(); ++i)
      if (model.instances[i].inScene) addInstance(model, pose, static_cast<int>(i), out);
  sortForBlending(model, out.items);
  if (options.skeleton || model.instances.empty()) addSkeletonOverlay(model, pose, out.overlay);
}

Bounds boundsOf(const Model& model, const PosedModel& pose) {
  Bounds bounds;
  for (std::size_t i = 0; i < model.instances.size(); ++i) {
    const MeshInstance& instance = model.instances[i];
    if (!instance.inScene) continue;
    const Mesh& mesh = model.meshes[static_cast<std::size_t>(instance.mesh)];
    for (std::size_t p = 0; p < mesh.primitives.size(); ++p)
      for (std::size_t v = 0; v < mesh.primitives[p].positions.size(); ++v)
        bounds.add(skinnedVertex(model, pose, static_cast<int>(i), static_cast<int>(p), static_cast<int>(v)));
  }
  if (bounds.empty)
    for (const glm::mat4& world : pose.worlds) bounds.add(glm::vec3(world[3]));
  return bounds;
}

glm::vec3 skinnedVertex(const Model& model, const PosedModel& pose, int instanceIndex, int primitiveIndex, int vertexIndex) {
  const MeshInstance& instance = model.instances[static_cast<std::size_t>(instanceIndex)];
  const Primitive& primitive =
      model.meshes[static_cast<std::size_t>(instance.mesh)].primitives[static_cast<std::size_t>(primitiveIndex)];
  const auto vertex = static_cast<std::size_t>(vertexIndex);
  glm::dvec3 position(primitive.positions[vertex]);
  const std::size_t morphs = std::min(static_cast<std::size_t>(instance.morphCount), primitive.morphTargets.size());
  for (std::size_t i = 0; i < morphs; ++i) {
    const auto& offsets = primitive.morphTargets[i].positions;
    const float weight = pose.morphWeights[static_cast<std::size_t>(instance.morphOffset) + i];
    if (!offsets.empty()) position += glm::dvec3(offsets[vertex]) * double(weight);
  }
  if (instance.skin < 0 || primitive.influences.empty())
    return glm::vec3(glm::dmat4(pose.worlds[static_cast<std::size_t>(instance.node)]) * glm::dvec4(position, 1));

  const int firstMatrix = pose.paletteOffsets[static_cast<std::size_t>(instance.skin)];
  glm::dvec4 sum(0);
  for (const auto& set : primitive.influences)
    for (std::size_t i = 0; i < 4; ++i)
      sum += glm::dmat4(pose.palettes[static_cast<std::size_t>(firstMatrix + set[vertex].joints[i])]) *
             glm::dvec4(position, 1) * double(set[vertex].weights[i]);
  return glm::vec3(sum);
}

}  // namespace app
