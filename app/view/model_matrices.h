// A model as the engine sees it, and a pose as matrices: where every joint is, and what the skins' vertices are carried
// by.
#pragma once

#include <vector>

#include <glm/mat4x4.hpp>

#include "app/model/model.h"
#include "app/view/posed_model.h"
#include "crossfade/pose/channel_layout.h"
#include "crossfade/skeleton/pose.h"

namespace app {

/// What samplers need to know of a model: the pose of its file, and whose its morph weights are.
crossfade::Pose restPoseOf(const Model& model);
std::vector<crossfade::MorphChannel> morphChannelsOf(const Model& model);

/// Memory is taken when it is made and never again.
class ModelMatrices {
 public:
  explicit ModelMatrices(const Model& model);

  void makeWorlds(const Model& model, const crossfade::Pose& pose);
  /// From the worlds.
  void makePalettes(const Model& model);
  /// Lent, as are the pose's morph weights.
  PosedModel posed(const crossfade::Pose& pose) const {
    return {worlds_, palettes_, paletteOffsets_, pose.morphWeights};
  }

 private:
  std::vector<glm::mat4> worlds_;
  std::vector<glm::mat4> palettes_;
  std::vector<int> paletteOffsets_;
};

}  // namespace app
