// Editing a curve by hand: what lies under the pointer, and what a drag makes of the curve. Functions of values; the
// widget in curve_editor.h only remembers what is held.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include <imgui.h>

#include "app/ui/widgets/ui_rect.h"
#include "crossfade/curve/animation_curve.h"

namespace app {

/// The times and values among which a curve is drawn and keys may move.
struct CurvePlane {
  double begin = 0;
  double end = 1;
  double minValue = 0;
  double maxValue = 1;
  bool endsFixed = true;  // the first and the last key stay where they are; their tangents turn
};

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

/// Where the end of a tangent is drawn. Nothing where there is none to be grabbed: before the first key, after the last
/// one, and at a step.
std::optional<ImVec2> handleOf(const crossfade::AnimationCurve& curve, int key, TangentSide side,
                               const CurveAxes& axes);
/// Few keys show all their tangents, many only those of the selected one.
bool showsHandles(const crossfade::AnimationCurve& curve, int key, int selected);
/// The nearest key or shown tangent within `reach` pixels, else the line where the pointer is that near to it.
CurveHit hitCurve(const crossfade::AnimationCurve& curve, int selected, const CurveAxes& axes, ImVec2 pointer,
                  float reach);
/// The slope of a tangent that is pulled to `pointer`; steep, never infinite, where that is not on its side of the key.
double slopeTowards(const crossfade::CurveKey& key, TangentSide side, const CurveAxes& axes, ImVec2 pointer);

/// In and out with one slope: they turn together.
bool isJoined(const crossfade::CurveKey& key);
/// `value` on the nearest multiple of `step`.
double snapped(double value, double step);

/// The key at another place, between its neighbours and inside the plane. Fixed ends and numbers that are not finite
/// change nothing.
crossfade::AnimationCurve withKeyMoved(crossfade::AnimationCurve curve, int key, double time, double value,
                                       const CurvePlane& plane);
/// One tangent with another slope, and the other one with it when they are joined and not to be broken. At the edge of
/// the plane a slope that would leave it lies along it.
crossfade::AnimationCurve withTangentTurned(crossfade::AnimationCurve curve, int key, TangentSide side, double slope,
                                            bool broken, const CurvePlane& plane);
struct AddedKey {
  crossfade::AnimationCurve curve;
  int key = -1;
};
/// A key on the curve with the curve's own slope: its shape stays as it is (nearly, beside weighted tangents). Nothing
/// outside the plane's times or too near to another key.
std::optional<AddedKey> withKeyAdded(crossfade::AnimationCurve curve, double time, const CurvePlane& plane);
/// Nothing for fixed ends, and for one of the last two keys.
std::optional<crossfade::AnimationCurve> withKeyRemoved(crossfade::AnimationCurve curve, int key,
                                                        const CurvePlane& plane);

enum class TangentShape { Smooth, Flat, Straight, Step };
/// Both tangents of a key: the mean slope of its neighbours, level, straight to each neighbour, or the value that holds
/// until the next key.
crossfade::AnimationCurve withKeyShaped(crossfade::AnimationCurve curve, int key, TangentShape shape,
                                        const CurvePlane& plane);

/// The line of the curve in pixels from left to right, steps upright; as many points as fit, the count of which comes
/// back.
std::size_t lineOf(const crossfade::AnimationCurve& curve, const CurveAxes& axes, std::span<ImVec2> points);

}  // namespace app
