// Ranges of what can be set for a clip that plays.
#ifndef APP_SESSION_CHARACTER_PLAYBACK_LIMITS_H
#define APP_SESSION_CHARACTER_PLAYBACK_LIMITS_H

#include "app/fields/field.h"

namespace app {

inline constexpr ValueRange kWeight{0, 100};
inline constexpr ValueRange kTimeScale{-100, 100};
inline constexpr ValueRange kClipSeconds{0, 1e9};

}  // namespace app

#endif  // APP_SESSION_CHARACTER_PLAYBACK_LIMITS_H
