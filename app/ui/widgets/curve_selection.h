// Edits of several keys of a curve at once, as pure functions. A selection is the indices of its keys, ascending.
#ifndef APP_UI_WIDGETS_CURVE_SELECTION_H
#define APP_UI_WIDGETS_CURVE_SELECTION_H

#include <optional>
#include <span>
#include <vector>

#include "app/ui/widgets/curve_edit.h"
#include "app/ui/widgets/ui_rect.h"
#include "crossfade/curve/animation_curve.h"

namespace app {

bool isSelected(std::span<const int> keys, int key);
/// Adds the key, or takes it away if it is selected.
void toggle(std::vector<int>& keys, int key);
/// Puts the keys that are drawn inside `area` into `out`, and those of `always`. Allocates only while `out` grows.
void selectInside(const crossfade::AnimationCurve& curve, const CurveAxes& axes, const UiRect& area,
                  std::span<const int> always, std::vector<int>& out);

/// With the keys moved together by `time` and `value`, as far as none of them passes a key that stays, or the edge of a
/// bounded plane. Fixed ends stay. Non-finite distances change nothing.
crossfade::AnimationCurve withKeysMoved(const crossfade::AnimationCurve& curve, std::span<const int> keys, double time,
                                        double value, const CurvePlane& plane);
/// None if all of them are fixed ends, or fewer than two keys would be left.
std::optional<crossfade::AnimationCurve> withKeysRemoved(const crossfade::AnimationCurve& curve,
                                                         std::span<const int> keys, const CurvePlane& plane);
crossfade::AnimationCurve withKeysShaped(crossfade::AnimationCurve curve, std::span<const int> keys, TangentShape shape,
                                         const CurvePlane& plane);
/// Gives all tangents of the keys a weight of a third, which changes no shape, or takes theirs away.
crossfade::AnimationCurve withKeysWeighted(crossfade::AnimationCurve curve, std::span<const int> keys, bool weighted);

struct CurveDifference {
  double time = 0;
  double value = 0;  // of the first curve minus the second
};
/// Where two curves differ most between `begin` and `end`, as found among 512 even times and all keys.
CurveDifference largestDifference(const crossfade::AnimationCurve& one, const crossfade::AnimationCurve& other,
                                  double begin, double end);

}  // namespace app

#endif  // APP_UI_WIDGETS_CURVE_SELECTION_H
