// The names of the fade's kinds in panels and pictures.
#ifndef APP_UI_CHARACTER_KIND_TEXT_H
#define APP_UI_CHARACTER_KIND_TEXT_H

#include <array>

namespace app {

/// In the order of crossfade::TransitionKind.
inline constexpr std::array<const char*, 6> kKindTexts = {"Classic", "Linear", "Curve", "Frozen", "Inertial", "Dead"};

}  // namespace app

#endif  // APP_UI_CHARACTER_KIND_TEXT_H
