// Turns and scales a model as a whole, as if its file had been written that way.
#ifndef APP_MODEL_TURN_MODEL_H
#define APP_MODEL_TURN_MODEL_H

#include "app/model/model.h"

namespace app {

/// About the origin: changes the rest transforms and keys of all joints without parent, exactly, and the lengths of
/// cameras and lights. `turn` has unit length, `scale` is above 0. Model::turn is left to the caller.
void transformRoots(Model& model, const glm::quat& turn, float scale = 1);

/// The model's skeleton, or a clip of it, with the roots turned back: as they fit the file that the model came from.
crossfade::Skeleton skeletonTurnedBack(const Model& model);
crossfade::AnimationClip turnedBack(const crossfade::AnimationClip& clip, const Model& model);

/// Turns the model, so that Model::turn becomes `turn`.
void setTurn(Model& model, const glm::quat& turn);

/// `turn` after a further turn about a world axis (0, 1, 2: x, y, z). Quarter turns are exact: four of them are none.
glm::quat turnedAbout(const glm::quat& turn, int axis, double degrees);

}  // namespace app

#endif  // APP_MODEL_TURN_MODEL_H
