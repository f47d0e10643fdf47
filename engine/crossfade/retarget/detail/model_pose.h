// All joints of a skeleton in model space: rotations that keep track of mirrored axes, and matrices.
#ifndef CROSSFADE_RETARGET_DETAIL_MODEL_POSE_H
#define CROSSFADE_RETARGET_DETAIL_MODEL_POSE_H

#include <cstddef>
#include <span>
#include <vector>

#include <glm/mat4x4.hpp>

#include "crossfade/retarget/detail/rotation_frame.h"

namespace crossfade::detail {

struct ModelPose {
  std::vector<RotationFrame> frames;
  std::vector<glm::dmat4> matrices;

  glm::dvec3 position(int joint) const { return glm::dvec3(matrices[static_cast<std::size_t>(joint)][3]); }
  const RotationFrame& frame(int joint) const { return frames[static_cast<std::size_t>(joint)]; }
};
/// `pose` keeps its memory.
void setModelPose(std::span<const int> parents, std::span<const DoubleTransform> locals, ModelPose& pose);
ModelPose modelPoseOf(std::span<const int> parents, std::span<const DoubleTransform> locals);

}  // namespace crossfade::detail

#endif  // CROSSFADE_RETARGET_DETAIL_MODEL_POSE_H
