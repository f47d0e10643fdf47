// The events of a clip as diamonds that can be dragged, in the clip's bar and in the timeline, and the menu that adds,
// renames and deletes them.
#pragma once

#include <array>

#include <imgui.h>

#include "app/session/command.h"
#include "app/session/session.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

// ---- When the feet of a clip are down, as bars.

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

/// What the pointer holds, or what the menu is about.
struct EventView {
  int clip = -1;
  int event = -1;       // in ClipEvents::events(); -1: none, just a time in the clip
  bool isEnd = false;   // of a span
  bool held = false;    // it moves when it is released
  double heldTime = 0;  // seconds in the clip: where it is held
  double menuTime = 0;  // the same: where the menu adds an event
  bool appears = false;
  std::array<char, 64> name{};  // being typed
};

/// nullptr: the clip has none.
const crossfade::ClipEvents* eventsOf(const Session& session, int clip);

/// Of a moment, or of the begin or end of a span, with its upper end at `y`.
void drawEventMark(ImDrawList& list, float x, float y, bool held = false);

/// Takes hold of a mark; a double click opens its menu instead.
void holdEvent(const Session& session, EventView& view, int clip, int event, bool isEnd);
/// Moves what is held to where it is held.
void releaseEvent(const Session& session, EventView& view, Commands& out);

/// Opens the menu of an event or, with -1, of a time in the clip (seconds), in the current ImGui window.
void openEventMenu(const Session& session, EventView& view, int clip, int event, double time);
/// In the window in which it is opened, in every frame.
void drawEventMenu(const Session& session, EventView& view, Commands& out);
/// Adds an event at `time` (seconds in the clip) and opens its menu for a name.
void addEvent(const Session& session, EventView& view, int clip, double time, Commands& out);

/// Whether it is known that feet come down in the clip.
bool hasSteps(const Session& session, int clip);
/// Adds an event wherever a foot comes down, such as "left down", unless one of that name is there already.
void addSteps(const Session& session, EventView& view, int clip, Commands& out);

/// Of a whole clip, along the top of `bar`: before the control below them is made, so that the marks get the pointer.
/// Whether it is over one of them.
bool takeEventMarks(const Session& session, EventView& view, int clip, const UiRect& bar, Commands& out);
/// The same, after it.
void drawEventMarks(const Session& session, const EventView& view, int clip, const UiRect& bar);

}  // namespace app
