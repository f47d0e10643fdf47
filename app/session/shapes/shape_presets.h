// Ready-made shapes: the two pairs of the classic lesson, and five silhouettes to pair with anything.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "app/fields/field.h"
#include "crossfade/shape/shape.h"

namespace app {

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
