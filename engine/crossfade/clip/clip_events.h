// Events inside a clip: moments and spans with a name, such as a step, the window of a hit or the trail of a sword.
//
//   ClipEventSet events;
//   events.set(walk, *ClipEvents::make({{.name = "left step", .time = 0.1}}, clips[walk].duration()));
//   player.setEvents(&events);
//   each frame: player.advance(seconds, pose);
//               for (const PassedEvent& passed : player.mixer().passedEvents()) play(passed.event->name);
#ifndef CROSSFADE_CLIP_CLIP_EVENTS_H
#define CROSSFADE_CLIP_CLIP_EVENTS_H

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/base/result.h"
#include "crossfade/clip/clip_set.h"

namespace crossfade {

/// A moment of a clip, or with `end` a span.
struct ClipEvent {
  std::string name;
  double time = 0;              // seconds in the clip
  std::optional<double> end;    // of a span, likewise
  std::optional<double> value;  // yours: a loudness, a damage
  friend bool operator==(const ClipEvent&, const ClipEvent&) = default;
};

/// What an event does when the clip passes it: a span begins and ends.
enum class EventPass { Moment, Begin, End };

/// The events of one clip, by time; those at the same time in the order in which they were given.
class CROSSFADE_API ClipEvents {
 public:
  static constexpr std::size_t kMostEvents = 1024;
  static constexpr std::size_t kMostSpans = 64;  // of the events
  static constexpr double kShortestSpan = 1e-6;  // seconds

  /// A moment of a clip where something is passed: an event, or the begin or the end of a span.
  struct Boundary {
    double time = 0;
    int event = 0;  // index in events()
    int span = -1;  // counts the spans; -1: a moment
    bool isEnd = false;
  };
  struct Span {
    double begin = 0, end = 0;
    int event = 0;
  };

  /// No events.
  ClipEvents() = default;
  /// Errors: too many events or spans; a time outside 0 to `duration` (seconds), a span that ends less than
  /// kShortestSpan after it begins or after the clip's end, a value that is not finite. The error names the event.
  static Result<ClipEvents> make(std::vector<ClipEvent> events, double duration);

  std::span<const ClipEvent> events() const { return events_; }
  /// By time; of those at one time, ends of spans come first.
  std::span<const Boundary> boundaries() const { return boundaries_; }
  std::span<const Span> spans() const { return spans_; }

 private:
  std::vector<ClipEvent> events_;
  std::vector<Boundary> boundaries_;
  std::vector<Span> spans_;
};

/// The events of many clips. Any number of mixers, on any threads, may read one that nobody changes.
class CROSSFADE_API ClipEventSet {
 public:
  /// Replaces earlier events of the clip. An id that refers to nothing is ignored.
  void set(ClipId clip, ClipEvents events);
  void remove(ClipId clip);
  /// nullptr: none.
  const ClipEvents* find(ClipId clip) const;

 private:
  std::vector<std::pair<ClipId, ClipEvents>> entries_;  // by id
};

}  // namespace crossfade

#endif  // CROSSFADE_CLIP_CLIP_EVENTS_H
