// A plot of weights over time: the past, and the future as running fades will make it.
#pragma once

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

}  // namespace app
