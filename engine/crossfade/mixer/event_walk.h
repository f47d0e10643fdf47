// Which events of a clip a step of its time passes, in order, and how far along.
#ifndef CROSSFADE_MIXER_EVENT_WALK_H
#define CROSSFADE_MIXER_EVENT_WALK_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "crossfade/clip/clip_events.h"
#include "crossfade/mixer/clip_time.h"

namespace crossfade {

/// A step of a clip's time. At the end of a loop it turns (ping-pong), or goes on at the other end of the clip.
struct EventStep {
  double from = 0, to = 0;  // seconds in the clip
  double duration = 0;
  int direction = 1;      // in which the clip's time runs at `from`: 1 or -1
  std::int64_t ends = 0;  // of loops, that it crosses
  bool turns = false;     // there
  /// Playing begins at `from`, or the clip was set there: what lies there is passed, too.
  bool fresh = false;
};

struct EventHit {
  int event = 0;
  EventPass pass = EventPass::Moment;
  double distance = 0;  // seconds of the clip's time since the step began
  int direction = 1;    // in which the clip passes it
};

namespace detail {

/// A part of a step between two ends of loops.
struct EventLeg {
  double from = 0, to = 0;
  int direction = 1;
  bool fresh = false;   // as EventStep's
  bool enters = false;  // it begins at an end of the clip, coming from the other end
  double before = 0;    // distance from the beginning of the step
};

/// Calls `visit(hit)`, whose result says for a Begin whether the span begins. Where the clip stands within kSameTime of
/// an event, it has arrived there.
template <class Visit>
void walkLeg(const ClipEvents& events, const EventLeg& leg, std::uint64_t& open, const Visit& visit) {
  const auto sign = static_cast<double>(leg.direction);
  const double from = sign * leg.from, to = sign * leg.to;  // now from <= to
  const auto emit = [&](int event, EventPass pass, double time) {
    const double distance = std::clamp(sign * time - from, 0.0, std::max(to - from, 0.0));
    return visit(EventHit{event, pass, leg.before + distance, leg.direction});
  };
  const auto pass = [&](const ClipEvents::Boundary& boundary) {
    const double time = sign * boundary.time;
    if (boundary.span < 0) {
      const bool wasBefore = leg.enters || (leg.fresh ? from <= time + kSameTime : from < time - kSameTime);
      if (wasBefore && to >= time - kSameTime) emit(boundary.event, EventPass::Moment, boundary.time);
      return;
    }
    const std::uint64_t bit = std::uint64_t{1} << boundary.span;
    const bool leaves = boundary.isEnd == (leg.direction > 0), arrives = to >= time - kSameTime;
    if (leaves && arrives && (open & bit) != 0) {
      open &= ~bit;
      emit(boundary.event, EventPass::End, boundary.time);
    } else if (!leaves && arrives && (open & bit) == 0 && (leg.enters || from <= time + kSameTime)) {
      if (emit(boundary.event, EventPass::Begin, boundary.time)) open |= bit;
    }
  };

  if (leg.fresh)
    for (std::size_t i = 0; i < events.spans().size(); ++i) {
      const auto& [begin, end, event] = events.spans()[i];
      const std::uint64_t bit = std::uint64_t{1} << i;
      const bool isInside = leg.from > begin + kSameTime && leg.from < end - kSameTime;
      if (isInside && (open & bit) == 0 && emit(event, EventPass::Begin, leg.from)) open |= bit;
    }
  const auto all = events.boundaries();
  const double low = std::min(leg.from, leg.to) - kSameTime, high = std::max(leg.from, leg.to) + kSameTime;
  const auto first = std::lower_bound(all.begin(), all.end(), low,
                                      [](const ClipEvents::Boundary& each, double time) { return each.time < time; });
  auto last = first;
  while (last != all.end() && last->time <= high) ++last;
  if (leg.direction > 0)
    for (auto each = first; each != last; ++each) pass(*each);
  else
    for (auto each = last; each != first;) pass(*--each);
}

}  // namespace detail

/// Counts of a clip of almost no length grow too large: they stop at the largest number.
inline void addToCount(std::int64_t& count, std::int64_t more) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  count = more > 0 ? std::min(count, kMost - more) + more : std::max(count, -kMost - more) + more;
}

/// Steps over more loops than this pass the rest without looking at each.
inline constexpr std::int64_t kMostEventLegs = 1024;

/// Calls `visit(const EventHit&)` for everything that the step passes, in order; for a Begin it returns whether the
/// span begins. `open` has one bit for each span that has begun and not ended. Each way from one end of a loop to the
/// other passes everything once; an event where the clip turns is passed once. Returns how many were passed without
/// a visit.
template <class Visit>
std::int64_t walkEvents(const ClipEvents& events, const EventStep& step, std::uint64_t& open, const Visit& visit) {
  int direction = step.direction;
  const auto endOf = [&](int way) { return way > 0 ? step.duration : 0.0; };
  detail::EventLeg leg{.from = step.from, .to = step.to, .direction = direction, .fresh = step.fresh};
  std::int64_t unseen = 0;
  for (std::int64_t end = 0; end < step.ends; ++end) {
    leg.to = endOf(direction);
    detail::walkLeg(events, leg, open, visit);
    leg.before += std::abs(leg.to - leg.from);
    if (const std::int64_t rest = step.ends - 1 - end; end >= kMostEventLegs && rest > 2) {
      const std::int64_t skipped = rest / 2 * 2;  // in pairs, so that a ping-pong runs the same way again
      const double hits = static_cast<double>(skipped) * static_cast<double>(events.boundaries().size());
      unseen = static_cast<std::int64_t>(std::min(hits, 1e18));
      leg.before += static_cast<double>(skipped) * step.duration;
      end += skipped;
    }
    if (step.turns) direction = -direction;
    leg = {
        .from = endOf(-direction), .to = step.to, .direction = direction, .enters = !step.turns, .before = leg.before};
  }
  detail::walkLeg(events, leg, open, visit);
  return unseen;
}

}  // namespace crossfade

#endif  // CROSSFADE_MIXER_EVENT_WALK_H
