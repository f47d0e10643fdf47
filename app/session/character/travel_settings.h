// How the motion of a character's root is shown, and what becomes of it in each clip.
#ifndef APP_SESSION_CHARACTER_TRAVEL_SETTINGS_H
#define APP_SESSION_CHARACTER_TRAVEL_SETTINGS_H

namespace app {

enum class TravelMode {
  InFile,     // as the clips have it
  Treadmill,  // the character stays in place, and the floor moves under it
  Travel,     // the character moves, and the camera follows
};

inline TravelMode nextMode(TravelMode mode) { return static_cast<TravelMode>((static_cast<int>(mode) + 1) % 3); }

/// Of a clip, on the treadmill and in travel.
enum class RootMode {
  Auto,     // Extract for a clip that travels or turns, Feet for one that walks in place, Keep for others
  Keep,     // as in the file; moves nothing
  Hold,     // held in place; moves nothing
  Extract,  // held in place, and its motion moves the character
  Feet,     // moves the character at the speed that its planted feet imply
};

struct RootSettings {
  RootMode mode = RootMode::Auto;
  bool height = false;  // Hold and Extract also remove vertical motion, not only horizontal
  bool turn = true;     // and rotation about the vertical, if the clip turns
  friend bool operator==(const RootSettings&, const RootSettings&) = default;
};

}  // namespace app

#endif  // APP_SESSION_CHARACTER_TRAVEL_SETTINGS_H
