// The popups of a curve editor: the menu of its keys and of the curve, and the numbers of one key. Parts of
// curve_editor.cpp, drawn in its ImGui id.
#pragma once

#include <optional>

#include "app/ui/widgets/curve_editor.h"

namespace app {

void openCurveMenu(CurveEditorState& state, const CurveHit& over, double time);
/// The same with the keyboard, for what is selected. A key is added in the middle of the segment after the selected
/// key, else in the middle of the widest one, and without a segment in the middle of the plane.
void openCurveMenuByKeys(const crossfade::AnimationCurve& curve, CurveEditorState& state, const CurvePlane& shown);
void openCurveNumbers();

/// Draw the popup if it is open, for the plane that the editor shows. Return the edited curve when something changed
/// it.
std::optional<crossfade::AnimationCurve> drawCurveMenu(const crossfade::AnimationCurve& curve, CurveEditorState& state,
                                                       const CurveLook& look, const CurvePlane& shown);
std::optional<crossfade::AnimationCurve> drawCurveNumbers(const crossfade::AnimationCurve& curve,
                                                          CurveEditorState& state, const CurvePlane& shown);

void copyCurve(const crossfade::AnimationCurve& curve);
/// The curve on the clipboard. If there is none, `state.note` says why.
std::optional<crossfade::AnimationCurve> copiedCurve(CurveEditorState& state);

}  // namespace app
