// A curve that can be grabbed: keys and tangents are dragged, added and removed. A curve goes in, an edited one comes
// out; the widget itself keeps only what is selected and held.
#pragma once

#include <limits>
#include <optional>

#include <imgui.h>

#include "app/ui/widgets/curve_edit.h"
#include "app/ui/widgets/theme.h"

namespace app {

struct CurveLook {
  CurvePlane plane;
  ImU32 tint = color::kAccent;
  bool faint = false;                                        // the curve is not in use
  double marker = std::numeric_limits<double>::quiet_NaN();  // a time at which a dot rides on the curve
  const char* beginText = "";                                // below the plane's corners
  const char* endText = "";
  const crossfade::AnimationCurve* defaultCurve = nullptr;  // what "Reset" in the menu brings back
};

/// Drag a key or the end of a tangent; Shift snaps, Alt breaks a tangent from its fellow. Double click: a new key on
/// the curve. Delete: the selected key away. Right click: a menu for the key, or for this place. The edited curve in
/// every frame that changed it. The plane is logged as "id.plane", so that a test finds any time and value in it.
std::optional<crossfade::AnimationCurve> curveEditor(const char* id, const crossfade::AnimationCurve& curve,
                                                     ImVec2 size, const CurveLook& look);

/// A button that shows a whole curve, drawn in its plane.
bool curveButton(const char* id, const crossfade::AnimationCurve& curve, ImVec2 size, bool on, const char* sentence);

}  // namespace app
