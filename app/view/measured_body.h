// What of a model counts when its motion is measured.
#ifndef APP_VIEW_MEASURED_BODY_H
#define APP_VIEW_MEASURED_BODY_H

#include "app/model/model.h"
#include "crossfade/quality/body_meter.h"

namespace app {

/// The joints that deform vertices or carry meshes, and those above them: others, such as the controls of a rig, are
/// not seen to move. All joints, if there are no meshes. The size includes meshes that joints carry, as of a door.
crossfade::MeasuredBody measuredBodyOf(const Model& model);

}  // namespace app

#endif  // APP_VIEW_MEASURED_BODY_H
