// The colors of a cost map, from cheap to costly.
#ifndef APP_UI_CHARACTER_COST_SCALE_H
#define APP_UI_CHARACTER_COST_SCALE_H

#include <imgui.h>

namespace app {

/// `share`: 0 (cheapest, which stands out from the background) to 1; beyond, as at the ends. Lightness changes evenly
/// (Oklab), so equal differences look equal, with any color vision.
ImU32 costColor(double share, bool dark);

}  // namespace app

#endif  // APP_UI_CHARACTER_COST_SCALE_H
