// Sync markers and events from the contacts of a clip: where feet strike and lift.
#ifndef CROSSFADE_GROUND_CONTACT_MARKERS_H
#define CROSSFADE_GROUND_CONTACT_MARKERS_H

#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/body/contacts.h"
#include "crossfade/clip/clip_events.h"
#include "crossfade/transition/sync_markers.h"

namespace crossfade {

/// Which contact events become markers. In a walk, a foot strikes before the other one lifts; in a run, after. So only
/// clips with the same gait have all events in the same order, but almost all gaits agree on the strikes.
enum class ContactEvents { Strikes, StrikesAndToeOffs };

/// "left down", "left up", "right down", "right up" by time, for SyncMarkers::make: at different times, within the
/// clip.
CROSSFADE_API std::vector<SyncMarker> markersOf(const GroundContacts& contacts,
                                                ContactEvents moments = ContactEvents::StrikesAndToeOffs);

/// The same as events of the clip, for ClipEvents::make.
CROSSFADE_API std::vector<ClipEvent> eventsOf(const GroundContacts& contacts,
                                              ContactEvents moments = ContactEvents::Strikes);

}  // namespace crossfade

#endif  // CROSSFADE_GROUND_CONTACT_MARKERS_H
