// The way that a character has gone, painted on the floor.
#ifndef APP_VIEW_FLOOR_PATH_H
#define APP_VIEW_FLOOR_PATH_H

#include <span>

#include "app/view/annotations.h"
#include "app/view/draw_list.h"

namespace app {

/// Older points are not seen.
inline constexpr double kFloorPathSeconds = 30;

/// Adds a band that fades out toward older points and toward the edge of the floor. The list must have its height and
/// scene radius; the last point is where the model stands.
void addFloorPath(std::span<const TrailPoint> path, DrawList& out);

}  // namespace app

#endif  // APP_VIEW_FLOOR_PATH_H
