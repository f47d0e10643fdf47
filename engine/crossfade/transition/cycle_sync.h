// Keeps several clips at one phase of their cycles while their weights change.
#pragma once

#include <span>

#include "crossfade/transition/sync_markers.h"

namespace crossfade {

/// One clip of a synced group.
struct SyncMember {
  const SyncMarkers* markers = nullptr;
  int shift = 0;         // what must be added to its phase to get the group's
  double time = 0;       // seconds in the clip
  double timeScale = 1;  // the user's speed; all of a group have one sign
  double weight = 0;
  double ratio = 1;  // result: the multiple of timeScale to play the next `delta` seconds with
};

/// Sets every member's ratio for the next `delta` seconds: the group passes an interval in the weight-averaged time
/// that its members take for it, each at its own speed, so that a member alone keeps its speed. The one with the
/// largest weight leads; another that is at another phase gets there within `remaining` seconds without ever jumping.
/// Cost: members times markers.
void syncCycles(std::span<SyncMember> members, double delta, double remaining);

/// The time in `follower`'s clip at which it is where `leader` is.
double syncedTime(const SyncMember& leader, const SyncMember& follower);

}  // namespace crossfade
