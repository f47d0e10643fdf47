#include "crossfade/clip/clip_events.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "crossfade/base/number_text.h"
#include "crossfade/base/stable_sort.h"

namespace crossfade {
namespace {

std::optional<std::string> findFault(const ClipEvent& event, double duration) {
  const auto seconds = [](double time) { return formatNumber(time) + " s"; };
  if (!(event.time >= 0 && event.time <= duration))
    return "its time " + seconds(event.time) + " is not within the clip (0 to " + seconds(duration) + ")";
  if (event.end && !(*event.end - event.time >= ClipEvents::kShortestSpan && *event.end <= duration))
    return "its end " + seconds(*event.end) + " is not after " + seconds(event.time) + " and within the clip (" +
           seconds(duration) + ")";
  if (event.value && !std::isfinite(*event.value)) return "its value is not finite";
  return {};
}

bool isBefore(const std::pair<ClipId, ClipEvents>& entry, ClipId clip) {
  return std::tie(entry.first.index, entry.first.generation) < std::tie(clip.index, clip.generation);
}

}  // namespace

Result<ClipEvents> ClipEvents::make(std::vector<ClipEvent> events, double duration) {
  if (events.size() > kMostEvents)
    return Error{std::to_string(events.size()) + " events: a clip has at most " + std::to_string(kMostEvents)};
  for (const ClipEvent& event : events)
    if (const auto fault = findFault(event, duration)) return Error{"event '" + event.name + "': " + *fault};

  ClipEvents made;
  stableSort(events, [](const auto& a, const auto& b) { return a.time < b.time; });
  for (std::size_t i = 0; i < events.size(); ++i) {
    const ClipEvent& event = events[i];
    const auto index = static_cast<int>(i), span = event.end ? static_cast<int>(made.spans_.size()) : -1;
    made.boundaries_.push_back({.time = event.time, .event = index, .span = span});
    if (!event.end) continue;
    made.boundaries_.push_back({.time = *event.end, .event = index, .span = span, .isEnd = true});
    made.spans_.push_back({.begin = event.time, .end = *event.end, .event = index});
  }
  if (made.spans_.size() > kMostSpans)
    return Error{std::to_string(made.spans_.size()) + " spans: a clip has at most " + std::to_string(kMostSpans)};
  stableSort(made.boundaries_, [](const Boundary& a, const Boundary& b) {
    return std::tuple(a.time, !a.isEnd) < std::tuple(b.time, !b.isEnd);
  });
  made.events_ = std::move(events);
  return made;
}

void ClipEventSet::set(ClipId clip, ClipEvents events) {
  if (!clip) return;
  remove(clip);
  entries_.emplace(std::lower_bound(entries_.begin(), entries_.end(), clip, isBefore), clip, std::move(events));
}

void ClipEventSet::remove(ClipId clip) {
  std::erase_if(entries_, [clip](const auto& entry) { return entry.first == clip; });
}

const ClipEvents* ClipEventSet::find(ClipId clip) const {
  const auto found = std::lower_bound(entries_.begin(), entries_.end(), clip, isBefore);
  return found != entries_.end() && found->first == clip ? &found->second : nullptr;
}

}  // namespace crossfade
