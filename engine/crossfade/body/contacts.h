// When the feet of a clip stand on the ground, and how fast that ground moves under a clip that walks in place.
#ifndef CROSSFADE_BODY_CONTACTS_H
#define CROSSFADE_BODY_CONTACTS_H

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include <glm/vec3.hpp>

#include "crossfade/base/export.h"
#include "crossfade/base/glm_settings.h"
#include "crossfade/body/feet.h"
#include "crossfade/clip/animation_clip.h"

namespace crossfade {

/// [start, end) in seconds of the clip. In a cycle, `start` is in [0, duration), and an `end` past the duration is in
/// the next loop; a foot that never lifts has one interval [0, duration).
struct ContactInterval {
  double start = 0, end = 0;
  friend bool operator==(const ContactInterval&, const ContactInterval&) = default;
};

/// The contact as parts within [0, duration] that do not overlap: what is past the duration lies at the beginning. The
/// second part is empty (its end is its start) unless the contact goes on in the next loop.
inline std::array<ContactInterval, 2> partsWithin(const ContactInterval& contact, double duration) {
  const double rest = std::max(std::min(contact.end - duration, contact.start), 0.0);
  return {{{contact.start, std::min(contact.end, duration)}, {0, rest}}};
}

struct FootContacts {
  std::string name;                        // of the foot
  std::vector<ContactInterval> foot;       // any part of it, in order
  std::vector<ContactInterval> heel, toe;  // ball or tip
};

struct CROSSFADE_API GroundContacts {
  std::vector<FootContacts> feet;  // as in Feet
  /// Length units per second, y = 0. 0 if the clip itself travels; an in-place clip travels at the opposite of this.
  glm::dvec3 groundVelocity{0.0};
  double floor = 0;  // its height in the clip
  double lift = 0;   // how far the lowest foot gets above where it is lowest
  /// How often the lowest foot rises above half of `lift`, counted again only after it falls below a quarter; 0 if
  /// `lift` is below the toe-off height.
  int flights = 0;
  double duration = 0;
  bool isCyclic = false;

  /// `time` in seconds; wraps in a cycle. A foot that is not in `feet` is not in contact.
  bool isInContact(std::size_t foot, double time) const;
  /// Fraction of the clip during which at least one foot is in contact, 0 to 1.
  double contactShare() const;
  /// How often the feet come down: in a cyclic clip per loop; in others, a foot that is down from the start counts,
  /// too.
  int stepCount() const;
};

/// A contact begins (heel strike) where a point of the sole is below `strikeHeight` and slower than `strikeSpeed`, and
/// ends (toe-off) where it is above `toeOffHeight` or faster than `toeOffSpeed`. Heights are above the floor, in leg
/// lengths; speeds are relative to the ground, in leg lengths per second.
struct ContactOptions {
  double rate = 240;  // samples per second, above 0; at least 8 and at most 200,000 in all
  double strikeHeight = 0.02, toeOffHeight = 0.04;
  double strikeSpeed = 0.3, toeOffSpeed = 0.5;
  double shortest = 0.03, longestGap = 0.06;  // seconds: shorter contacts are dropped, and such gaps in them closed
  std::optional<bool> cyclic;                 // if unset, a clip whose feet end where they began is a cycle
  std::optional<glm::dvec3> groundVelocity;   // if unset, estimated from the lowest sole points
};

/// Samples the whole clip. Empty without feet, for a clip that is additive or has no length, and unless `rate` is above
/// 0. The ground's motion is estimated from the feet that the clip moves, or from all if it moves none.
CROSSFADE_API GroundContacts detectContacts(const Skeleton& skeleton, const Feet& feet, const AnimationClip& clip,
                                            const ContactOptions& options = {});

}  // namespace crossfade

#endif  // CROSSFADE_BODY_CONTACTS_H
