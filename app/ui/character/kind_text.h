// The names of the fade's kinds in panels and pictures.
#pragma once

#include <array>

namespace app {

/// In the order of crossfade::TransitionKind.
inline constexpr std::array<const char*, 6> kKindTexts = {"Classic", "Linear", "Curve", "Frozen", "Inertial", "Dead"};

}  // namespace app
