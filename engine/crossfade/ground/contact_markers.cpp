#include "crossfade/ground/contact_markers.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "crossfade/base/stable_sort.h"

namespace crossfade {

std::vector<SyncMarker> markersOf(const GroundContacts& contacts, ContactEvents moments) {
  std::vector<SyncMarker> markers;
  const double duration = contacts.duration;
  const auto add = [&](const std::string& name, double time) {
    if (contacts.isCyclic) time -= std::floor(time / duration) * duration;
    if (time > 0 ? time < duration : contacts.isCyclic) markers.push_back({name, time});
  };
  for (const FootContacts& foot : contacts.feet)
    for (const ContactInterval& contact : foot.foot) {
      if (contacts.isCyclic && contact.end - contact.start >= duration) continue;
      add(foot.name + " down", contact.start);
      if (moments == ContactEvents::StrikesAndToeOffs) add(foot.name + " up", contact.end);
    }
  stableSort(markers, [](const auto& a, const auto& b) { return a.time < b.time; });
  constexpr double kApart = 1e-6;  // seconds
  for (std::size_t i = 1; i < markers.size(); ++i)
    markers[i].time = std::max(markers[i].time, markers[i - 1].time + kApart);
  std::erase_if(markers, [&](const SyncMarker& marker) { return !(marker.time < duration); });
  return markers;
}

std::vector<ClipEvent> eventsOf(const GroundContacts& contacts, ContactEvents moments) {
  std::vector<ClipEvent> events;
  for (SyncMarker& marker : markersOf(contacts, moments))
    events.push_back({.name = std::move(marker.name), .time = marker.time});
  return events;
}

}  // namespace crossfade
