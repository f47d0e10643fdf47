#include "crossfade/travel/root_track.h"

#include <algorithm>
#include <cmath>

#include "crossfade/base/assert.h"
#include "crossfade/clip/interpolant.h"
#include "crossfade/math/rotation.h"

namespace crossfade {
RootDelta operator*(const RootDelta& first, const RootDelta& second) {
  return {.translation = first.translation + aboutY(first.turn) * second.translation, .turn = first.turn + second.turn};
}

RootDelta inverse(const RootDelta& delta) {
  return {.translation = aboutY(-delta.turn) * -delta.translation, .turn = -delta.turn};
}

/// The n translations are a geometric series of rotations: the sum of e^(i k a) for k < n is
/// e^(i (n - 1) a / 2) sin(n a / 2) / sin(a / 2).
RootDelta repeated(const RootDelta& delta, double loops) {
  constexpr double kSmall = 1e-9;  // half turns whose sine is too small to divide by: they sum along a straight line
  const double half = delta.turn / 2, sine = std::sin(half);
  if (std::abs(sine) < kSmall) return {.translation = delta.translation * loops, .turn = delta.turn * loops};
  const glm::dvec3 sum = aboutY((loops - 1) * half) * delta.translation * (std::sin(loops * half) / sine);
  return {.translation = {sum.x, delta.translation.y * loops, sum.z}, .turn = delta.turn * loops};
}

RootTrack::RootTrack(int joint, double duration, std::optional<KeyframeTrack> translation,
                     std::optional<KeyframeTrack> turn, glm::dvec3 pivot)
    : joint_(joint),
      duration_(duration),
      translation_(std::move(translation)),
      turn_(std::move(turn)),
      pivot_(pivot.x, 0, pivot.z) {
  const auto keepIfOfSize = [](std::optional<KeyframeTrack>& track, int size) {
    CROSSFADE_ASSERT(!track || track->valueSize() == size, "RootTrack: a track has not 3 values, or a turn not 1");
    if (track && track->valueSize() != size) track.reset();
  };
  keepIfOfSize(translation_, 3);
  keepIfOfSize(turn_, 1);
  firstTranslation_ = translationAt(0);
  firstTurn_ = turnAt(0);
  perLoop_ = inLoop(duration_);
}

RootTrack RootTrack::steady(int joint, double duration, glm::dvec3 velocity) {
  if (!(duration > 0)) return {};
  const glm::vec3 end(velocity * duration);
  auto translation = KeyframeTrack::make({.node = joint, .channel = Channel::Translation}, Interpolation::Linear,
                                         {0, static_cast<float>(duration)}, {0, 0, 0, end.x, end.y, end.z});
  if (!translation) return {};  // a duration or an end that is no finite float
  return {joint, duration, std::move(*translation), {}};
}

glm::dvec3 RootTrack::translationAt(double time) const {
  if (!translation_) return glm::dvec3(0.0);
  double value[3];
  KeyCursor cursor;
  evaluate(*translation_, time, cursor, value);
  return {value[0], value[1], value[2]};
}

double RootTrack::turnAt(double time) const {
  if (!turn_) return 0;
  double value[1];
  KeyCursor cursor;
  evaluate(*turn_, time, cursor, value);
  return value[0];
}

/// `time` in [0, duration].
RootDelta RootTrack::inLoop(double time) const {
  const double turn = turnAt(time) - firstTurn_;
  const glm::dvec3 translation = translationAt(time) - firstTranslation_;
  return {.translation = translation + pivot_ - aboutY(turn) * pivot_, .turn = turn};
}

RootDelta RootTrack::at(double time) const {
  if (!(duration_ > 0) || !std::isfinite(time)) return {};
  const double loops = std::floor(time / duration_);
  const double inside = std::clamp(time - loops * duration_, 0.0, duration_);
  return loops == 0 ? inLoop(inside) : repeated(perLoop_, loops) * inLoop(inside);
}

RootDelta RootTrack::delta(double from, double to) const {
  if (!(duration_ > 0) || !std::isfinite(from) || !std::isfinite(to)) return {};
  const double earlier = std::floor(from / duration_) * duration_;  // whole loops before both cancel out
  return inverse(at(from - earlier)) * at(to - earlier);
}

}  // namespace crossfade
