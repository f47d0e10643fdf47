// Weights over time: what they were, what the running fades will make of them, and where we are.
#pragma once

#include "app/session/session.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

/// The stretch of mixer time that a plot shows.
struct TimeWindow {
  double begin = 0;
  double end = 4;
};

/// What the plot remembers from frame to frame, so that the cursor moves and the window does not jump.
struct PlotView {
  float span = 4;       // seconds across
  float cursor = 0.7f;  // where the present is, as a share of the width
};

/// The view after `delta` seconds of wall time of which `played` were mixer time: during a fade the window stands and
/// the cursor crosses it, otherwise the cursor comes back to its usual place. Total: any numbers give a usable view.
PlotView follow(const PlotView& view, const Session& session, double delta, double played);
TimeWindow windowOf(const PlotView& view, double now);

/// The weight that `clip` will have at mixer time `time`, if nobody does anything: its own weight times its fade.
double projectedWeight(const Session& session, int clip, double time);

void drawWeightPlot(const Session& session, const UiRect& rect, const TimeWindow& window);

}  // namespace app
