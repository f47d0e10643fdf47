// Editing a curve with the mouse, as pure functions: what is under the pointer, and the curve after a drag. The
// widget in curve_editor.h remembers what is held.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <imgui.h>

#include "app/ui/widgets/ui_rect.h"
#include "crossfade/curve/animation_curve.h"

namespace app {

/// The range of times and values that is drawn.
struct CurvePlane {
  double begin = 0;
  double end = 1;
  double minValue = 0;
  double maxValue = 1;
  bool endsFixed = true;  // the first and last key do not move, but their tangents rotate
  bool bounded = true;    // keys stay in the range and no tangent leads out of it; false: fitted() widens it
};

/// An unbounded plane that holds all of the curve, with a margin on the sides that it crosses; others as they are.
CurvePlane fitted(CurvePlane plane, const crossfade::AnimationCurve& curve);

/// From times and values to pixels and back.
struct CurveAxes {
  UiRect area;
  CurvePlane plane;
  float handle = 34;  // pixels from a key to the end of its tangent

  float x(double time) const;
  float y(double value) const;
  double time(float x) const;
  double value(float y) const;
  ImVec2 point(const crossfade::CurveKey& key) const { return {x(key.time), y(key.value)}; }
};

enum class TangentSide { In, Out };
enum class CurveElement { Nothing, Key, InTangent, OutTangent, Line };

struct CurveHit {
  CurveElement element = CurveElement::Nothing;
  int key = -1;  // of Key and of the tangents
  friend bool operator==(const CurveHit&, const CurveHit&) = default;
};

inline constexpr double kMinKeySpacing = 0.01;  // between two keys, as a fraction of the plane's times

/// `key`: an index of its keys (assert).
const crossfade::CurveKey& keyOf(const crossfade::AnimationCurve& curve, int key);

/// Whether the key is an end that does not move.
bool isFixed(const crossfade::AnimationCurve& curve, int key, const CurvePlane& plane);
/// Whether this tangent uses its weight as length.
bool isWeighted(const crossfade::CurveKey& key, TangentSide side);

/// Where the handle of a tangent is drawn: at the Bezier control point of a weighted one, else at a fixed distance.
/// None before the first key, after the last one, and at a step.
std::optional<ImVec2> handleOf(const crossfade::AnimationCurve& curve, int key, TangentSide side,
                               const CurveAxes& axes);
/// With few keys, all show their tangents; with many, only the selected one.
bool showsHandles(const crossfade::AnimationCurve& curve, int key, int selected);
/// The nearest key or visible tangent handle within `reach` pixels, else the line if it is that near.
CurveHit hitCurve(const crossfade::AnimationCurve& curve, int selected, const CurveAxes& axes, ImVec2 pointer,
                  float reach);
/// The slope of a tangent dragged to `pointer`. Steep but finite if that is on the wrong side of the key.
double slopeTowards(const crossfade::CurveKey& key, TangentSide side, const CurveAxes& axes, ImVec2 pointer);
/// The weight of a tangent dragged to `pointer`, 0 to 1. The tangent must have a handle (assert).
double weightTowards(const crossfade::AnimationCurve& curve, int key, TangentSide side, const CurveAxes& axes,
                     ImVec2 pointer);

/// Whether both tangents have one slope, so that they rotate together.
bool isJoined(const crossfade::CurveKey& key);
/// `value` rounded to a multiple of `step`.
double snapped(double value, double step);

/// With the key moved, but kept between its neighbors and inside a bounded plane. Fixed ends and non-finite values
/// change nothing.
crossfade::AnimationCurve withKeyMoved(crossfade::AnimationCurve curve, int key, double time, double value,
                                       const CurvePlane& plane);
/// With one tangent's slope changed, and the other's too if they are joined and not `broken`. At the edge of a bounded
/// plane, a slope that would leave it becomes 0.
crossfade::AnimationCurve withTangentTurned(crossfade::AnimationCurve curve, int key, TangentSide side, double slope,
                                            bool broken, const CurvePlane& plane);
/// With that weight, 0 to 1, as the tangent's length; none: a third of its segment again, without a weight. The
/// other tangent's weight stays, even if they are joined.
crossfade::AnimationCurve withWeight(crossfade::AnimationCurve curve, int key, TangentSide side,
                                     std::optional<double> weight);
struct AddedKey {
  crossfade::AnimationCurve curve;
  int key = -1;
};
/// With a key added on the curve at its slope, so that the shape stays the same (nearly, with weighted tangents). None
/// outside the plane's times or too close to another key.
std::optional<AddedKey> withKeyAdded(crossfade::AnimationCurve curve, double time, const CurvePlane& plane);

enum class TangentShape { Smooth, Flat, Straight, Step };
/// Sets both tangents of a key: the mean slope of its neighbors, level, straight to each neighbor, or holding the value
/// until the next key.
crossfade::AnimationCurve withKeyShaped(crossfade::AnimationCurve curve, int key, TangentShape shape,
                                        const CurvePlane& plane);

/// The curve as a line in pixels from left to right, with steps vertical and as it wraps at either end. Returns the
/// number of points, at most `points.size()`.
std::size_t lineOf(const crossfade::AnimationCurve& curve, const CurveAxes& axes, std::span<ImVec2> points);

// Edits of several keys of a curve at once, as pure functions. A selection is the indices of its keys, ascending.

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
