// Moments and spans inside clips, for all characters of a rig.
#include <optional>
#include <utility>
#include <vector>

#include "character.h"
#include "surface.h"

namespace crossfade::web {

void Rig::setEvents(int clip, ClipEvents made) {
  events.set(clipIds[static_cast<std::size_t>(clip)], std::move(made));
  for (Character* const character : characters) character->player.setEvents(&events);
}

/// Events of a clip: one name for each, separated by zeros; times of three values, of which NaN means none: begin, end,
/// value. Replaces earlier ones. 0: not possible.
CROSSFADE_WEB(crossfade_rig_events)
int crossfadeRigEvents(Rig* rig, int clip, const char* names, const double* times, int count) {
  const auto orNone = [](double value) { return value == value ? std::optional(value) : std::nullopt; };
  std::vector<ClipEvent> events;
  for (int i = 0; i < count; ++i, times += 3) {
    events.push_back({.name = names, .time = times[0], .end = orNone(times[1]), .value = orNone(times[2])});
    names += events.back().name.size() + 1;
  }
  auto made = ClipEvents::make(std::move(events), rig->clip(clip).duration());
  if (!made) return setError(made.error()), 0;
  rig->setEvents(clip, *std::move(made));
  return 1;
}

/// The name of an event of a clip, ended by a zero; nullptr if there is none of that index.
CROSSFADE_WEB(crossfade_rig_event_name) const char* crossfadeRigEventName(const Rig* rig, int clip, int event) {
  const ClipEvents* const events = rig->events.find(rig->clipIds[static_cast<std::size_t>(clip)]);
  const bool exists = events && event >= 0 && static_cast<std::size_t>(event) < events->events().size();
  return exists ? events->events()[static_cast<std::size_t>(event)].name.c_str() : nullptr;
}

}  // namespace crossfade::web
