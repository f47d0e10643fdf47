#include "app/view/posed_model.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "app/model/figure_joints.h"
#include "app/model/upright.h"
#include "app/view/model_matrices.h"
#include "crossfade/skeleton/local_to_model.h"

namespace app {
namespace {

void markInfluences(const Mesh& mesh, const Skin& skin, std::vector<bool>& counts) {
  for (const Primitive& primitive : mesh.primitives)
    for (const auto& set : primitive.influences)
      for (const Influences& influences : set)
        for (std::size_t i = 0; i < influences.weights.size(); ++i)
          if (influences.weights[i] > 0) counts[static_cast<std::size_t>(skin.joints[influences.joints[i]])] = true;
}

/// The largest extent of what hangs on joints, from at most a few thousand vertices of each primitive.
double extentOfCarriedMeshes(const Model& model, const std::vector<glm::mat4>& models) {
  constexpr std::size_t kMostLookedAt = 4096;
  glm::vec3 low(std::numeric_limits<float>::infinity()), high(-low);
  for (const MeshInstance& instance : model.instances) {
    if (!instance.inScene || instance.skin >= 0) continue;
    const glm::mat4& toModel = models[static_cast<std::size_t>(instance.node)];
    for (const Primitive& primitive : model.meshes[static_cast<std::size_t>(instance.mesh)].primitives)
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
      counts[static_cast<std::size_t>(instance.node)] = true;
    else
      markInfluences(model.meshes[static_cast<std::size_t>(instance.mesh)],
                     model.skins[static_cast<std::size_t>(instance.skin)], counts);
  }
  for (std::size_t i = parents.size(); i-- > 0;)
    if (counts[i] && parents[i] != crossfade::kNoJoint) counts[static_cast<std::size_t>(parents[i])] = true;
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
  const Mesh& mesh = model.meshes[static_cast<std::size_t>(model.instances[index].mesh)];
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
