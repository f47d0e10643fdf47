// The height of the floor in a clip: one for the clip, and one under each point of the soles.
#ifndef CROSSFADE_BODY_DETAIL_SOLE_FLOOR_H
#define CROSSFADE_BODY_DETAIL_SOLE_FLOOR_H

#include <array>
#include <cstddef>
#include <vector>

#include "crossfade/body/detail/sole_motion.h"
#include "crossfade/body/feet.h"

namespace crossfade::detail {

/// Every point of a foot that walks comes down at some time. Its floor is where that happens, because the estimate of
/// the sole may be off.
class SoleFloor {
 public:
  /// The motion has samples, and must outlive the floor.
  SoleFloor(const SoleMotion& motion, const Feet& feet);

  double height() const { return height_; }
  /// Of a point above its floor, in leg lengths.
  double heightOf(int sample, std::size_t foot, std::size_t point) const {
    return (motion_.position(sample, foot, point).y - points_[foot][point]) / leg_;
  }
  /// The point nearest to its floor.
  std::size_t lowest(int sample, std::size_t foot) const;

 private:
  bool walks(std::size_t foot) const;
  std::array<double, kSolePoints> pointsOf(std::size_t foot, bool comesDown) const;

  const SoleMotion& motion_;
  double leg_;
  double height_ = 0;
  std::vector<std::array<double, kSolePoints>> points_;  // by foot
};

}  // namespace crossfade::detail

#endif  // CROSSFADE_BODY_DETAIL_SOLE_FLOOR_H
