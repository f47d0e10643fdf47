#include "app/host/bake/poses_between.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>

#include "crossfade/math/rotation.h"
#include "crossfade/pose/pose_mix.h"
#include "crossfade/skeleton/local_to_model.h"

namespace app {
namespace {

/// How much a length in a node's own translation is in model space, in the rest pose.
std::vector<double> unitsOf(const crossfade::Skeleton& skeleton) {
  std::vector<glm::mat4> models(skeleton.restLocals().size());
  crossfade::localToModel(skeleton.parents(), skeleton.restLocals(), models);
  std::vector<double> units(models.size(), 1);
  for (std::size_t i = 0; i < models.size(); ++i) {
    const int parent = skeleton.parents()[i];
    if (parent < 0) continue;
    double largest = 0;
    for (int column = 0; column < 3; ++column)
      largest = std::max(largest,
                         static_cast<double>(glm::length(glm::vec3(models[static_cast<std::size_t>(parent)][column]))));
    if (largest > 0 && std::isfinite(largest)) units[i] = largest;
  }
  return units;
}

/// The longest side of the box around the joints at rest; 1 if they are all at one point.
double sizeOf(const Model& model) {
  const std::vector<glm::dvec3> joints =
      crossfade::jointPositions(model.skeleton.parents(), model.skeleton.restLocals());
  const glm::dvec3 extent = crossfade::extentOf(joints);
  const double longest = std::max({extent.x, extent.y, extent.z});
  return longest > 0 && std::isfinite(longest) ? longest : 1;
}

}  // namespace

PoseDistance::PoseDistance(const Model& model) : lengths_(unitsOf(model.skeleton)) {
  const double size = sizeOf(model);
  for (double& length : lengths_) length = size / length;
}

double PoseDistance::between(const crossfade::Pose& a, const crossfade::Pose& b) const {
  double largest = 0;
  for (std::size_t i = 0; i < a.locals.size(); ++i) {
    const crossfade::Transform &from = a.locals[i], &to = b.locals[i];
    largest = std::max({largest, crossfade::angleBetween(glm::dquat(from.rotation), glm::dquat(to.rotation)),
                        glm::distance(glm::dvec3(from.translation), glm::dvec3(to.translation)) / lengths_[i],
                        glm::distance(glm::dvec3(from.scale), glm::dvec3(to.scale))});
  }
  for (std::size_t i = 0; i < a.morphWeights.size(); ++i)
    largest = std::max(largest, static_cast<double>(std::abs(a.morphWeights[i] - b.morphWeights[i])));
  return largest;
}

namespace {

/// Of half the time, how much of the change a jump keeps at least. A curve loses half of it.
constexpr double kJumpKeeps = 0.75;

bool areAdjacent(float before, float after) { return !(std::nextafter(before, after) < after); }
/// How far a time may be from the one that it was rounded from: 0.1 ms after an hour, which fast motion shows.
double roundingOf(float time) {
  return (static_cast<double>(std::nextafter(time, std::numeric_limits<float>::max())) - static_cast<double>(time)) / 2;
}
float middleOf(float before, float after) { return before + (after - before) / 2; }

class Search {
 public:
  Search(const PoseDistance& distance, const PosesBetween& motion) : distance_(distance), motion_(motion) {}

  void fill(const TimedPose& from, const TimedPose& to) {
    if (areAdjacent(from.time, to.time) || isLine(from, to)) return;
    if (const auto jump = jumpBetween(from, to)) {
      fillPart(from, jump->first);
      if (jump->first.time > from.time) found_.push_back(jump->first);
      if (jump->second.time < to.time) found_.push_back(jump->second);
      fillPart(jump->second, to);
    } else {
      const TimedPose middle = at(middleOf(from.time, to.time));
      fillPart(from, middle);
      found_.push_back(middle);
      fillPart(middle, to);
    }
  }
  std::vector<TimedPose> found() && { return std::move(found_); }

 private:
  void fillPart(const TimedPose& from, const TimedPose& to) {
    if (to.time - from.time >= motion_.shortest) fill(from, to);
  }

  TimedPose at(float time) const { return {time, motion_.at(time)}; }
  double change(const TimedPose& from, const TimedPose& to) const { return distance_.between(from.pose, to.pose); }

  bool isLine(const TimedPose& from, const TimedPose& to) {
    const double length = static_cast<double>(to.time) - static_cast<double>(from.time);
    const double allowed = motion_.error + change(from, to) * roundingOf(to.time) / length;
    for (const double part : {2 - std::numbers::phi, std::numbers::phi - 1}) {
      const auto time = static_cast<float>(static_cast<double>(from.time) + part * length);
      onLine_ = from.pose;
      crossfade::mixPoses(from.pose, to.pose, (static_cast<double>(time) - static_cast<double>(from.time)) / length,
                          onLine_);
      if (distance_.between(onLine_, motion_.at(time)) > allowed) return false;
    }
    return true;
  }

  /// The poses just before and at the largest jump; nothing if the change is spread.
  std::optional<std::pair<TimedPose, TimedPose>> jumpBetween(TimedPose from, TimedPose to) const {
    double whole = change(from, to);
    while (!areAdjacent(from.time, to.time)) {
      TimedPose middle = at(middleOf(from.time, to.time));
      const double before = change(from, middle), after = change(middle, to);
      if (std::max(before, after) < kJumpKeeps * whole) return {};
      whole = std::max(before, after);
      (before > after ? to : from) = std::move(middle);
    }
    if (!(whole > motion_.error)) return {};
    return std::pair{std::move(from), std::move(to)};
  }

  const PoseDistance& distance_;
  const PosesBetween& motion_;
  std::vector<TimedPose> found_;
  crossfade::Pose onLine_;
};

}  // namespace

std::vector<TimedPose> posesBetween(const TimedPose& from, const TimedPose& to, const PoseDistance& distance,
                                    const PosesBetween& motion) {
  Search search(distance, motion);
  search.fill(from, to);
  return std::move(search).found();
}

}  // namespace app
