// Ready-made shapes: the two pairs of the classic lesson, and five silhouettes that anything can be paired with.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "crossfade/shape/shape.h"

namespace app {

enum class ShapePreset { PencilLying, PencilUpright, StarBig, StarSmall, Apple, Vase, Stool, Elephant, Horse };

/// How files and the command line call them, in the order of the enumeration.
inline constexpr std::array<std::string_view, 9> kShapePresetNames{
    "pencilLying", "pencilUpright", "starBig", "starSmall", "apple", "vase", "stool", "elephant", "horse"};

/// All are closed. The classic ones lie where the lesson draws them, the others in a box of about 300 x 210 units from
/// (0, 0).
std::span<const glm::dvec2> presetPoints(ShapePreset preset);
crossfade::Shape presetShape(ShapePreset preset);
/// With the middle of its box at `centre`.
crossfade::Shape presetShape(ShapePreset preset, glm::dvec2 centre);

/// Whether both come from the same classic lesson: these stay where they are, and their points belong together one by
/// one.
bool areClassicPair(ShapePreset a, ShapePreset b);

}  // namespace app
