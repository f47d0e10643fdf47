// Sync markers from the contacts of a clip: where feet strike and lift.
#ifndef CROSSFADE_GROUND_CONTACT_MARKERS_H
#define CROSSFADE_GROUND_CONTACT_MARKERS_H

#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/body/contacts.h"
#include "crossfade/transition/sync_markers.h"

namespace crossfade {

/// Which moments become markers. In a walk a foot strikes before the other one lifts, in a run after that: only clips
/// with the same order share all names, but nearly all share the strikes.
enum class MarkerMoments { Downs, DownsAndUps };

/// "left down", "left up", "right down", "right up" by time, for SyncMarkers::make: at different times, within the
/// clip.
CROSSFADE_API std::vector<SyncMarker> markersOf(const GroundContacts& contacts,
                                                MarkerMoments moments = MarkerMoments::DownsAndUps);

}  // namespace crossfade

#endif  // CROSSFADE_GROUND_CONTACT_MARKERS_H
