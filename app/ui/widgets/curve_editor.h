// A curve editor: keys and tangents are dragged, keys added and removed. A curve goes in, the edited one comes out.
#pragma once

#include <limits>
#include <optional>

#include <imgui.h>

#include "app/ui/widgets/curve_edit.h"
#include "app/ui/widgets/ui_context.h"

namespace app {

struct CurveLook {
  CurvePlane plane;
  ImU32 tint = colors().accent;
  bool faint = false;                                        // the curve has no effect now
  double marker = std::numeric_limits<double>::quiet_NaN();  // time of a dot on the curve
  const char* beginText = "";                                // below the plane's corners
  const char* endText = "";
  const crossfade::AnimationCurve* defaultCurve = nullptr;  // restored by "Reset" in the menu
};

/// What an editor remembers between frames.
struct CurveEditorState {
  int selected = -1;    // key
  CurveHit held;        // while the button is down
  ImVec2 offset;        // from the pointer to what is held
  double menuTime = 0;  // where the menu was opened
};

/// Drag a key or a tangent handle; Shift snaps, Alt breaks a tangent from the other one. Double-click adds a key,
/// Delete removes the selected one, right-click opens a menu. Returns the edited curve in frames that changed it. The
/// plane is logged as "id.plane", so that tests find any time and value in it.
std::optional<crossfade::AnimationCurve> curveEditor(const char* id, const crossfade::AnimationCurve& curve,
                                                     CurveEditorState& state, ImVec2 size, const CurveLook& look);

/// A button with a thumbnail of a curve.
bool curveButton(const char* id, const crossfade::AnimationCurve& curve, ImVec2 size, bool on, const char* sentence);

}  // namespace app
