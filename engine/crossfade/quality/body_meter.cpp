#include "crossfade/quality/body_meter.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/geometric.hpp>

#include "crossfade/skeleton/local_to_model.h"

namespace crossfade {

MeasuredBody withSizeOf(MeasuredBody body, const Skeleton& skeleton, const Pose& rest) {
  const std::vector<glm::dvec3> positions = jointPositions(skeleton.parents(), rest.locals);
  BodyRange range;
  for (std::size_t i = 0; i < positions.size(); ++i)
    if (body.has(i)) range.add({.low = positions[i], .high = positions[i]});
  const glm::dvec3 extent = range.high - range.low;
  body.size = std::max({body.size, extent.x, extent.y, extent.z});
  return body;
}

void BodyRange::add(const BodyRange& other) {
  tilt = std::max(tilt, other.tilt);
  low = glm::min(low, other.low);
  high = glm::max(high, other.high);
}

BodyMeter::BodyMeter(const Skeleton& skeleton, const MeasuredBody& body, double frameSeconds)
    : skeleton_(skeleton),
      body_(body),
      models_(static_cast<std::size_t>(skeleton.jointCount())),
      positions_{.locals = std::vector<Transform>(models_.size()), .morphWeights = {}},
      motion_(models_.size(), frameSeconds) {}

void BodyMeter::add(const Pose& pose, bool counts, bool extends) {
  localToModel(skeleton_.parents(), pose.locals, models_);
  for (std::size_t i = 0; i < models_.size(); ++i) {
    positions_.locals[i].translation = glm::vec3(models_[i][3]);
    if (const glm::dvec3 position(models_[i][3]); extends && body_.has(i))
      range_.add({.low = position, .high = position});
  }
  motion_.add(positions_, counts);
  if (extends) range_.tilt = std::max(range_.tilt, tiltNow());
}

double BodyMeter::tiltNow() const {
  const auto head = static_cast<std::size_t>(body_.head), hips = static_cast<std::size_t>(body_.hips);
  if (head >= models_.size() || hips >= models_.size()) return 0;
  const glm::dvec3 trunk = glm::dvec3(models_[head][3]) - glm::dvec3(models_[hips][3]);
  return std::atan2(std::hypot(trunk.x, trunk.z), trunk.y);
}

}  // namespace crossfade
