// What the window shows: the model, or one of the workspaces for a lesson of its own.
#pragma once

#include <array>
#include <string_view>

namespace app {

enum class SceneKind { Character, Shapes, Timing };

/// How scripts and the command line call them, in the order of the enumeration.
inline constexpr std::array<std::string_view, 3> kSceneWords{"character", "shapes", "timing"};

}  // namespace app
