#include "app/view/draw_list.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include "app/view/bones.h"

namespace app {
namespace {

/// Of the items of one instance from `first` on, keeps the copies whose own weights show it: each run of them becomes
/// an item.
void leaveOutHidden(const MeshInstance& instance, std::span<const float> weights, std::size_t stride, std::size_t first,
                    std::vector<DrawItem>& items) {
  if (instance.shownBy.empty()) return;
  const std::size_t end = items.size();
  const auto shows = [&](int copy) {
    return isShown(instance.shownBy, weights.subspan(static_cast<std::size_t>(copy) * stride, stride));
  };
  for (std::size_t k = first; k < end; ++k) {
    const DrawItem all = items[k];
    items[k].copies = 0;
    for (int copy = 0; copy < all.copies; ++copy) {
      if (!shows(copy)) continue;
      DrawItem run = all;
      run.copies = 1;
      while (copy + run.copies < all.copies && shows(copy + run.copies)) ++run.copies;
      run.morphOffset += copy * all.morphStride;
      if (run.paletteOffset >= 0) run.paletteOffset += copy * all.paletteStride;
      if (run.worldOffset >= 0) run.worldOffset += copy * all.paletteStride;
      items.push_back(run);
      copy += run.copies;
    }
  }
  std::erase_if(items, [](const DrawItem& item) { return item.copies == 0; });
}

/// Characters whose matrices and weights follow each other in a draw list.
struct Copies {
  int count = 0;
  int matrixCount = 0, morphCount = 0;  // of each
  std::span<const int> paletteOffsets;  // by skin, of the first
};

/// The items of an instance, which refer to the first copy. `world`: the matrix of its node there; -1: none.
void addCopies(const Model& model, int instanceIndex, int world, const Copies& copies, const ViewOptions& options,
               DrawList& out) {
  const MeshInstance& instance = nth(model.instances, instanceIndex);
  if (!instance.inScene) return;
  const std::size_t first = out.items.size();
  const PlacedInstance placed{.world = world < 0 ? glm::mat4(1) : nth(out.palettes, world),
                              .palettes = out.palettes,
                              .paletteOffset = instance.skin >= 0 ? nth(copies.paletteOffsets, instance.skin) : 0};
  addInstanceItems(model, instanceIndex, placed, out.view, options.model.variant, out.items);
  for (std::size_t k = first; k < out.items.size(); ++k) {
    out.items[k].copies = copies.count;
    out.items[k].paletteStride = copies.matrixCount;
    out.items[k].morphStride = copies.morphCount;
    if (out.items[k].paletteOffset < 0) out.items[k].worldOffset = world;
  }
  leaveOutHidden(instance, out.morphWeights, static_cast<std::size_t>(copies.morphCount), first, out.items);
}

}  // namespace

void buildCrowdDrawList(const Model& model, const PosedCrowd& crowd, const Camera& camera, float aspect,
                        const ViewOptions& options, DrawList& out) {
  beginDrawList(model, camera, aspect, options, out);
  out.palettes.assign(crowd.matrices.begin(), crowd.matrices.end());
  out.morphWeights.assign(crowd.morphWeights.begin(), crowd.morphWeights.end());
  if (crowd.count == 0 || !options.meshes) return;
  const Copies copies{.count = crowd.count,
                      .matrixCount = crowd.matrixCount,
                      .morphCount = crowd.morphCount,
                      .paletteOffsets = crowd.paletteOffsets};
  for (std::size_t i = 0; i < model.instances.size(); ++i)
    addCopies(model, static_cast<int>(i), crowd.worldOffsets[i], copies, options, out);
  sortItems(model, out.items);
}

namespace {

bool isBlended(const Model& model, const DrawItem& item) {
  return item.material >= 0 && nth(model.materials, item.material).alphaMode == AlphaMode::Blend;
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
  const MeshInstance& instance = nth(model.instances, instanceIndex);
  const Mesh& mesh = nth(model.meshes, instance.mesh);
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
      item.paletteCount = static_cast<int>(nth(model.skins, instance.skin).joints.size());
    } else {
      item.world = placed.world;
    }
    const glm::mat4& matrix =
        skinned && item.paletteCount > 0 ? nth(placed.palettes, placed.paletteOffset) : placed.world;
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

namespace {

/// Appends matrices and weights of a pose to the list, and its items to `items`.
void addModel(const Model& model, const PosedModel& pose, int variant, std::vector<DrawItem>& items, DrawList& out) {
  const int firstMatrix = static_cast<int>(out.palettes.size()),
            firstWeight = static_cast<int>(out.morphWeights.size());
  out.palettes.insert(out.palettes.end(), pose.palettes.begin(), pose.palettes.end());
  out.morphWeights.insert(out.morphWeights.end(), pose.morphWeights.begin(), pose.morphWeights.end());
  for (std::size_t i = 0; i < model.instances.size(); ++i) {
    const MeshInstance& instance = model.instances[i];
    if (!instance.inScene || !isShown(instance.shownBy, pose.morphWeights)) continue;
    const int paletteOffset = instance.skin >= 0 ? nth(pose.paletteOffsets, instance.skin) : 0;
    addInstanceItems(model, static_cast<int>(i),
                     {nth(pose.worlds, instance.node), pose.palettes, paletteOffset, firstMatrix, firstWeight},
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

namespace {

struct RankedLight {
  PunctualLight light;
  float irradiance = 0;  // at the camera's target, on a surface that faces the light
};

float brightnessOf(const glm::vec3& color) { return std::max({color.x, color.y, color.z}); }

/// KHR_lights_punctual: the inverse square, and a smooth end at the range.
float attenuation(const PunctualLight& light, const glm::vec3& at) {
  if (light.kind == LightKind::Directional) return 1;
  const glm::vec3 way = at - light.position;
  const float squared = std::max(glm::dot(way, way), 1e-12f);
  if (!(light.range > 0)) return 1 / squared;
  const float part = squared / (light.range * light.range);
  return std::clamp(1 - part * part, 0.0f, 1.0f) / squared;
}

/// Nothing for a light that shines nowhere, or whose node has no direction.
std::optional<RankedLight> placed(const FileLight& light, const glm::mat4& world, const glm::vec3& target) {
  const glm::vec3 back(world[2]);
  const float length = glm::length(back);
  if (!(length > 0) || !std::isfinite(length)) return std::nullopt;
  PunctualLight shown{.kind = light.kind,
                      .position = glm::vec3(world[3]),
                      .direction = back / length,
                      .color = light.color * light.intensity,
                      .range = light.range};
  if (light.kind == LightKind::Spot) {
    const float outer = std::cos(light.outerCone);
    shown.coneScale = 1 / std::max(std::cos(light.innerCone) - outer, 1e-3f);
    shown.coneOffset = -outer * shown.coneScale;
  }
  const float irradiance = brightnessOf(shown.color) * attenuation(shown, target);
  if (!(irradiance > 0) || !std::isfinite(irradiance)) return std::nullopt;
  return RankedLight{shown, irradiance};
}

}  // namespace

void addFileLights(const Model& model, const PosedModel& pose, LightSource source, const Camera& camera,
                   DrawList& out) {
  if (source == LightSource::Studio || model.lights.empty()) return;
  std::array<RankedLight, kMaxLights + 1> ranked;
  std::size_t count = 0;
  for (std::size_t i = 0; i < model.lights.size(); ++i) {
    if (!isShown(model.lights[i].shownBy, pose.morphWeights)) continue;
    const FileLight light = lightIn(model, static_cast<int>(i), pose.morphWeights);
    const auto next = placed(light, nth(pose.worlds, light.node), camera.target);
    if (!next) continue;
    if (count == ranked.size() && next->irradiance <= ranked.back().irradiance) continue;
    count = std::min(count + 1, ranked.size());
    ranked[count - 1] = *next;
    for (std::size_t k = count - 1; k > 0 && ranked[k - 1].irradiance < ranked[k].irradiance; --k)
      std::swap(ranked[k - 1], ranked[k]);
  }
  float sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += ranked[i].irradiance;
  const float brightest = kBrightest * glm::pi<float>(), dimmed = sum > brightest ? brightest / sum : 1.0f;

  const bool beside = source == LightSource::Both;
  if (!beside) out.lighting = {.sun = 0, .rim = 0, .studio = kStudioBesideLights};
  bool hasSun = beside;  // the studio's
  for (std::size_t i = 0; i < count; ++i) {
    PunctualLight light = ranked[i].light;
    light.color *= dimmed;
    if (!hasSun && light.kind == LightKind::Directional) {
      hasSun = true;
      out.sunDirection = light.direction;
      out.lighting.sun = 1;
      out.lighting.sunColor = light.color;
    } else if (out.lights.size() < kMaxLights) {
      out.lights.push_back(light);
    }
  }
}

namespace {

constexpr float kMaxBoneWidth = 0.035f;  // of the model's radius

/// Palettes, then world matrices, of each figure, to where it stands.
void addMatrices(std::span<const PosedModel> poses, float spacing, const Camera& camera, DrawList& out) {
  const int count = static_cast<int>(poses.size());
  for (int i = 0; i < count; ++i) {
    const PosedModel& pose = nth(poses, i);
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
    const PosedModel& pose = nth(poses, i);
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
  const Copies copies{.count = static_cast<int>(poses.size()),
                      .matrixCount = palettes + static_cast<int>(first.worlds.size()),
                      .morphCount = static_cast<int>(first.morphWeights.size()),
                      .paletteOffsets = first.paletteOffsets};
  for (std::size_t i = 0; i < model.instances.size() && options.meshes; ++i)
    addCopies(model, static_cast<int>(i), palettes + model.instances[i].node, copies, options, out);
  addFileLights(model, first, options.model.lights, camera, out);
  sortItems(model, out.items);
  if (options.mode == ViewMode::Shaded && (options.skeleton || model.instances.empty()))
    addBones(poses, spacing, camera, options, bones, spacing, out);
}

namespace {

constexpr glm::vec3 kPathColor{0.95f, 0.42f, 0.08f};  // linear
constexpr float kPathAlpha = 0.85f;
constexpr float kHalfWidth = 0.014f;  // these in scene radii
constexpr float kLeastStep = 0.01f;
constexpr float kPathReach = 8;  // a little less than the floor's own

glm::vec3 onFloor(const glm::vec3& position) { return {position.x, 0, position.z}; }

/// To the left of the way from one point to another.
glm::vec3 leftOf(const glm::vec3& from, const glm::vec3& to) {
  const glm::vec3 way = onFloor(to - from);
  const float length = glm::length(way);
  return length > 0 ? glm::vec3(way.z, 0, -way.x) / length : glm::vec3(0.0f);
}

}  // namespace

void addFloorPath(std::span<const TrailPoint> path, DrawList& out) {
  const float radius = out.sceneRadius, halfWidth = kHalfWidth * radius;
  const glm::vec3 floor(0, out.groundHeight, 0);
  const auto add = [&](const TrailPoint& point, const glm::vec3& left) {
    const float away = std::clamp(glm::length(onFloor(point.position)) / (kPathReach * radius), 0.0f, 1.0f);
    const float young = std::clamp(1 + point.seconds / static_cast<float>(kFloorPathSeconds), 0.0f, 1.0f);
    const glm::vec4 color(kPathColor, kPathAlpha * young * (1 - away * away));
    const glm::vec3 at = floor + onFloor(point.position);
    out.floorBand.push_back({.position = at + left * halfWidth, .color = color});
    out.floorBand.push_back({.position = at - left * halfWidth, .color = color});
  };
  const TrailPoint* last = nullptr;  // drawn so far; what is closer to it than kLeastStep is left out
  for (std::size_t i = 0; i < path.size(); ++i) {
    const bool isEnd = i + 1 == path.size();
    if (last && !isEnd && glm::distance(onFloor(last->position), onFloor(path[i].position)) < kLeastStep * radius)
      continue;
    const TrailPoint& next = isEnd ? path[i] : path[i + 1];
    const TrailPoint& before = last ? *last : path[i];
    if (const glm::vec3 left = leftOf(before.position, next.position); left != glm::vec3(0.0f)) add(path[i], left);
    last = &path[i];
  }
}

}  // namespace app
