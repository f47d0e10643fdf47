// Faces in VRM animations: how the expressions of a file of motion reach a character.
#ifndef APP_MODEL_FACE_MOTION_H
#define APP_MODEL_FACE_MOTION_H

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

struct FittedFace {
  crossfade::AnimationClip clip;
  int tracks = 0;  // of the file's clip that move expressions of the character
  // Expressions that the clip moves and the character lacks:
  std::vector<std::string> missing = {};
};

/// `fitted`, which was made of the clip `source` of `file` for the skeleton of `onto`, with tracks for the morph
/// weights and material values that the expressions of `source` change. Expressions are matched by their names in any
/// case, and by those that VRM 0.x has for the same; a mirrored file swaps left and right.
FittedFace withFace(const crossfade::AnimationClip& fitted, const crossfade::AnimationClip& source,
                    const ClipFile& file, const Model& onto);

/// Whether the clip moves where the eyes look, which characters do not follow.
bool movesGaze(const crossfade::AnimationClip& clip, const crossfade::Skeleton& skeleton);

}  // namespace app

#endif  // APP_MODEL_FACE_MOTION_H
