// Commands for the motion of the root and the feet.
#ifndef APP_SESSION_CHARACTER_TRAVEL_COMMANDS_H
#define APP_SESSION_CHARACTER_TRAVEL_COMMANDS_H

#include <variant>

#include "app/model/root_clip.h"
#include "app/session/character/travel_settings.h"

namespace app {

/// From InFile to another mode and back, the character is where it started, and the timeline starts over.
struct SetTravel {
  TravelMode mode = TravelMode::InFile;
};

struct SetRoot {
  int clip = 0;
  RootSettings root;
};

/// Measures how the clips travel and when their feet are down, in the background.
struct StudyClips {};

/// Keeps feet that are down where they are on the ground, in every pose of the clips and fades. Only human legs can be
/// locked; the timeline starts over.
struct SetFootLock {
  bool on = true;
};

/// Sets the markers of a clip where its feet come down, and with `ups` where they lift: "left down", "left up". A walk
/// and a run put feet down and lift them in different orders, so only their downs match. Refused if no foot comes down.
struct MarkersFromFeet {
  int clip = 0;
  bool ups = false;
};

using TravelCommand = std::variant<SetTravel, SetRoot, StudyClips, SetFootLock, MarkersFromFeet>;

}  // namespace app

#endif  // APP_SESSION_CHARACTER_TRAVEL_COMMANDS_H
