// A model as a small stick figure seen from its right side, in the poses of a walk: what can take a block's place.
#pragma once

#include <span>
#include <vector>

#include <glm/vec2.hpp>

#include "app/model/model.h"

namespace app {

/// Units are heights of the figure: x forwards, y up from the ground, both about the middle of the body. Bones of all
/// poses have the same order.
struct WalkFigure {
  static constexpr int kPoses = 32;

  struct Bone {
    glm::vec2 from{0.0f};
    glm::vec2 to{0.0f};
  };
  std::vector<Bone> bones;  // kPoses times boneCount
  std::vector<char> isFar;  // per bone: on the side that is turned away
  double stride = 1;        // way of one cycle

  bool empty() const { return isFar.empty(); }
  int boneCount() const { return static_cast<int>(isFar.size()); }
  /// The bones after `way` heights of walking; below 0 walks backwards.
  std::span<const Bone> pose(double way) const;
};

/// From the clip called like "walk", else the first that lasts; without one the rest pose. Empty for a model without
/// bones.
WalkFigure walkFigureOf(const Model& model);

}  // namespace app
