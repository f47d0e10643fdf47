// Which of its two quaternions a joint's rotation is blended with: they are the same rotation, but lead around opposite
// ways.
#ifndef CROSSFADE_POSE_ROTATION_WAY_H
#define CROSSFADE_POSE_ROTATION_WAY_H

#include <algorithm>
#include <cmath>

namespace crossfade {

/// How well the rotation of a fade's target agrees with the others, both ways around, at the moment of the fade where
/// it does so least: the length of the weighted mean (in directional statistics the mean resultant length: Mardia and
/// Jupp, "Directional Statistics", 2000). Where it vanishes, the joint spins within a frame.
struct RotationWay {
  double kept = 1, turned = 1;  // with the target's quaternion as it is, and negated

  /// One moment. `others` and `target` are sums of weight times quaternion: their squared lengths, and twice their dot
  /// product. `weights` is above 0.
  void note(double othersSquared, double targetSquared, double twiceDot, double weights) {
    const double sum = othersSquared + targetSquared;
    kept = std::min(kept, std::sqrt(std::max(0.0, sum + twiceDot)) / weights);
    turned = std::min(turned, std::sqrt(std::max(0.0, sum - twiceDot)) / weights);
  }
  /// Whether to negate the target's quaternion. What shows already would jump, so only where the fade would be poor
  /// otherwise.
  bool shouldTurn(bool shows) const {
    constexpr double kPoor = 0.6;    // that of two equal weights 213 degrees apart
    constexpr double kBetter = 0.1;  // by which the other way must be longer to be worth a jump
    return shows ? kept < kPoor && turned > kept + kBetter : turned > kept;
  }
};

}  // namespace crossfade

#endif  // CROSSFADE_POSE_ROTATION_WAY_H
