// The cross-fade panel's markers of From and To, for sync by markers.
#ifndef APP_UI_CHARACTER_MARKER_VIEW_H
#define APP_UI_CHARACTER_MARKER_VIEW_H

#include <array>

#include "app/session/command.h"
#include "app/session/session.h"

namespace app {

struct MarkerView {
  int clip = -1;    // whose marker was picked
  int marker = -1;  // the picked one; -1: none
  bool held = false;
  double heldTime = 0;  // seconds in the clip, while it is held
  bool names = false;   // the name is being typed
  std::array<char, 32> name{};
};

/// Inside the panel: a bar for each clip. A click adds a marker, a drag moves one, a double click removes it.
void drawMarkerView(const Session& session, MarkerView& view, Commands& out);

}  // namespace app

#endif  // APP_UI_CHARACTER_MARKER_VIEW_H
