// Key shapes in a row and how one becomes the next: what a shapes file holds and a ShapeScene works on.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "crossfade/curve/animation_curve.h"
#include "crossfade/shape/morph_plan.h"

namespace app {

/// Which points of two neighbouring key shapes belong together: the least motion, or as they were drawn, after turning
/// the second one's list by `rotation` points or reversing it.
struct PairCorrespondence {
  bool automatic = true;
  int rotation = 0;
  bool reversed = false;
  friend bool operator==(const PairCorrespondence&, const PairCorrespondence&) = default;
};
inline constexpr PairCorrespondence kAsDrawn{.automatic = false};

struct KeyShape {
  std::string name;
  crossfade::Shape shape;
  double hold = 0.5;          // seconds that it stands still
  double morph = 1;           // seconds on its way to the next one; without meaning in the last
  PairCorrespondence toNext;  // likewise
  friend bool operator==(const KeyShape&, const KeyShape&) = default;
};

enum class ShapeMode { Picture, Animation };
/// What the animation does at its end.
enum class ShapeEnding { Stop, Repeat, PingPong };

/// What is to be seen of a shape.
struct ShapeLook {
  bool fills = true;
  bool outlines = true;
  bool onionSkin = true;  // the in-betweens, faint, around the moving shape
  friend bool operator==(const ShapeLook&, const ShapeLook&) = default;
};

struct ShapeSettings {
  crossfade::MorphKind kind = crossfade::MorphKind::Linear;
  crossfade::ClosingError closing = crossfade::ClosingError::Spread;
  bool sideBySide = false;  // every kind at once
  ShapeMode mode = ShapeMode::Animation;
  int inBetweens = 5;  // pictures between two key shapes, in picture mode
  double fps = 25;     // in animation mode
  ShapeEnding ending = ShapeEnding::PingPong;
  crossfade::AnimationCurve easing =
      *crossfade::AnimationCurve::linear(0, 0, 1, 1);  // how far, 0 to 1, over the part of a morph's time
  ShapeLook look;
  friend bool operator==(const ShapeSettings&, const ShapeSettings&) = default;
};

struct ShapeDocument {
  std::vector<KeyShape> keys;
  ShapeSettings settings;
  friend bool operator==(const ShapeDocument&, const ShapeDocument&) = default;
};

/// What people and files may ask for; beyond that, commands and readers refuse.
namespace shape_limits {
inline constexpr double kCoordinate = 1e6;
inline constexpr int kPointsOfAShape = 10'000;
inline constexpr int kPoints = 20'000;  // of all key shapes together
inline constexpr int kShapes = 100;
inline constexpr double kSeconds = 3600;
inline constexpr int kInBetweens = 60;
inline constexpr double kFps = 1000;
}  // namespace shape_limits

// How files and the command line call them, in the order of the enumerations.
inline constexpr std::array<std::string_view, 4> kMorphNames{"linear", "clockwise", "counterClockwise", "shortest"};
inline constexpr std::array<std::string_view, 2> kClosingNames{"spread", "raw"};
inline constexpr std::array<std::string_view, 2> kShapeModeNames{"picture", "animation"};
inline constexpr std::array<std::string_view, 3> kShapeEndingNames{"stop", "repeat", "pingPong"};

/// Refuses what is beyond the limits, in a sentence that names the shape.
crossfade::Result<void> checkShapes(const std::vector<KeyShape>& keys);
crossfade::Result<void> checkSettings(const ShapeSettings& settings);

}  // namespace app
