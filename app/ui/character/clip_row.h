// One row of the clip list: name, favorite, weight, and the button that fades to the clip or, while it
// plays, stops it.
#ifndef APP_UI_CHARACTER_CLIP_ROW_H
#define APP_UI_CHARACTER_CLIP_ROW_H

#include "app/session/command.h"
#include "app/session/session.h"
#include "app/ui/character/clip_details.h"
#include "app/ui/character/clip_names.h"

namespace app {

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

#endif  // APP_UI_CHARACTER_CLIP_ROW_H
