// How a model stands: which way is up, its unit, its standing pose and its feet.
#pragma once

#include <optional>
#include <vector>

#include "app/model/model.h"
#include "crossfade/body/feet.h"
#include "crossfade/body/humanoid.h"
#include "crossfade/math/transform.h"

namespace app {

// ---- How a model stands: the pose in which skeletons are compared, and its feet on the floor.

/// What the file says of its body (VRM), else findHumanoid.
crossfade::Humanoid humanoidOf(const Model& model);

/// The rest pose, or else the most upright moment of the model's own clips.
std::vector<crossfade::Transform> standingPoseOf(const Model& model, const crossfade::Humanoid& body);

/// With soles from the rest pose, or from standingPoseOf if the body lies there.
crossfade::Feet standingFeetOf(const Model& model);

// ---- Which way is up in a file that does not say so, and how large its unit is.

/// The axis along which a human body's hips stay above its feet while its first clip plays (without clips: in the rest
/// pose), for at least three quarters of the time. +Y or nothing found: (0, 1, 0).
glm::vec3 guessedUp(const Model& model);

/// What one unit of the file is in meters, judged by the height of a human body: 1 for a body of `least` to `most`
/// units, else the unit with which it is nearest to 1.7 m. Nothing: there is no human body.
struct GuessedUnit {
  double meters = 1;
  const char* name = "";  // "centimeters"
  double height = 0;      // of the body, in units
};
std::optional<GuessedUnit> guessedUnit(const Model& model, double least, double most);

/// Turns the model upright and scales it to meters, and says so in its report. Files that state their axes and unit
/// (`saysAxes`) are only scaled, if the body is absurdly large or small; the first joint turns and scales them. `space`
/// overrides both.
void setUpright(Model& model, bool saysAxes, const FileSpace& space = {});
/// The same for glTF, which is +Y up and in meters: changes Model::turn and Model::scale.
void setSpace(Model& model, const FileSpace& space);

// Turns and scales a model as a whole, as if its file had been written that way: what relies on +Y being up (contacts,
// root motion, retargeting, the floor) needs no special case.

/// About the origin: changes the rest transforms and keys of all joints without parent, exactly, and the lengths of
/// cameras and lights. `turn` has unit length, `scale` is above 0. Model::turn is left to the caller.
void transformRoots(Model& model, const glm::quat& turn, float scale = 1);

/// The model's skeleton, or a clip of it, with the roots turned and scaled back to the axes and unit of its file.
crossfade::Skeleton skeletonTurnedBack(const Model& model);
crossfade::AnimationClip turnedBack(const crossfade::AnimationClip& clip, const Model& model);

/// A point near a model that is farther than kFarFromOrigin meters from the origin, in whole meters; 0 for all others.
/// Floats are too coarse that far out, so the model is drawn relative to this point.
glm::dvec3 originOf(const Model& model);
inline constexpr double kFarFromOrigin = 4096;  // floats there: half a millimeter

/// Turns the model, so that Model::turn becomes `turn`.
void setTurn(Model& model, const glm::quat& turn);

/// `turn` after a further turn about a world axis (0, 1, 2: x, y, z). Quarter turns are exact: four of them are none.
glm::quat turnedAbout(const glm::quat& turn, int axis, double degrees);

}  // namespace app
