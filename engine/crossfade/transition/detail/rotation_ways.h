// Which way around the rotations of a fade are blended.
#ifndef CROSSFADE_TRANSITION_DETAIL_ROTATION_WAYS_H
#define CROSSFADE_TRANSITION_DETAIL_ROTATION_WAYS_H

#include <span>
#include <vector>

#include "crossfade/pose/blend.h"

namespace crossfade {

/// Two clips that turn a joint half a turn apart can be blended either way around. The way that is shorter when the
/// fade begins may be much longer in its middle: a kick that has turned by 170 degrees ends its spin soonest by going
/// on. So this looks at moments of the fade in order, and turns the target's rotations where their weighted mean would
/// otherwise get shorter: the length of the mean (in directional statistics the mean resultant length: Mardia and
/// Jupp, "Directional Statistics", 2000) says how well rotations agree, and where it vanishes the joint spins.
class RotationWays {
 public:
  explicit RotationWays(std::span<const ChannelSlot> channels);

  void start();
  /// The next moment, which was blended from `layers` with these signs.
  void add(std::span<const ChannelSlot> channels, std::span<const BlendLayer> layers, const RotationSigns& signs,
           int targetSlot);
  /// Negates rotations of the target. One that shows already does so only if the fade would be poor, because its joints
  /// jump: returns whether any did.
  bool turn(RotationSigns::Clip& target, bool shows) const;

 private:
  struct Way {
    double kept = 1, turned = 1;  // the smallest length of the mean with the target's rotation as it is, and negated
  };
  std::vector<Way> ways_;  // one per rotation channel
};

}  // namespace crossfade

#endif  // CROSSFADE_TRANSITION_DETAIL_ROTATION_WAYS_H
