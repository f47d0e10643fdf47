// The model as a small stick figure, walking, seen from its right: the timing workspace can show it instead of a block.
#pragma once

#include <span>
#include <vector>

#include <glm/vec2.hpp>

#include "app/model/model.h"

namespace app {

/// Units are heights of the figure: x forward from the middle of the body, y up from the ground. Bones have the same
/// order in all poses.
struct WalkFigure {
  static constexpr int kPoses = 32;

  struct Bone {
    glm::vec2 from{0.0f};
    glm::vec2 to{0.0f};
  };
  std::vector<Bone> bones;  // kPoses * boneCount
  std::vector<char> isFar;  // per bone: on the left side
  double stride = 1;        // distance of one cycle

  bool empty() const { return isFar.empty(); }
  int boneCount() const { return static_cast<int>(isFar.size()); }
  /// The bones after walking `distance`, in heights; negative walks backward.
  std::span<const Bone> pose(double distance) const;
};

/// Uses the clip with "walk" in its name, else the first with a length, else the rest pose. Empty without bones.
WalkFigure walkFigureOf(const Model& model);

}  // namespace app
