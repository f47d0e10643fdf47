// A usable rest pose for files that have none, such as motion capture with all bones along one axis.
#ifndef APP_MODEL_STRAIGHT_REST_H
#define APP_MODEL_STRAIGHT_REST_H

#include "app/model/model.h"

namespace app {

/// If the rest pose shows a human body that is not straight (legs pointing away from the head, whichever way is up),
/// replaces it with the first pose of the first clip that is, or else the straightest one, and reports that. Models
/// without a human body or without clips are left alone.
void takeStraightRest(Model& model);

}  // namespace app

#endif  // APP_MODEL_STRAIGHT_REST_H
