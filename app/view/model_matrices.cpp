#include "app/view/model_matrices.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include <glm/common.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>

#include "app/model/figure_joints.h"
#include "app/model/upright.h"
#include "crossfade/skeleton/local_to_model.h"
#include "crossfade/skeleton/skinning_palette.h"

namespace app {
namespace {

void markInfluences(const Mesh& mesh, const Skin& skin, std::vector<bool>& counts) {
  for (const Primitive& primitive : mesh.primitives)
    for (const auto& set : primitive.influences)
      for (const Influences& influences : set)
        for (std::size_t i = 0; i < influences.weights.size(); ++i)
          if (influences.weights[i] > 0) nth(counts, skin.joints[influences.joints[i]]) = true;
}

/// The largest extent of what hangs on joints, from at most a few thousand vertices of each primitive.
double extentOfCarriedMeshes(const Model& model, const std::vector<glm::mat4>& models) {
  constexpr std::size_t kMostLookedAt = 4096;
  glm::vec3 low(std::numeric_limits<float>::infinity()), high(-low);
  for (const MeshInstance& instance : model.instances) {
    if (!instance.inScene || instance.skin >= 0) continue;
    const glm::mat4& toModel = nth(models, instance.node);
    for (const Primitive& primitive : nth(model.meshes, instance.mesh).primitives)
      for (std::size_t i = 0; i < primitive.positions.size(); i += 1 + primitive.positions.size() / kMostLookedAt) {
        const glm::vec3 position(toModel * glm::vec4(primitive.positions[i], 1));
        low = glm::min(low, position);
        high = glm::max(high, position);
      }
  }
  const glm::vec3 extent = high - low;
  return static_cast<double>(std::max({0.0f, extent.x, extent.y, extent.z}));
}

}  // namespace

crossfade::MeasuredBody measuredBodyOf(const Model& model) {
  const std::span<const int> parents = model.skeleton.parents();
  std::vector<bool> counts(parents.size());
  for (const MeshInstance& instance : model.instances) {
    if (!instance.inScene) continue;
    if (instance.skin < 0)
      nth(counts, instance.node) = true;
    else
      markInfluences(nth(model.meshes, instance.mesh), nth(model.skins, instance.skin), counts);
  }
  for (std::size_t i = parents.size(); i-- > 0;)
    if (counts[i] && parents[i] != crossfade::kNoJoint) nth(counts, parents[i]) = true;
  if (std::find(counts.begin(), counts.end(), true) == counts.end()) counts.clear();

  const crossfade::Pose rest = restPoseOf(model);
  std::vector<glm::mat4> models(parents.size());
  crossfade::localToModel(parents, rest.locals, models);
  const crossfade::Humanoid human = humanoidOf(model);
  const auto jointOf = [&human](crossfade::HumanJoint joint) { return human.jointOf(joint); };
  crossfade::MeasuredBody body{.counts = std::move(counts),
                               .hips = jointOf(crossfade::HumanJoint::Hips),
                               .head = jointOf(crossfade::HumanJoint::Head),
                               .size = extentOfCarriedMeshes(model, models)};
  return crossfade::withSizeOf(std::move(body), model.skeleton, rest);
}

Bounds jointBounds(const Model& model, const PosedModel& pose) {
  Bounds bounds;
  const std::vector<bool> isOfFigure = figureJoints(model);
  for (std::size_t i = 0; i < pose.worlds.size(); ++i)
    if (isOfFigure[i]) bounds.add(glm::vec3(pose.worlds[i][3]));
  return bounds;
}

Bounds boundsOfInstance(const Model& model, const PosedModel& pose, std::size_t index) {
  Bounds bounds;
  const Mesh& mesh = nth(model.meshes, model.instances[index].mesh);
  for (std::size_t p = 0; p < mesh.primitives.size(); ++p)
    for (std::size_t v = 0; v < mesh.primitives[p].positions.size(); ++v)
      bounds.add(skinnedVertex(model, pose, static_cast<int>(index), static_cast<int>(p), static_cast<int>(v)));
  return bounds;
}

Bounds boundsOf(const Model& model, const PosedModel& pose) {
  Bounds bounds;
  for (std::size_t i = 0; i < model.instances.size(); ++i)
    if (model.instances[i].inScene) bounds.add(boundsOfInstance(model, pose, i));
  return bounds.empty ? jointBounds(model, pose) : bounds;
}

glm::vec3 skinnedVertex(const Model& model, const PosedModel& pose, int instanceIndex, int primitiveIndex,
                        int vertexIndex) {
  const MeshInstance& instance = nth(model.instances, instanceIndex);
  const Primitive& primitive = nth(nth(model.meshes, instance.mesh).primitives, primitiveIndex);
  const auto vertex = static_cast<std::size_t>(vertexIndex);
  glm::dvec3 position(primitive.positions[vertex]);
  const std::size_t morphs = std::min(static_cast<std::size_t>(instance.morphCount), primitive.morphTargets.size());
  for (std::size_t i = 0; i < morphs; ++i) {
    const auto& offsets = primitive.morphTargets[i].positions;
    const float weight = pose.morphWeights[static_cast<std::size_t>(instance.morphOffset) + i];
    if (!offsets.empty()) position += glm::dvec3(offsets[vertex]) * double(weight);
  }
  if (instance.skin < 0 || primitive.influences.empty())
    return glm::vec3(glm::dmat4(nth(pose.worlds, instance.node)) * glm::dvec4(position, 1));

  const int firstMatrix = nth(pose.paletteOffsets, instance.skin);
  glm::dvec4 sum(0);
  for (const auto& set : primitive.influences)
    for (std::size_t i = 0; i < 4; ++i)
      sum += glm::dmat4(nth(pose.palettes, firstMatrix + set[vertex].joints[i])) * glm::dvec4(position, 1) *
             double(set[vertex].weights[i]);
  return glm::vec3(sum);
}

crossfade::Pose restPoseOf(const Model& model) {
  const auto locals = model.skeleton.restLocals();
  return {.locals = {locals.begin(), locals.end()}, .morphWeights = model.restMorphWeights};
}

std::vector<crossfade::MorphChannel> morphChannelsOf(const Model& model) {
  std::vector<crossfade::MorphChannel> channels;
  for (const MeshInstance& instance : model.instances)
    channels.push_back({.node = instance.node, .offset = instance.morphOffset, .count = instance.morphCount});
  return channels;
}

std::vector<crossfade::ValueChannel> valueChannelsOf(const Model& model) {
  std::vector<crossfade::ValueChannel> channels;
  if (model.materialValues.empty() && model.sceneValues.empty()) return channels;
  std::vector<int> nodes(model.materials.size(), -1);
  const auto note = [&](int material, int node) {
    if (material < 0) return;
    if (int& first = nth(nodes, material); first < 0) first = node;
  };
  std::vector<bool> isSeen(model.meshes.size());
  for (const MeshInstance& instance : model.instances) {
    const auto mesh = static_cast<std::size_t>(instance.mesh);
    if (isSeen[mesh]) continue;
    isSeen[mesh] = true;
    for (const Primitive& primitive : model.meshes[mesh].primitives) {
      note(primitive.material, instance.node);
      for (const VariantMaterial& each : primitive.variantMaterials) note(each.material, instance.node);
    }
  }
  for (const MaterialValue& value : model.materialValues)
    channels.push_back(
        {.node = std::max(nth(nodes, value.material), 0), .offset = value.offset, .count = sizeOf(value.property)});
  for (const SceneValue& value : model.sceneValues)
    channels.push_back({.node = jointOf(model, value), .offset = value.offset, .count = sizeOf(value.property)});
  return channels;
}

crossfade::ChannelLayout channelLayoutOf(const Model& model) {
  return {model.skeleton.jointCount(), morphChannelsOf(model), valueChannelsOf(model)};
}

ModelMatrices::ModelMatrices(const Model& model)
    : worlds_(static_cast<std::size_t>(model.skeleton.jointCount())), origin_(model.origin) {
  if (origin_ != glm::dvec3(0)) near_.resize(worlds_.size());
  std::size_t matrices = 0;
  for (const Skin& skin : model.skins) {
    paletteOffsets_.push_back(static_cast<int>(matrices));
    matrices += skin.joints.size();
  }
  palettes_.resize(matrices);
}

void ModelMatrices::makeWorlds(const Model& model, const crossfade::Pose& pose) {
  const auto parents = model.skeleton.parents();
  if (near_.empty()) return crossfade::localToModel(parents, pose.locals, worlds_);
  std::ranges::copy(pose.locals, near_.begin());
  for (std::size_t i = 0; i < near_.size(); ++i)
    if (parents[i] == crossfade::kNoJoint) near_[i].translation = glm::vec3(glm::dvec3(near_[i].translation) - origin_);
  crossfade::localToModel(parents, near_, worlds_);
}

void ModelMatrices::moveWorlds(const glm::dvec3& by, double radians) {
  if (radians == 0 && by == glm::dvec3(0.0)) return;
  const glm::mat4 moved = glm::translate(glm::mat4(1.0f), glm::vec3(by));
  const glm::mat4 root = glm::rotate(moved, static_cast<float>(radians), glm::vec3(0, 1, 0));
  for (glm::mat4& world : worlds_) world = root * world;
}

void ModelMatrices::makePalettes(const Model& model) {
  for (std::size_t i = 0; i < model.skins.size(); ++i) {
    const Skin& skin = model.skins[i];
    const auto palette = std::span(palettes_).subspan(static_cast<std::size_t>(paletteOffsets_[i]), skin.joints.size());
    crossfade::skinningPalette(worlds_, skin.joints, skin.inverseBinds, palette);
  }
}

namespace {

/// For each joint: whether it or one above it has a key.
std::vector<bool> movedJoints(const crossfade::Skeleton& skeleton, const crossfade::AnimationClip& clip) {
  std::vector<bool> moved(static_cast<std::size_t>(skeleton.jointCount()));
  for (const crossfade::KeyframeTrack& track : clip.tracks())
    if (crossfade::isTransform(track.target().channel) && !crossfade::isConstant(track))
      nth(moved, track.target().node) = true;
  for (std::size_t i = 0; i < moved.size(); ++i)
    if (const int parent = skeleton.parents()[i]; parent >= 0) moved[i] = moved[i] || nth(moved, parent);
  return moved;
}

bool isMoved(const Model& model, const MeshInstance& instance, const std::vector<bool>& joints) {
  const auto moves = [&joints](int joint) { return nth(joints, joint); };
  if (instance.skin < 0) return moves(instance.node);
  const std::vector<int>& skin = nth(model.skins, instance.skin).joints;
  return std::any_of(skin.begin(), skin.end(), moves);
}

/// Between two boxes; 0 where they touch.
float distanceBetween(const Bounds& a, const Bounds& b) {
  return glm::length(glm::max(glm::max(a.min - b.max, b.min - a.max), glm::vec3(0)));
}

/// For each joint: whether it is the hips or below them. Empty without a human body.
std::vector<bool> jointsOfBody(const Model& model, const crossfade::Humanoid& body) {
  if (!body.isKnown()) return {};
  std::vector<bool> all(static_cast<std::size_t>(model.skeleton.jointCount()));
  nth(all, body.jointOf(crossfade::HumanJoint::Hips)) = true;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (const int parent = model.skeleton.parents()[i]; parent >= 0) all[i] = all[i] || nth(all, parent);
  return all;
}

/// The instances of the body, other figures of its size, and what fits beside them, in the file's order; all if the
/// body carries none.
std::vector<bool> bodyAndSurroundings(const Model& model, const PosedModel& pose, const std::vector<bool>& joints) {
  const std::size_t count = model.instances.size();
  std::vector<bool> framed(count);
  Bounds bounds;
  for (std::size_t i = 0; i < count; ++i)
    if (model.instances[i].inScene && isMoved(model, model.instances[i], joints)) {
      framed[i] = true;
      bounds.add(boundsOfInstance(model, pose, i));
    }
  if (!(bounds.radius() > 0)) return std::vector<bool>(count, true);
  const Bounds body = bounds;
  for (std::size_t i = 0; i < count; ++i) {
    if (framed[i] || !model.instances[i].inScene || model.instances[i].skin < 0) continue;
    const Bounds other = boundsOfInstance(model, pose, i);
    if (other.empty || other.radius() > kSurroundings * body.radius()) continue;
    if (distanceBetween(other, body) > kFarAway * body.radius()) continue;
    framed[i] = true;
    bounds.add(other);
  }
  const float largest = kSurroundings * bounds.radius();
  for (std::size_t i = 0; i < count; ++i) {
    if (framed[i] || !model.instances[i].inScene) continue;
    Bounds with = bounds;
    with.add(boundsOfInstance(model, pose, i));
    if (with.radius() > largest) continue;
    framed[i] = true;
    bounds = with;
  }
  return framed;
}

}  // namespace

std::vector<bool> framedInstances(const Model& model, const PosedModel& pose, const crossfade::AnimationClip* clip) {
  const std::size_t count = model.instances.size();
  std::vector<bool> framed(count, true);
  if (count < 2) return framed;
  const std::vector<bool> body = jointsOfBody(model, humanoidOf(model));
  if (!body.empty()) return bodyAndSurroundings(model, pose, body);
  if (clip == nullptr) return framed;
  const std::vector<bool> joints = movedJoints(model.skeleton, *clip);
  std::vector<Bounds> bounds(count);
  Bounds moving;
  std::size_t moved = 0, shown = 0;
  bool hasSkin = false;
  for (std::size_t i = 0; i < count; ++i) {
    const MeshInstance& instance = model.instances[i];
    if (!instance.inScene) continue;
    ++shown;
    bounds[i] = boundsOfInstance(model, pose, i);
    if (!isMoved(model, instance, joints)) continue;
    ++moved;
    hasSkin = hasSkin || instance.skin >= 0;
    moving.add(bounds[i]);
  }
  if (!(moving.radius() > 0) || (!hasSkin && 2 * moved < shown)) return framed;
  for (std::size_t i = 0; i < count; ++i)
    if (!bounds[i].empty && distanceBetween(bounds[i], moving) > kFarAway * moving.radius()) framed[i] = false;
  return framed;
}

Bounds boundsOf(const Model& model, const PosedModel& pose, const std::vector<bool>& instances) {
  Bounds bounds;
  for (std::size_t i = 0; i < model.instances.size(); ++i)
    if (model.instances[i].inScene && instances[i]) bounds.add(boundsOfInstance(model, pose, i));
  return bounds.empty ? jointBounds(model, pose) : bounds;
}

std::vector<int> markedOf(const std::vector<bool>& marks) {
  std::vector<int> all;
  for (std::size_t i = 0; i < marks.size(); ++i)
    if (marks[i]) all.push_back(static_cast<int>(i));
  return all;
}

namespace {

constexpr float kSlack = 0.5f;  // of the radius of what is framed: a dance on the spot does not move the camera

glm::vec3 middleOf(const std::vector<int>& joints, const PosedModel& pose) {
  glm::dvec3 sum(0);
  for (const int joint : joints) sum += glm::dvec3(pose.positionOf(joint));
  return glm::vec3(sum / static_cast<double>(joints.size()));
}

/// Those of the skins that are framed, as far as the clip moves them: a root that stays behind says nothing.
std::vector<int> movingSkinJoints(const Model& model, const crossfade::AnimationClip& clip,
                                  const std::vector<bool>& instances) {
  const std::vector<bool> moved = movedJoints(model.skeleton, clip);
  std::vector<bool> marks(moved.size());
  for (std::size_t i = 0; i < model.instances.size(); ++i) {
    const MeshInstance& instance = model.instances[i];
    if (!instance.inScene || !instances[i] || instance.skin < 0) continue;
    for (const int joint : nth(model.skins, instance.skin).joints) nth(marks, joint) = nth(moved, joint);
  }
  return markedOf(marks);
}

std::vector<int> followedJoints(const Model& model, const crossfade::AnimationClip* clip,
                                const std::vector<bool>& instances) {
  if (const crossfade::Humanoid body = humanoidOf(model); body.isKnown())
    return {body.jointOf(crossfade::HumanJoint::Hips)};
  if (model.instances.empty()) return markedOf(figureJoints(model));
  return clip == nullptr ? std::vector<int>() : movingSkinJoints(model, *clip, instances);
}

}  // namespace

FollowedBody followedBody(const Model& model, const PosedModel& pose, const crossfade::AnimationClip* clip,
                          const std::vector<bool>& instances) {
  FollowedBody body{.joints = followedJoints(model, clip, instances)};
  if (body.joints.empty()) return body;
  body.home = middleOf(body.joints, pose);
  body.slack = kSlack * boundsOf(model, pose, instances).radius();
  return body;
}

glm::vec3 followOffset(const FollowedBody& body, const PosedModel& pose) {
  if (body.joints.empty()) return glm::vec3(0);
  const glm::vec3 way = middleOf(body.joints, pose) - body.home;
  const float distance = glm::length(way);
  return std::isfinite(distance) && distance > body.slack ? way * (1 - body.slack / distance) : glm::vec3(0);
}

}  // namespace app
