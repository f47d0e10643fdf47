// The controls of one clip.
#ifndef APP_UI_CHARACTER_CLIPS_PANEL_H
#define APP_UI_CHARACTER_CLIPS_PANEL_H

#include "app/fields/field.h"
#include "app/session/command.h"
#include "app/session/session.h"
#include "app/ui/character/clip_names.h"
#include "app/ui/character/event_marks.h"

namespace app {

/// What a clip's own buttons use, in seconds, set by the sliders beside them.
struct ClipLengths {
  static constexpr double kDefaultFade = 0.3, kDefaultHalt = 0.5, kDefaultDelay = 1, kDefaultWarp = 0.5;
  double fade = kDefaultFade;
  double halt = kDefaultHalt;
  double delay = kDefaultDelay;
  double warp = kDefaultWarp;
  double warpTo = 1;         // a time scale
  bool carriesOver = false;  // what is set by hand fades in
};

/// The parts of a clip's card below time, weight and speed: which are unfolded, of all cards alike.
struct CardSections {
  bool looping = false, fades = false, ramp = false, root = false, events = false;
  friend bool operator==(const CardSections&, const CardSections&) = default;
};

constexpr auto fieldsOf(const CardSections*) {
  return std::tuple{
      Field{"looping", "Looping", &CardSections::looping}, Field{"fades", "Fades", &CardSections::fades},
      Field{"ramp", "Ramp", &CardSections::ramp},          Field{"root", "Root", &CardSections::root},
      Field{"events", "Events", &CardSections::events},
  };
}

/// Inside the clips panel.
void drawClipDetails(const Session& session, int clip, ClipLengths& lengths, CardSections& sections, EventView& events,
                     Commands& out);

// ---- One row of the clip list: name, favorite, weight, and the button that fades to the clip or, while it
// plays, stops it.

struct ClipRowLook {
  bool open = false;        // its card is shown below
  bool chosen = false;      // Enter in the search takes it
  bool showLength = false;  // even if the name has to be shortened for it
};

float clipRowHeight();
/// At the cursor, as wide as the window's content. True when the row was clicked.
bool drawClipRow(const Session& session, const ClipNames& names, int clip, const ClipLengths& lengths,
                 const ClipRowLook& look, Commands& out);

}  // namespace app

#endif  // APP_UI_CHARACTER_CLIPS_PANEL_H
