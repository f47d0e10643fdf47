// Connects a Model to the library: its rest pose and morph channels; turns a pose into world matrices and palettes; and
// says what of a model is measured and framed.
#pragma once

#include <span>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "app/model/model.h"
#include "app/view/camera.h"
#include "crossfade/clip/animation_clip.h"
#include "crossfade/pose/channel_layout.h"
#include "crossfade/quality/body_meter.h"
#include "crossfade/skeleton/pose.h"

namespace app {

// ---- A model in one pose, as matrices: for drawing and for measuring.

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

  glm::vec3 positionOf(int joint) const { return glm::vec3(nth(worlds, joint)[3]); }
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

// ---- Which parts of a model the camera frames, and how it follows a body that its clips carry away.

/// One entry for each instance: whether it counts. All do, except:
/// - of a model with a human body, what is no part of that body and would make the picture more than kSurroundings
///   times as large as the body, such as a room; but other skinned meshes count, such as those of a crowd, if they are
///   at most kSurroundings times as large as the body and not farther away than kFarAway times its radius;
/// - else those that `clip` (null: none) does not move and that are farther from what it moves than kFarAway times the
///   radius of that, as long as what moves is the subject: a skinned mesh, or at least half of all meshes.
std::vector<bool> framedInstances(const Model& model, const PosedModel& pose, const crossfade::AnimationClip* clip);

inline constexpr float kFarAway = 20, kSurroundings = 1.5f;

/// As boundsOf(), of these instances alone.
Bounds boundsOf(const Model& model, const PosedModel& pose, const std::vector<bool>& instances);

/// The indices that are marked.
std::vector<int> markedOf(const std::vector<bool>& marks);

/// Where a body is, judged by some of its joints, and how far it may go before the camera follows.
struct FollowedBody {
  std::vector<int> joints;  // empty: nothing is followed
  glm::vec3 home{0.0f};     // of their middle, when the camera was placed
  float slack = 0;          // meters from there
};

/// The hips of a human body; else all joints of moving skins; else, of a model without meshes, its figure. Nothing for
/// models whose meshes are not skinned. `pose` is the one that the camera is placed for.
FollowedBody followedBody(const Model& model, const PosedModel& pose, const crossfade::AnimationClip* clip,
                          const std::vector<bool>& instances);

/// How far the camera moves to follow the body: the part of its way from home that is beyond the slack. It depends on
/// the pose alone, so films and the past of the timeline show the same.
glm::vec3 followOffset(const FollowedBody& body, const PosedModel& pose);

}  // namespace app
