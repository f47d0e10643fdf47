// When which key shape stands and when one is on its way to the next: hold, morph, hold, morph, hold.
#pragma once

#include <span>

#include "app/session/shapes/shape_document.h"

namespace app {

/// On the way from `key` to the next one; `fraction` of the way's time is over. 0: the key itself.
struct TimelinePosition {
  int key = 0;
  double fraction = 0;
  friend bool operator==(const TimelinePosition&, const TimelinePosition&) = default;
};

/// Seconds from the first hold to the end of the last.
double timelineLength(std::span<const KeyShape> keys);

/// Seconds after which the animation begins anew: its length, or there and back.
double timelinePeriod(double length, ShapeEnding ending);

/// `time` moved to where it counts: into [0, length] where the animation stops, else into [0, period). NaN and a length
/// of 0: 0.
double foldedTime(double time, double length, ShapeEnding ending);

/// The last frame that began at or before `time`, at `fps` frames per second. The end itself, where the animation
/// stops, is always shown.
double frameTime(double time, double fps, double length, ShapeEnding ending);

/// Where the animation stands at `time`, folded; on the way back of a ping-pong too. A morph of no seconds is a step.
TimelinePosition timelinePositionAt(std::span<const KeyShape> keys, double time, ShapeEnding ending);

}  // namespace app
