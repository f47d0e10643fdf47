// Parts of the timeline: its rows, and the settings of a fade that was picked.
#ifndef APP_UI_CHARACTER_TIMELINE_PANEL_H
#define APP_UI_CHARACTER_TIMELINE_PANEL_H

#include "app/session/character/timeline/timeline.h"
#include "app/session/session.h"
#include "app/ui/character/character_panels.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

/// From mixer time to pixels.
struct TimeAxis {
  UiRect area;
  double begin = 0, end = 1;

  float x(double time) const { return area.x + static_cast<float>((time - begin) / (end - begin)) * area.width; }
  double time(float x) const { return begin + static_cast<double>((x - area.x) / area.width) * (end - begin); }
  double secondsOf(float pixels) const { return static_cast<double>(pixels / area.width) * (end - begin); }
};

/// In the current ImGui window. `area` includes the names on the left, `nameWidth` wide. The lowest rows are the sum of
/// weights, the velocity jump and the frame time, as many as fit below three clips.
void drawTimelineLanes(const Session& session, const TimeAxis& axis, const UiRect& area, float nameWidth);

/// The settings of a fade of the log, above the timeline. Closing it picks no fade.
void drawPickedFade(const Session& session, TimelineView& view, const LoggedFade& fade, const TimeAxis& axis,
                    Commands& out);

}  // namespace app

#endif  // APP_UI_CHARACTER_TIMELINE_PANEL_H
