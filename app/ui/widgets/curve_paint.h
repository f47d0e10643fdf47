// Draws the plane of a curve editor: grid, curve, keys and tangents, a curve to compare with, and values as text.
#ifndef APP_UI_WIDGETS_CURVE_PAINT_H
#define APP_UI_WIDGETS_CURVE_PAINT_H

#include "app/ui/widgets/curve_editor.h"

namespace app {

struct PaintedCurve {
  const crossfade::AnimationCurve& curve;
  const CurveAxes& axes;
  const CurveEditorState& state;
  CurveHit hot;  // under the pointer, or held
  const CurveLook& look;
};

void paintCurve(ImDrawList& list, const char* id, const PaintedCurve& painted);
/// The curve alone. `ground`: opacity of the area below it.
void paintCurveLine(ImDrawList& list, const crossfade::AnimationCurve& curve, const CurveAxes& axes, ImU32 tint,
                    float thickness, float ground = 0);

}  // namespace app

#endif  // APP_UI_WIDGETS_CURVE_PAINT_H
