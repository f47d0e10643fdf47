#include "app/view/draw_items.h"

#include <algorithm>
#include <cmath>

#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

namespace app {

void buildCrowdDrawList(const Model& model, const PosedCrowd& crowd, const Camera& camera, float aspect,
                        const ViewOptions& options, DrawList& out) {
  beginDrawList(model, camera, aspect, options, out);
  out.palettes.assign(crowd.matrices.begin(), crowd.matrices.end());
  out.morphWeights.assign(crowd.morphWeights.begin(), crowd.morphWeights.end());
  if (crowd.count == 0 || !options.meshes) return;
  for (std::size_t i = 0; i < model.instances.size(); ++i) {
    const MeshInstance& instance = model.instances[i];
    if (!instance.inScene) continue;
    const std::size_t first = out.items.size();
    const int world = crowd.worldOffsets[i];
    // Items refer to the first character; those of the others are a stride apart.
    const PlacedInstance placed{
        .world = world < 0 ? glm::mat4(1) : crowd.matrices[static_cast<std::size_t>(world)],
        .palettes = crowd.matrices,
        .paletteOffset = instance.skin >= 0 ? crowd.paletteOffsets[static_cast<std::size_t>(instance.skin)] : 0};
    addInstanceItems(model, static_cast<int>(i), placed, out.view, options.model.variant, out.items);
    for (std::size_t k = first; k < out.items.size(); ++k) {
      out.items[k].copies = crowd.count;
      out.items[k].paletteStride = crowd.matrixCount;
      out.items[k].morphStride = crowd.morphCount;
      if (out.items[k].paletteOffset < 0) out.items[k].worldOffset = world;
    }
  }
  sortItems(model, out.items);
}

namespace {

bool isBlended(const Model& model, const DrawItem& item) {
  return item.material >= 0 && model.materials[static_cast<std::size_t>(item.material)].alphaMode == AlphaMode::Blend;
}

}  // namespace

void beginDrawList(const Model& model, const Camera& camera, float aspect, const ViewOptions& options, DrawList& out) {
  out.view = viewMatrix(camera);
  out.projection = projectionMatrix(camera, aspect);
  out.eye = eyeOf(camera);
  out.sceneRadius = camera.sceneRadius;
  out.grid = options.grid && options.mode == ViewMode::Shaded;
  out.mode = options.mode;
  out.darkBackground = options.darkBackground;
  out.transparent = options.transparent;
  out.premultiplied = false;
  out.palettes.clear();
  out.morphWeights.clear();
  out.items.clear();
  out.ghostItems.clear();
  out.ghosts.clear();
  out.bones.clear();
  out.overlay.clear();
  out.floorBand.clear();
  out.lights.clear();
  out.sunDirection = glm::angleAxis(model.frontYaw, glm::vec3(0, 1, 0)) * DrawList().sunDirection;
  out.lighting = {};
  out.floor = {};
}

void addInstanceItems(const Model& model, int instanceIndex, const PlacedInstance& placed, const glm::mat4& view,
                      int variant, std::vector<DrawItem>& out) {
  const MeshInstance& instance = model.instances[static_cast<std::size_t>(instanceIndex)];
  const Mesh& mesh = model.meshes[static_cast<std::size_t>(instance.mesh)];
  for (std::size_t i = 0; i < mesh.primitives.size(); ++i) {
    const Primitive& primitive = mesh.primitives[i];
    if (primitive.positions.empty()) continue;
    DrawItem item{.mesh = instance.mesh,
                  .primitive = static_cast<int>(i),
                  .instance = instanceIndex,
                  .material = materialOf(primitive, variant),
                  .morphOffset = placed.firstWeight + instance.morphOffset,
                  .morphCount = std::min(instance.morphCount, static_cast<int>(primitive.morphTargets.size()))};
    const bool skinned = instance.skin >= 0 && !primitive.influences.empty();
    if (skinned) {
      item.paletteOffset = placed.firstMatrix + placed.paletteOffset;
      item.paletteCount = static_cast<int>(model.skins[static_cast<std::size_t>(instance.skin)].joints.size());
    } else {
      item.world = placed.world;
    }
    const glm::mat4& matrix = skinned && item.paletteCount > 0
                                  ? placed.palettes[static_cast<std::size_t>(placed.paletteOffset)]
                                  : placed.world;
    item.mirrored = glm::determinant(glm::mat3(matrix)) < 0;
    item.depth = -(view * matrix * glm::vec4(primitive.positions.front(), 1)).z;
    if (!std::isfinite(item.depth)) item.depth = 0;  // NaN would break the sorting
    out.push_back(item);
  }
}

void sortItems(const Model& model, std::vector<DrawItem>& items) {
  // std::stable_sort allocates, so instance and primitive break ties instead.
  std::sort(items.begin(), items.end(), [&model](const DrawItem& a, const DrawItem& b) {
    const bool blendedA = isBlended(model, a), blendedB = isBlended(model, b);
    if (blendedA != blendedB) return blendedB;
    if (a.depth != b.depth)
      return blendedA ? a.depth > b.depth : a.depth < b.depth;  // front to back saves hidden pixels
    return a.instance != b.instance ? a.instance < b.instance : a.primitive < b.primitive;
  });
}

}  // namespace app
