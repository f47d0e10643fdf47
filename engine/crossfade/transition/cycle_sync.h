// Keeps several clips at the same phase of their cycles while their weights change.
#ifndef CROSSFADE_TRANSITION_CYCLE_SYNC_H
#define CROSSFADE_TRANSITION_CYCLE_SYNC_H

#include <span>

#include "crossfade/base/export.h"
#include "crossfade/transition/sync_markers.h"

namespace crossfade {

/// How clips that blend stay in sync.
enum class Sync {
  None,
  Phase,    // all that repeat are at the same phase of their cycles, and a cycle takes the weighted average of their
            // times
  Markers,  // in phase between each pair of named points; clips without common names sync by phase
};

/// One clip of a synced group. `markers` is not nullptr, and `timeScale` not 0.
struct SyncMember {
  const SyncMarkers* markers = nullptr;
  int shift = 0;         // its phase plus this is the group's phase
  double time = 0;       // seconds in the clip
  double timeScale = 1;  // the user's speed; the same sign for all of a group
  double weight = 0;
  double ratio = 1;  // result: the multiple of timeScale to play the next `delta` seconds with
};

/// Sets every member's ratio for the next `delta` seconds. Each interval lasts the weighted average of its members'
/// times at their own speeds, so a single member keeps its speed. The member with the largest
/// weight leads; those at another phase catch up within `remaining` seconds, without a jump. A group with a
/// member that is not as SyncMember says: all ratios are 1. Cost: O(members * markers).
CROSSFADE_API void syncCycles(std::span<SyncMember> members, double delta, double remaining);

/// The time in `follower`'s clip at which it is at the phase of `leader`. Without markers: the follower's own time.
CROSSFADE_API double syncedTime(const SyncMember& leader, const SyncMember& follower);

}  // namespace crossfade

#endif  // CROSSFADE_TRANSITION_CYCLE_SYNC_H
