// Faces in VRM animations: how the expressions and the gaze of a file of motion reach a character.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/model/model.h"

namespace app {

/// What the importer calls the joint of a VRM animation that carries the strength of an expression, 0 to 1, as the x of
/// its translation (VRMC_vrm_animation, "Expressions").
std::string expressionJoint(const std::string& expression);
/// What it calls the joint whose rotation is where the eyes look.
inline constexpr const char* kGazeJoint = "direction of the eyes";

/// Whether a joint has such a name: it is no joint of a body.
bool isFaceJoint(const std::string& joint);

/// `clip` without the tracks of such joints, which a Retargeter cannot transfer.
crossfade::AnimationClip withoutFace(const crossfade::AnimationClip& clip, const crossfade::Skeleton& skeleton);

struct FittedFace {
  crossfade::AnimationClip clip;
  bool isMoved = false;  // by the file's clip: an expression or the eyes of the character
  // What the clip moves and the character lacks:
  std::vector<std::string> missing = {};  // expressions
  bool isGazeLost = false;
};

/// `fitted`, which was made of the clip `source` of `file` for the skeleton of `onto`, with tracks for what the face in
/// `source` changes: morph weights and material values of expressions, and the rotations of the eyes. Expressions are
/// matched by their names in any case, and by those that VRM 0.x has for the same; a mirrored file swaps left and
/// right. Eyes follow the gaze as far as Model::gaze lets them; if expressions show it, it moves these.
FittedFace withFace(const crossfade::AnimationClip& fitted, const crossfade::AnimationClip& source,
                    const ClipFile& file, const Model& onto);

/// Where eyes look, in radians: to the character's left, and down (VRMC_vrm, "Yaw and Pitch in lookAt space").
struct GazeAngles {
  double yaw = 0;
  double pitch = 0;
};
/// Of a rotation x, y, z, w of kGazeJoint, yaw about Y after pitch about X; its roll does not count
/// (VRMC_vrm_animation, "Eye gaze direction").
GazeAngles gazeAnglesOf(const std::array<double, 4>& rotation);

}  // namespace app
