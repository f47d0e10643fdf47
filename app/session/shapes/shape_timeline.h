// When each key shape holds and when it morphs into the next: hold, morph, hold, morph, hold.
#ifndef APP_SESSION_SHAPES_SHAPE_TIMELINE_H
#define APP_SESSION_SHAPES_SHAPE_TIMELINE_H

#include <span>
#include <vector>

#include "app/session/shapes/shape_document.h"

namespace app {

/// Seconds that a key shape holds, and then takes to become the next one; the latter is unused in the last.
struct TimelineKey {
  double hold = 0.5;
  double morph = 1;
};

/// Those of the key shapes or, by pictures, one frame for each in-between and each key shape. On the way back of a
/// ping-pong the last shape is not shown twice.
void makeTimeline(std::span<const KeyShape> keys, const ShapeSettings& settings, std::vector<TimelineKey>& timeline);

/// Between `key` and the next one; `fraction` of the morph's time has passed. 0: the key itself.
struct TimelinePosition {
  int key = 0;
  double fraction = 0;
  friend bool operator==(const TimelinePosition&, const TimelinePosition&) = default;
};

/// Seconds from the first hold to the end of the last.
double timelineLength(std::span<const TimelineKey> keys);

/// Seconds after which the animation repeats: its length, or twice that for ping-pong.
double timelinePeriod(double length, ShapeEnding ending);

/// `time` folded into [0, length] for an animation that stops, else into [0, period). 0 for NaN or a length of 0.
double foldedTime(double time, double length, ShapeEnding ending);

/// When the frame shown at `time` began, at `fps` frames per second. An animation that stops always shows its end.
double frameTime(double time, double fps, double length, ShapeEnding ending);

/// The position at `time` (folded), also on the way back of a ping-pong. A morph of 0 seconds is a step.
TimelinePosition timelinePositionAt(std::span<const TimelineKey> keys, double time, ShapeEnding ending);

}  // namespace app

#endif  // APP_SESSION_SHAPES_SHAPE_TIMELINE_H
