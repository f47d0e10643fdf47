#include "crossfade/retarget/detail/model_pose.h"

namespace crossfade::detail {

void setModelPose(std::span<const int> parents, std::span<const DoubleTransform> locals, ModelPose& pose) {
  pose.frames.resize(locals.size());
  pose.matrices.resize(locals.size());
  for (std::size_t i = 0; i < locals.size(); ++i) {
    const RotationFrame frame = frameOf(locals[i].rotation, locals[i].scale);
    const glm::dmat4 matrix = toDoubleMatrix(locals[i]);
    const bool isRoot = parents[i] < 0;
    pose.frames[i] = isRoot ? frame : pose.frames[static_cast<std::size_t>(parents[i])] * frame;
    pose.matrices[i] = isRoot ? matrix : pose.matrices[static_cast<std::size_t>(parents[i])] * matrix;
  }
}

ModelPose modelPoseOf(std::span<const int> parents, std::span<const DoubleTransform> locals) {
  ModelPose pose;
  setModelPose(parents, locals, pose);
  return pose;
}

}  // namespace crossfade::detail
