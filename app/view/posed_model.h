// A model in one pose, as matrices: for drawing and for measuring.
#pragma once

#include <span>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "app/model/model.h"
#include "app/view/camera.h"
#include "crossfade/quality/body_meter.h"

namespace app {

// What of a model counts when its motion is measured.

/// The joints that deform vertices or carry meshes, and those above them: nobody sees the others move, such as a rig's
/// controls. All joints if there are no meshes. The size includes meshes that joints carry, such as a door. Looks at
/// every vertex: call it on the thread that loads the model.
crossfade::MeasuredBody measuredBodyOf(const Model& model);

/// World matrices per joint, palettes of all skins, and morph weights. Borrowed. Positions are relative to `origin`.
struct PosedModel {
  std::span<const glm::mat4> worlds;
  std::span<const glm::mat4> palettes;
  std::span<const int> paletteOffsets;  // per skin: its first matrix in `palettes`
  std::span<const float> morphWeights;
  glm::dvec3 origin{0.0};  // of the matrices' coordinates in those of the model (Model::origin)

  glm::vec3 positionOf(int joint) const { return glm::vec3(worlds[static_cast<std::size_t>(joint)][3]); }
};

/// The bounding box of the joints of the figure (figure_joints.h).
Bounds jointBounds(const Model& model, const PosedModel& pose);
/// The bounding box of the vertices of an instance, morphed and skinned on the CPU.
Bounds boundsOfInstance(const Model& model, const PosedModel& pose, std::size_t index);
/// The bounding box of all visible vertices, morphed and skinned on the CPU. Without any: jointBounds().
Bounds boundsOf(const Model& model, const PosedModel& pose);

/// World position of vertex `vertexIndex` of one primitive of one instance: morphed, then skinned, in double
/// precision. The reference for the GPU.
glm::vec3 skinnedVertex(const Model& model, const PosedModel& pose, int instanceIndex, int primitiveIndex,
                        int vertexIndex);

}  // namespace app
