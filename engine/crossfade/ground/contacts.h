// When the feet of a clip stand on the ground, and how fast that ground moves under a clip that walks in place.
#ifndef CROSSFADE_GROUND_CONTACTS_H
#define CROSSFADE_GROUND_CONTACTS_H

#include <optional>
#include <string>
#include <vector>

#include <glm/vec3.hpp>

#include "crossfade/base/export.h"
#include "crossfade/clip/animation_clip.h"
#include "crossfade/ground/feet.h"
#include "crossfade/transition/sync_markers.h"

namespace crossfade {

/// [start, end) in seconds of the clip. In a cycle, `start` is in [0, duration), and an `end` past the duration is in
/// the next round; a foot that never lifts has one interval [0, duration).
struct ContactInterval {
  double start = 0, end = 0;
  friend bool operator==(const ContactInterval&, const ContactInterval&) = default;
};

struct FootContacts {
  std::string name;                        // of the foot
  std::vector<ContactInterval> foot;       // any part of it, in order
  std::vector<ContactInterval> heel, toe;  // ball or tip
};

struct GroundContacts {
  std::vector<FootContacts> feet;  // as in Feet
  /// Length units per second, y = 0. 0 if the clip itself travels; a clip in place is carried at its opposite.
  glm::dvec3 groundVelocity{0.0};
  double floor = 0;  // its height in the clip
  double duration = 0;
  bool isCyclic = false;

  /// `time` in seconds; wraps in a cycle.
  bool isDown(std::size_t foot, double time) const;
  /// How often the feet come down: in a cycle per round, else a foot that is down from the start counts, too.
  int stepCount() const;
};

/// A point of the sole lands where it is below `landHeight` and slower than `landSpeed`, and lifts where it is above
/// `liftHeight` or faster than `liftSpeed`. Heights are above the floor, in leg lengths; speeds are relative to the
/// ground, in leg lengths per second.
struct ContactOptions {
  double rate = 240;  // samples per second
  double landHeight = 0.02, liftHeight = 0.04;
  double landSpeed = 0.3, liftSpeed = 0.5;
  double shortest = 0.03, longestGap = 0.06;  // seconds: shorter contacts are dropped, and such gaps in them closed
  std::optional<bool> cyclic;                 // none: a clip whose feet end where they began is a cycle
  std::optional<glm::dvec3> groundVelocity;   // none: what most of the lowest points move at
};

/// Samples the whole clip. Empty if there are no feet or the clip has no length.
CROSSFADE_API GroundContacts detectContacts(const Skeleton& skeleton, const Feet& feet, const AnimationClip& clip,
                                            const ContactOptions& options = {});

/// Which moments become markers. A walk puts the other foot down before it lifts one, a run after: only clips with the
/// same order share all names, but nearly all share the downs.
enum class MarkerMoments { Downs, DownsAndUps };

/// "left down", "left up", "right down", "right up" by time, for SyncMarkers::make: at different times, within the
/// clip.
CROSSFADE_API std::vector<SyncMarker> markersOf(const GroundContacts& contacts,
                                                MarkerMoments moments = MarkerMoments::DownsAndUps);

}  // namespace crossfade

#endif  // CROSSFADE_GROUND_CONTACTS_H
