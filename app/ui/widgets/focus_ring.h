// Shows the control with the focus: scrolls to it and draws the ring.
#ifndef APP_UI_WIDGETS_FOCUS_RING_H
#define APP_UI_WIDGETS_FOCUS_RING_H

#include "app/ui/widgets/ui_rect.h"

namespace app {

/// The part of `rect` that ImGui's current window shows; empty: none of it.
UiRect visiblePart(const UiRect& rect);
/// Scrolls ImGui's current window, from its next frame on, so that it shows `rect`.
void scrollTo(const UiRect& rect);
/// Outside of `rect`, with a line of the background on both sides, so that it is visible on any color.
void drawRing(const UiRect& rect);

}  // namespace app

#endif  // APP_UI_WIDGETS_FOCUS_RING_H
