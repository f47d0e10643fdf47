// Key shapes in order and how each morphs into the next: the content of a shapes file.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/fields/engine_words.h"
#include "app/fields/field.h"
#include "crossfade/curve/animation_curve.h"
#include "crossfade/shape/morph_plan.h"
#include "crossfade/shape/shape.h"

namespace app {

/// Which points of two neighboring key shapes correspond: automatically with the least motion, or as drawn, after
/// rotating the second list by `rotation` points or reversing it.
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
  double hold = 0.5;          // seconds
  double morph = 1;           // seconds to the next one; unused in the last
  PairCorrespondence toNext;  // unused in the last
  friend bool operator==(const KeyShape&, const KeyShape&) = default;
};

/// What happens to the gap that edges leave when each is interpolated by itself. Spread: all edges absorb it. Straight:
/// a line closes it, as in the classic lesson. Raw: it stays open.
enum class ShapeClosing { Spread, Straight, Raw };
template <>
inline constexpr std::array<std::string_view, 3> kWords<ShapeClosing>{"spread", "straight", "raw"};
enum class ShapeMode { Picture, Animation };
template <>
inline constexpr std::array<std::string_view, 2> kWords<ShapeMode>{"picture", "animation"};
/// What an animation shows. Seconds: a frame of every moment; each shape holds and morphs as long as it says. Pictures:
/// the key shapes and the in-betweens alone, each for one frame, without holding.
enum class ShapePace { Seconds, Pictures };
template <>
inline constexpr std::array<std::string_view, 2> kWords<ShapePace>{"seconds", "pictures"};
/// What the animation does at its end.
enum class ShapeEnding { Stop, Repeat, PingPong };
template <>
inline constexpr std::array<std::string_view, 3> kWords<ShapeEnding>{"stop", "repeat", "pingPong"};

/// What is drawn of a shape.
struct ShapeLook {
  bool fills = true;
  bool outlines = true;
  bool onionSkin = true;  // the in-betweens, faintly
  friend bool operator==(const ShapeLook&, const ShapeLook&) = default;
};

constexpr auto fieldsOf(const ShapeLook*) {
  return std::tuple{
      Field{"fills", "Fills", &ShapeLook::fills},
      Field{"outlines", "Outlines", &ShapeLook::outlines},
      Field{"onionSkin", "Onion skin", &ShapeLook::onionSkin},
  };
}

/// Limits for user input and files; commands and readers refuse anything beyond.
namespace shape_limits {
inline constexpr double kCoordinate = 1e6;
inline constexpr int kPointsOfAShape = 10'000;
inline constexpr int kPoints = 20'000;  // of all key shapes together
inline constexpr int kShapes = 100;
inline constexpr double kSeconds = 3600;
inline constexpr int kInBetweens = 60;
inline constexpr double kFps = 1000;
}  // namespace shape_limits

struct ShapeSettings {
  crossfade::MorphKind kind = crossfade::MorphKind::Linear;
  ShapeClosing closing = ShapeClosing::Spread;
  bool sideBySide = false;  // every kind at once
  ShapeMode mode = ShapeMode::Animation;
  int inBetweens = 5;  // between two key shapes: of a picture, of an animation by pictures, and of the onion skin
  ShapePace pace = ShapePace::Seconds;
  double fps = 25;  // of an animation
  ShapeEnding ending = ShapeEnding::PingPong;
  crossfade::AnimationCurve easing =
      *crossfade::AnimationCurve::linear(0, 0, 1, 1);  // morph progress over the fraction of its time, both 0 to 1
  ShapeLook look;
  friend bool operator==(const ShapeSettings&, const ShapeSettings&) = default;
};

constexpr auto fieldsOf(const ShapeSettings*) {
  using S = ShapeSettings;
  return std::tuple{
      Field{"algorithm", "Algorithm", &S::kind},
      Field{"closing", "Closing", &S::closing},
      Field{"sideBySide", "Side by side", &S::sideBySide},
      Field{"mode", "Picture or animation", &S::mode},
      Field{"inBetweens", "Number of in-betweens", &S::inBetweens, {0, shape_limits::kInBetweens}},
      Field{"pace", "Pace", &S::pace},
      Field{"fps", "Frame rate", &S::fps, {1, shape_limits::kFps}},
      Field{"ending", "Ending", &S::ending},
      Field{"easing", "Easing", &S::easing},
      Field{"look", "Look of the shapes", &S::look},
  };
}

/// The same shapes as the classic lesson shows them: `inBetweens` pictures at 2 per second, once, without holding or
/// easing, closed by a line, with all in-betweens behind the moving shape. The algorithm stays.
ShapeSettings asInLesson(ShapeSettings settings, int inBetweens);

struct ShapeDocument {
  std::vector<KeyShape> keys;
  ShapeSettings settings;
  friend bool operator==(const ShapeDocument&, const ShapeDocument&) = default;
};

/// Refuses anything beyond the limits; the error names the shape.
crossfade::Result<void> checkShapes(const std::vector<KeyShape>& keys);

// ---- Ready-made shapes: the two pairs of the classic lesson, and five silhouettes to pair with anything.

enum class ShapePreset { PencilLying, PencilUpright, StarBig, StarSmall, Apple, Vase, Stool, Elephant, Horse };
template <>
inline constexpr std::array<std::string_view, 9> kWords<ShapePreset>{
    "pencilLying", "pencilUpright", "starBig", "starSmall", "apple", "vase", "stool", "elephant", "horse"};

/// A closed shape. The classic ones have the lesson's coordinates, the others fill a box of about 300 x 210 units from
/// (0, 0).
std::span<const glm::dvec2> presetPoints(ShapePreset preset);
crossfade::Shape presetShape(ShapePreset preset);
/// The same with its box centered at `center`.
crossfade::Shape presetShape(ShapePreset preset, glm::dvec2 center);

/// Whether both come from the same classic lesson: then their points correspond one to one as drawn.
bool areClassicPair(ShapePreset a, ShapePreset b);

}  // namespace app
