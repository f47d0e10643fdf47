// The lights of the file, as the picture shows them.
#ifndef APP_VIEW_FILE_LIGHTS_H
#define APP_VIEW_FILE_LIGHTS_H

#include "app/view/draw_list.h"

namespace app {

/// Sets the light of the list. Of the file's lights the kMaxLights + 1 brightest at the camera's target count; the
/// brightest directional one becomes the sun, so that it casts shadows. If together they are brighter than
/// kBrightest there, all are dimmed alike: files disagree about units. Leaves the studio as it is for a model without
/// lights.
void addFileLights(const Model& model, const PosedModel& pose, LightSource source, const Camera& camera, DrawList& out);

inline constexpr float kBrightest = 4;              // times what makes a matte white surface white
inline constexpr float kStudioBesideLights = 0.2f;  // so that what no light of the file reaches is not black

}  // namespace app

#endif  // APP_VIEW_FILE_LIGHTS_H
