// A rest pose for files whose own is none: motion capture with all bones along one axis.
#ifndef APP_MODEL_STRAIGHT_REST_H
#define APP_MODEL_STRAIGHT_REST_H

#include "app/model/model.h"

namespace app {

/// Keeps the rest pose if a human body in it is straight: its legs point away from its head, whichever way is up. If
/// not, takes the first moment of the first clip in which it is straight, or else the straightest, and says so in the
/// report. A model without a human body, or without a clip, keeps its rest pose.
void takeStraightRest(Model& model);

}  // namespace app

#endif  // APP_MODEL_STRAIGHT_REST_H
