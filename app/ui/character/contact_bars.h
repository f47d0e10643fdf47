// When the feet of a clip are down, as bars.
#pragma once

#include <imgui.h>

#include "app/session/command.h"
#include "app/session/session.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

/// nullptr: the clip has no feet, or is not measured yet.
const crossfade::GroundContacts* contactsOf(const Session& session, int clip);
/// Asks for the contacts of all clips unless that is done.
void wantContacts(const Session& session, Commands& out);

/// Of one foot, the first being the left one, from `left` to `right`; with a dark edge, as it lies on any color.
void drawFootBar(ImDrawList& list, std::size_t foot, float left, float right, float top);
/// Of the first of rows at the bottom of `bar`.
float topOfFootBars(const crossfade::GroundContacts& contacts, const UiRect& bar);
inline constexpr float kFootBar = 2;  // interface units: the height of a foot's row, with 1 between two

/// Of a whole clip: a row for each foot, at the bottom of `bar`.
void drawContactBars(const crossfade::GroundContacts& contacts, const UiRect& bar);

}  // namespace app
