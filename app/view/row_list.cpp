#include "app/view/row_list.h"

#include <algorithm>
#include <cmath>

#include <glm/ext/matrix_transform.hpp>

#include "app/view/bones.h"
#include "app/view/draw_items.h"
#include "app/view/file_lights.h"

namespace app {
namespace {

constexpr float kMaxBoneWidth = 0.035f;  // of the model's radius

/// Palettes, then world matrices, of each figure, to where it stands.
void addMatrices(std::span<const PosedModel> poses, float spacing, const Camera& camera, DrawList& out) {
  const int count = static_cast<int>(poses.size());
  for (int i = 0; i < count; ++i) {
    const PosedModel& pose = poses[static_cast<std::size_t>(i)];
    const glm::mat4 toFigure = glm::translate(glm::mat4(1), positionInRow(camera, spacing, i, count));
    for (const glm::mat4& matrix : pose.palettes) out.palettes.push_back(toFigure * matrix);
    for (const glm::mat4& matrix : pose.worlds) out.palettes.push_back(toFigure * matrix);
    out.morphWeights.insert(out.morphWeights.end(), pose.morphWeights.begin(), pose.morphWeights.end());
  }
}

void addBones(std::span<const PosedModel> poses, float spacing, const Camera& camera, const ViewOptions& options,
              std::span<const Bone> bones, float radius, DrawList& out) {
  const int count = static_cast<int>(poses.size());
  for (int i = 0; i < count; ++i) {
    const PosedModel& pose = poses[static_cast<std::size_t>(i)];
    const glm::vec3 offset = positionInRow(camera, spacing, i, count);
    const std::size_t firstShape = out.bones.size(), firstPoint = out.overlay.size();
    if (options.bones == BoneStyle::Solid)
      addBoneShapes(bones, pose, -1, kMaxBoneWidth * radius, out.bones);
    else
      addBoneLines(bones, pose, out.overlay);
    for (std::size_t k = firstShape; k < out.bones.size(); ++k) {
      out.bones[k].from += offset;
      out.bones[k].to += offset;
    }
    for (std::size_t k = firstPoint; k < out.overlay.size(); ++k) out.overlay[k].position += offset;
  }
}

}  // namespace

glm::vec3 positionInRow(const Camera& camera, float spacing, int index, int count) {
  const glm::vec3 right{std::cos(camera.yaw), 0, -std::sin(camera.yaw)};
  return right * (spacing * (static_cast<float>(index) - static_cast<float>(count - 1) / 2));
}

float rowSpacing(const Bounds& bounds) {
  const glm::vec3 size = bounds.empty ? glm::vec3(1) : bounds.max - bounds.min;
  return std::max({size.x, size.z, 0.35f * size.y, 1e-3f}) * 1.05f;
}

Camera frameRow(Camera camera, const Bounds& bounds, int count, float aspect) {
  if (bounds.empty) return camera;
  constexpr float kRoomForLabels = 1.35f, kMargin = 1.04f;
  const float slope = std::tan(camera.verticalFov / 2), width = rowSpacing(bounds) * static_cast<float>(count);
  const glm::vec3 size = bounds.max - bounds.min;
  const float across = width / 2 / (slope * std::max(aspect, 0.01f));
  const float upright = size.y / 2 * kRoomForLabels / slope;
  camera.target = bounds.center() - glm::vec3(0, 0.1f * size.y, 0);
  camera.distance = std::max(across, upright) * kMargin + std::max(size.x, size.z) / 2;
  camera.sceneRadius = std::max({bounds.radius(), width / 2, 1e-4f});
  return camera;
}

void buildRowDrawList(const Model& model, std::span<const PosedModel> poses, float spacing, const Camera& camera,
                      float aspect, const ViewOptions& options, std::span<const Bone> bones, DrawList& out) {
  beginDrawList(model, camera, aspect, options, out);
  if (poses.empty()) return;
  addMatrices(poses, spacing, camera, out);
  const PosedModel& first = poses.front();
  const int palettes = static_cast<int>(first.palettes.size());
  for (std::size_t i = 0; i < model.instances.size() && options.meshes; ++i) {
    const MeshInstance& instance = model.instances[i];
    if (!instance.inScene) continue;
    const std::size_t firstItem = out.items.size();
    const int world = palettes + instance.node;
    // Items refer to the first figure; those of the others are a stride apart.
    const PlacedInstance placed{
        .world = out.palettes[static_cast<std::size_t>(world)],
        .palettes = out.palettes,
        .paletteOffset = instance.skin >= 0 ? first.paletteOffsets[static_cast<std::size_t>(instance.skin)] : 0};
    addInstanceItems(model, static_cast<int>(i), placed, out.view, options.model.variant, out.items);
    for (std::size_t k = firstItem; k < out.items.size(); ++k) {
      out.items[k].copies = static_cast<int>(poses.size());
      out.items[k].paletteStride = palettes + static_cast<int>(first.worlds.size());
      out.items[k].morphStride = static_cast<int>(first.morphWeights.size());
      if (out.items[k].paletteOffset < 0) out.items[k].worldOffset = world;
    }
  }
  addFileLights(model, first, options.model.lights, camera, out);
  sortItems(model, out.items);
  if (options.mode == ViewMode::Shaded && (options.skeleton || model.instances.empty()))
    addBones(poses, spacing, camera, options, bones, spacing, out);
}

}  // namespace app
