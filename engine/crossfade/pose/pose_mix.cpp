#include "crossfade/pose/pose_mix.h"

#include <algorithm>
#include <array>

#include "crossfade/base/assert.h"
#include "crossfade/math/quaternion_blend.h"

namespace crossfade {
namespace {

float between(float from, float to, double fraction) {
  return static_cast<float>(from + (static_cast<double>(to) - from) * fraction);
}

glm::vec3 between(const glm::vec3& from, const glm::vec3& to, double fraction) {
  return {between(from.x, to.x, fraction), between(from.y, to.y, fraction), between(from.z, to.z, fraction)};
}

glm::quat between(const glm::quat& from, const glm::quat& to, double fraction) {
  std::array<double, 4> q{from.x, from.y, from.z, from.w};
  const std::array<double, 4> end{to.x, to.y, to.z, to.w};
  slerp(q, end, fraction);
  return makeQuat(static_cast<float>(q[0]), static_cast<float>(q[1]), static_cast<float>(q[2]),
                  static_cast<float>(q[3]));
}

bool haveSameSizes(const Pose& a, const Pose& b) {
  return a.locals.size() == b.locals.size() && a.morphWeights.size() == b.morphWeights.size();
}

void copy(const Pose& from, Pose& to) {
  std::copy(from.locals.begin(), from.locals.end(), to.locals.begin());
  std::copy(from.morphWeights.begin(), from.morphWeights.end(), to.morphWeights.begin());
}

}  // namespace

void mixPoses(const Pose& from, const Pose& to, double fraction, Pose& mixed) {
  const bool fit = haveSameSizes(from, to) && haveSameSizes(to, mixed);
  CROSSFADE_ASSERT(fit, "mixPoses: the poses differ in size");
  if (!fit) return;
  if (!(fraction > 0)) return copy(from, mixed);
  if (fraction >= 1) return copy(to, mixed);
  for (std::size_t i = 0; i < mixed.locals.size(); ++i) {
    const Transform& a = from.locals[i];
    const Transform& b = to.locals[i];
    mixed.locals[i] = {.translation = between(a.translation, b.translation, fraction),
                       .rotation = between(a.rotation, b.rotation, fraction),
                       .scale = between(a.scale, b.scale, fraction)};
  }
  for (std::size_t i = 0; i < mixed.morphWeights.size(); ++i)
    mixed.morphWeights[i] = between(from.morphWeights[i], to.morphWeights[i], fraction);
}

}  // namespace crossfade
