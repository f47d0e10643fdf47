// Weights of clips: a plot of the past, and of the future as running fades will make it; and each clip's share.
#pragma once

#include <imgui.h>

#include "app/session/command.h"
#include "app/session/session.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

/// The interval of mixer time that a plot shows.
struct TimeWindow {
  double begin = 0;
  double end = 4;
};

/// What the plot remembers between frames, so that its window moves smoothly.
struct PlotView {
  float span = 4;       // seconds across
  float cursor = 0.7f;  // position of "now", as a fraction of the width
};

/// The view after `delta` seconds of wall time, of which `played` were mixer time. During a fade the window stays and
/// the cursor crosses it; otherwise the cursor returns to its default position. Any input gives a usable view.
PlotView follow(const PlotView& view, const Session& session, double delta, double played);
TimeWindow windowOf(const PlotView& view, double now);

/// The weight `clip` will have at mixer time `time` if nothing changes: its own weight times its fade.
double projectedWeight(const Session& session, int clip, double time);

void drawWeightPlot(const Session& session, const UiRect& rect, const TimeWindow& window);

// ---- Each clip's share of the pose, and the sliders that mix clips by hand.

/// Whether the action plays a part in the mix, however small.
bool isMixed(const crossfade::AnimationAction& action);

/// A clip's share of the pose, 0 to 1: its effective weight as the blend uses it. Whole-body weights that sum to more
/// than 1 are divided by the sum; a masked clip covers what lies below it, so its weight is its share.
double shareOf(const Session& session, int clip);
/// The rest pose's share: what weights below 1 leave over. 0 if nothing plays.
double restShare(const Session& session);

/// Draws at the cursor: the playing clips, one below the other.
void drawMixView(const Session& session, const ImVec2& room, Commands& out);

}  // namespace app
