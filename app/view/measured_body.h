// What of a model counts when its motion is measured.
#ifndef APP_VIEW_MEASURED_BODY_H
#define APP_VIEW_MEASURED_BODY_H

#include "app/model/model.h"
#include "crossfade/quality/body_meter.h"

namespace app {

/// The joints that deform vertices or carry meshes, and those above them: nobody sees the others move, such as a rig's
/// controls. All joints if there are no meshes. The size includes meshes that joints carry, such as a door. Looks at
/// every vertex: call it on the thread that loads the model.
crossfade::MeasuredBody measuredBodyOf(const Model& model);

}  // namespace app

#endif  // APP_VIEW_MEASURED_BODY_H
