#include "app/view/posed_model.h"

#include <algorithm>
#include <vector>

#include "app/model/figure_joints.h"

namespace app {

Bounds jointBounds(const Model& model, const PosedModel& pose) {
  Bounds bounds;
  const std::vector<bool> isOfFigure = figureJoints(model);
  for (std::size_t i = 0; i < pose.worlds.size(); ++i)
    if (isOfFigure[i]) bounds.add(glm::vec3(pose.worlds[i][3]));
  return bounds;
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
