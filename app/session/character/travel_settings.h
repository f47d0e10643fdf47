// How the motion of a character's root is shown.
#ifndef APP_SESSION_CHARACTER_TRAVEL_SETTINGS_H
#define APP_SESSION_CHARACTER_TRAVEL_SETTINGS_H

#include "app/fields/field.h"

namespace app {

enum class TravelMode {
  InFile,     // as the clips have it
  Treadmill,  // the character stays in place, and the floor moves under it
  Travel,     // the character moves, and the camera follows
};
template <>
inline constexpr std::array<std::string_view, 3> kWords<TravelMode>{"inFile", "treadmill", "travel"};

inline TravelMode nextMode(TravelMode mode) { return static_cast<TravelMode>((static_cast<int>(mode) + 1) % 3); }

}  // namespace app

#endif  // APP_SESSION_CHARACTER_TRAVEL_SETTINGS_H
