// What can be set in the curves workspace, and the commands that set it.
#ifndef APP_SESSION_CURVES_CURVES_COMMAND_H
#define APP_SESSION_CURVES_CURVES_COMMAND_H

#include <array>
#include <string_view>
#include <variant>
#include <vector>

#include "app/fields/field.h"
#include "crossfade/curve/animation_curve.h"

namespace app {

/// Keys with a line for each kind of interpolation, or an AnimationCurve against the polynomial of its keys.
enum class CurvesPicture { Interpolation, Polynomial };
template <>
inline constexpr std::array<std::string_view, 2> kWords<CurvesPicture>{"interpolation", "polynomial"};

enum class PlotLine { Step, Linear, Smooth, Hermite, Bezier };
template <>
inline constexpr std::array<std::string_view, 5> kWords<PlotLine>{"step", "linear", "smooth", "hermite", "bezier"};
inline constexpr std::size_t kPlotLines = kWords<PlotLine>.size();

inline constexpr std::size_t kMaxPlotKeys = 64;
inline constexpr double kPlotLimit = 1000;  // of x, y and slopes, either way

/// Hermite and Bezier reach and leave the key with `slope`; the other lines do not read it.
struct PlotKey {
  double x = 0;
  double y = 0;
  double slope = 0;
  friend bool operator==(const PlotKey&, const PlotKey&) = default;
};

/// The lesson's samples of y = x^2, with the slopes of that function.
inline std::vector<PlotKey> lessonKeys() { return {{-2, 4, -4}, {-1, 1, -2}, {0, 0, 0}, {1, 1, 2}, {2, 4, 4}}; }
/// Three keys whose slopes differ on either side.
crossfade::AnimationCurve lessonCurve();

struct CurvesSettings {
  CurvesPicture picture = CurvesPicture::Interpolation;
  std::vector<PlotKey> keys = lessonKeys();  // sorted by x, 1 to kMaxPlotKeys
  std::array<bool, kPlotLines> shown{true, true, true, true, true};
  double handle = 0.5;  // length of a Bezier handle as a fraction of its interval, 0 to 1; 1/3: Bezier is Hermite
  crossfade::AnimationCurve curve = lessonCurve();
  friend bool operator==(const CurvesSettings&, const CurvesSettings&) = default;
};

namespace curves {

struct SetPicture {
  CurvesPicture picture = CurvesPicture::Interpolation;
};
/// Replaces all keys; in any order. Undo, project files and "Reset example" send it.
struct SetKeys {
  std::vector<PlotKey> keys;
};
/// A key stays between its neighbors: `x` from the one before to the one after.
struct MoveKey {
  int key = 0;
  double x = 0;
  double y = 0;
};
struct SetSlope {
  int key = 0;
  double slope = 0;
};
/// After keys at the same x. Its slope is the mean of the chords to its neighbors.
struct AddKey {
  double x = 0;
  double y = 0;
};
/// The last one stays.
struct RemoveKey {
  int key = 0;
};
struct ShowLine {
  PlotLine line = PlotLine::Step;
  bool shown = true;
};
/// 0 to 1.
struct SetHandleLength {
  double fraction = 0.5;
};
/// Where values are read off. No change that is undone.
struct SetCursor {
  double x = 0;
};
/// Times and values up to kPlotLimit either way, slopes up to 1e6 or infinite.
struct SetComparedCurve {
  crossfade::AnimationCurve curve;
};

}  // namespace curves

using CurvesCommand = std::variant<curves::SetPicture, curves::SetKeys, curves::MoveKey, curves::SetSlope,
                                   curves::AddKey, curves::RemoveKey, curves::ShowLine, curves::SetHandleLength,
                                   curves::SetCursor, curves::SetComparedCurve>;

}  // namespace app

#endif  // APP_SESSION_CURVES_CURVES_COMMAND_H
