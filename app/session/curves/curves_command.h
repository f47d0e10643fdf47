// What can be set in the curves workspace, and the commands that set it.
#pragma once

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

constexpr auto fieldsOf(const PlotKey*) {
  constexpr ValueRange kRange{-kPlotLimit, kPlotLimit};
  return std::tuple{
      Field{"x", "X of a key", &PlotKey::x, kRange},
      Field{"y", "Y of a key", &PlotKey::y, kRange},
      Field{"slope", "Slope", &PlotKey::slope, kRange},
  };
}

/// Which lines are drawn.
struct ShownLines {
  std::array<bool, kPlotLines> on{true, true, true, true, true};
  bool& operator[](std::size_t line) { return on[line]; }
  bool operator[](std::size_t line) const { return on[line]; }
  friend bool operator==(const ShownLines&, const ShownLines&) = default;
};

template <std::size_t line>
constexpr auto fieldOfLine() {
  const auto shown = [](auto& lines) -> auto& { return lines.on[line]; };
  return Field{kWords<PlotLine>[line].data(), kWords<PlotLine>[line].data(), shown};
}
template <std::size_t... line>
constexpr auto fieldsOfLines(std::index_sequence<line...>) {
  return std::tuple{fieldOfLine<line>()...};
}
constexpr auto fieldsOf(const ShownLines*) { return fieldsOfLines(std::make_index_sequence<kPlotLines>{}); }

/// The lesson's samples of y = x^2, with the slopes of that function.
inline std::vector<PlotKey> lessonKeys() { return {{-2, 4, -4}, {-1, 1, -2}, {0, 0, 0}, {1, 1, 2}, {2, 4, 4}}; }
/// Three keys whose slopes differ on either side.
crossfade::AnimationCurve lessonCurve();

struct CurvesSettings {
  CurvesPicture picture = CurvesPicture::Interpolation;
  std::vector<PlotKey> keys = lessonKeys();  // sorted by x, 1 to kMaxPlotKeys
  ShownLines shown;
  double handle = 0.5;  // length of a Bezier handle as a fraction of its interval, 0 to 1; 1/3: Bezier is Hermite
  crossfade::AnimationCurve curve = lessonCurve();
  friend bool operator==(const CurvesSettings&, const CurvesSettings&) = default;
};

constexpr auto fieldsOf(const CurvesSettings*) {
  return std::tuple{
      Field{"picture", "Picture", &CurvesSettings::picture},
      Field{"keys", "Keys", &CurvesSettings::keys},
      Field{"shown", "Shown lines", &CurvesSettings::shown},
      Field{"handle", "Handle length", &CurvesSettings::handle, {0, 1}},
      Field{"curve", "Curve", &CurvesSettings::curve},
  };
}

/// Some of the settings. There are 1 to kMaxPlotKeys keys, in any order. Times and values of the curve are up to
/// kPlotLimit either way, its slopes up to 1e6 or infinite.
struct SetCurves : FieldChange<CurvesSettings> {
  using FieldChange::FieldChange;
};

namespace curves {

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
/// Where values are read off. Undo does not take it back.
struct SetCursor {
  double x = 0;
};
/// The cursor goes from the first key to the last, again and again. Undo does not take it back.
struct SetPlaying {
  bool playing = true;
};
}  // namespace curves

using CurvesCommand = std::variant<SetCurves, curves::MoveKey, curves::SetSlope, curves::AddKey, curves::RemoveKey,
                                   curves::ShowLine, curves::SetCursor, curves::SetPlaying>;

}  // namespace app
