// Connects a Model to the library: its rest pose and morph channels; and turns a pose into world matrices and palettes.
#pragma once

#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "app/model/model.h"
#include "app/view/posed_model.h"
#include "crossfade/pose/channel_layout.h"
#include "crossfade/skeleton/pose.h"

namespace app {

/// What samplers need of a model: the rest pose in its file, and which node owns which morph weights and material
/// values.
crossfade::Pose restPoseOf(const Model& model);
std::vector<crossfade::MorphChannel> morphChannelsOf(const Model& model);
/// Of Model::materialValues, then Model::sceneValues. To masks, a material belongs to the node of the first mesh that
/// shows it.
std::vector<crossfade::ValueChannel> valueChannelsOf(const Model& model);
crossfade::ChannelLayout channelLayoutOf(const Model& model);

/// Allocates only in the constructor.
class ModelMatrices {
 public:
  explicit ModelMatrices(const Model& model);

  /// Relative to the origin of the model that the constructor was given.
  void makeWorlds(const Model& model, const crossfade::Pose& pose);
  /// Turns the whole model about the vertical, counterclockwise seen from above. 0 changes nothing, bit for bit.
  void turnWorlds(double radians) { moveWorlds(glm::dvec3(0.0), radians); }
  /// The same, and then moves it.
  void moveWorlds(const glm::dvec3& by, double radians);
  /// From the result of makeWorlds().
  void makePalettes(const Model& model);
  /// Borrows from this object and from `pose`.
  PosedModel posed(const crossfade::Pose& pose) const {
    return {worlds_, palettes_, paletteOffsets_, pose.morphWeights, origin_};
  }

 private:
  std::vector<glm::mat4> worlds_;
  std::vector<glm::mat4> palettes_;
  std::vector<int> paletteOffsets_;
  glm::dvec3 origin_{0.0};
  std::vector<crossfade::Transform> near_;  // the pose relative to it; empty if that is 0
};

}  // namespace app
