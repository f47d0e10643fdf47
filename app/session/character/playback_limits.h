// Ranges of what can be set for a clip that plays.
#pragma once

#include "app/session/checks/value_range.h"

namespace app {

inline constexpr ValueRange kWeight{0, 100};
inline constexpr ValueRange kTimeScale{-100, 100};
inline constexpr ValueRange kClipSeconds{0, 1e9};

}  // namespace app
