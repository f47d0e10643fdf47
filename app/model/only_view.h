// Which nodes of a file are no part of what it shows.
#ifndef APP_MODEL_ONLY_VIEW_H
#define APP_MODEL_ONLY_VIEW_H

#include "app/model/model.h"

namespace app {

/// Whether a joint only holds a camera or a light: no mesh, and no joint below it.
bool holdsOnlyView(const Model& model, int joint);

}  // namespace app

#endif  // APP_MODEL_ONLY_VIEW_H
