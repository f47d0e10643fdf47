#include "crossfade/retarget/detail/clip_conversion.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include <glm/geometric.hpp>

#include "crossfade/clip/sample_linear.h"
#include "crossfade/math/quaternion_blend.h"
#include "crossfade/math/rotation_vector.h"
#include "crossfade/skeleton/joint_tree.h"

namespace crossfade::detail {
namespace {

constexpr double kFloorRate = 30;  // samples per second, to find the lowest moment of the feet
constexpr double kMostFloorSamples = 600;
constexpr double kBelowFloor = 0.1;  // of the height
constexpr double kFarAway = 0.5;     // of the height

std::size_t indexOf(int index) { return static_cast<std::size_t>(index); }

std::array<double, 4> componentsOf(const DoubleTransform& local, Channel channel) {
  if (channel == Channel::Rotation) return {local.rotation.x, local.rotation.y, local.rotation.z, local.rotation.w};
  return {local.translation.x, local.translation.y, local.translation.z, 0};
}

glm::dvec3 pointOf(const std::array<double, 4>& position) { return {position[0], position[1], position[2]}; }

int sizeOf(Channel channel) { return channel == Channel::Rotation ? 4 : 3; }

/// Whether all components of a scale track are the same part of `rest` at all times.
bool isEven(const KeyframeTrack& track, const glm::vec3& rest) {
  const auto values = track.values(), tangents = track.tangents();
  const auto isSame = [&](float x, float other, int axis) {
    return std::abs(x * rest[axis] - other * rest.x) <= kRounding * std::abs(rest.x * rest[axis]) + kRounding;
  };
  for (std::size_t i = 0; i + 3 <= values.size(); i += 3)
    if (!isSame(values[i], values[i + 1], 1) || !isSame(values[i], values[i + 2], 2)) return false;
  for (std::size_t i = 0; i + 6 <= tangents.size(); i += 6)  // pairs of time and value
    for (const int axis : {1, 2}) {
      const std::size_t pair = i + 2 * indexOf(axis);
      if (tangents[pair] != tangents[i] || !isSame(tangents[i + 1], tangents[pair + 1], axis)) return false;
    }
  return true;
}

}  // namespace

ClipConversion::ClipConversion(const RetargetPlan& plan, const AnimationClip& clip)
    : plan_(plan),
      clip_(clip),
      source_(plan.source(), clip),
      tracks_(indexOf(plan.source().jointCount())),
      moving_(tracks_.size()),
      transfer_(plan.defaultTransfer()) {
  for (const KeyframeTrack& track : clip.tracks()) {
    const auto channel = static_cast<std::size_t>(track.target().channel);
    const int joint = track.target().node;
    if (!isTransform(track.target().channel) || joint >= plan.source().jointCount()) continue;
    tracks_[indexOf(joint)][channel] = &track;
    if (!isConstant(track, kRounding)) moving_[indexOf(joint)][channel] = &track;
  }
}

/// Whether nothing turns the joint or anything above it.
bool ClipConversion::isStill(int joint) const {
  for (; joint >= 0; joint = plan_.source().parents()[indexOf(joint)])
    if (moving(joint, Channel::Rotation) || moving(joint, Channel::Translation)) return false;
  return true;
}

ClipConversion::Source ClipConversion::sourceOfRotation(std::size_t index) const {
  const PlannedPair& planned = plan_.pairs()[index];
  const PlannedPair* above = planned.ancestor < 0 ? nullptr : &plan_.pairs()[indexOf(plan_.pairOf(planned.ancestor))];
  const int top = above ? above->pair.source : kNoJoint;
  const auto isAimed = [&](const PlannedPair* each) {
    return each && each->aim >= 0 &&
           (moving(each->aim, Channel::Translation) || !isStill(plan_.source().parents()[indexOf(each->aim)]));
  };
  if (isAimed(&planned) || isAimed(above) || plan_.reach().turns(planned.pair.target)) return {Dependence::Several};
  const bool isMixed = planned.pair.upperSource >= 0 || planned.isBelowTwist || (above && above->pair.upperSource >= 0);
  if (isMixed || !isAtOrBelow(plan_.source().parents(), planned.pair.source, top)) {
    const bool still = isStill(planned.pair.source) && (top < 0 || isStill(top)) &&
                       (planned.pair.upperSource < 0 || isStill(planned.pair.upperSource)) &&
                       (!above || above->pair.upperSource < 0 || isStill(above->pair.upperSource));
    return {still ? Dependence::None : Dependence::Several};
  }
  Source found;
  for (const int joint : pathDown(plan_.source().parents(), top, planned.pair.source))
    if (const KeyframeTrack* track = moving(joint, Channel::Rotation)) {
      if (found.track) return {Dependence::Several};
      found = {Dependence::OneTrack, track};
    }
  return found;
}

ClipConversion::Source ClipConversion::sourceOfPosition(std::size_t index) const {
  const PlannedPair& planned = plan_.pairs()[index];
  if (planned.pair.carrier >= 0) return {Dependence::Several};
  const int top = planned.ancestor < 0 ? kNoJoint : plan_.pairs()[indexOf(plan_.pairOf(planned.ancestor))].pair.source;
  if (planned.isBelowTwist || !isAtOrBelow(plan_.source().parents(), planned.pair.source, top))
    return {Dependence::Several};
  Source found;
  for (const int joint : pathDown(plan_.source().parents(), top, planned.pair.source)) {
    if (joint != planned.pair.source && moving(joint, Channel::Rotation)) return {Dependence::Several};
    if (const KeyframeTrack* track = moving(joint, Channel::Translation)) {
      if (found.track) return {Dependence::Several};
      found = {Dependence::OneTrack, track};
    }
  }
  return found;
}

ClipConversion::Pose ClipConversion::sourceAt(double time) {
  source_.moveTo(time);
  return {source_.locals().begin(), source_.locals().end()};
}

ClipConversion::Pose ClipConversion::targetOf(const Pose& source) {
  Pose pose = plan_.targetRest();
  plan_.apply(source, transfer_, pose, buffers_);
  return pose;
}

ClipConversion::Pose ClipConversion::targetAt(double time) { return targetOf(sourceAt(time)); }

/// By how much the clip has to rise so that its lowest foot is as high over the floor as the source's, to scale.
double ClipConversion::riseOverFloor() {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  double lowestSource = kFar, lowestTarget = kFar, highestStand = -kFar;
  const double duration = clip_.duration();
  const int count = static_cast<int>(std::min(duration * kFloorRate, kMostFloorSamples)) + 1;
  for (int i = 0; i <= count; ++i) {
    const Pose source = sourceAt(duration * i / count);
    const ModelPose from = modelPoseOf(plan_.source().parents(), source);
    const ModelPose to = modelPoseOf(plan_.target().parents(), targetOf(source));
    double stand = kFar;
    for (const int sole : plan_.soles()) {
      const JointPair& pair = plan_.pairs()[indexOf(sole)].pair;
      stand = std::min(stand, from.position(pair.source).y - plan_.sourceHeightOf(sole));
      lowestTarget = std::min(lowestTarget, to.position(pair.target).y - plan_.targetHeightOf(sole));
    }
    lowestSource = std::min(lowestSource, stand);
    highestStand = std::max(highestStand, stand);
  }
  // Where the feet never come up to y = 0, the file's floor is elsewhere.
  if (highestStand < -kBelowFloor * plan_.sourceHeight()) lowestSource = 0;
  return plan_.travelScale() * lowestSource - lowestTarget;
}

/// Back to where the character stands, if the clip begins far away.
void ClipConversion::recenter() {
  int hips = kNoJoint;  // the last of what travels
  for (const PlannedPair& planned : plan_.pairs())
    if (planned.travels) hips = planned.pair.target;
  if (hips < 0 || !(plan_.targetHeight() > 0)) return;
  glm::dvec3 away = modelPoseOf(plan_.target().parents(), targetAt(0)).position(hips) - plan_.standingAt(hips);
  away.y = 0;
  if (glm::length(away) > kFarAway * plan_.targetHeight()) transfer_.shift -= away;
}

/// Since what carries over depends linearly on one track alone, one pose for each unit vector says all about it: every
/// moving value can be set to it at once.
void ClipConversion::probe() {
  const Pose start = sourceAt(0);
  still_ = targetOf(start);
  for (int axis = 0; axis < 4; ++axis) {
    Pose turned = start, moved = start;
    for (std::size_t i = 0; i < start.size(); ++i) {
      const int joint = static_cast<int>(i);
      const auto unit = [&](int component) { return component == axis ? 1.0 : 0.0; };
      if (moving(joint, Channel::Rotation)) turned[i].rotation = makeDoubleQuat(unit(0), unit(1), unit(2), unit(3));
      if (moving(joint, Channel::Translation)) moved[i].translation = {unit(0), unit(1), unit(2)};
    }
    turned_[indexOf(axis)] = targetOf(turned);
    moved_[indexOf(axis)] = targetOf(moved);  // the last one is of no axis: the origin
  }
}

/// A track with the times of another one; `tangents` only for Bezier curves.
void ClipConversion::add(int joint, Channel channel, const KeyframeTrack& from, std::vector<float> values,
                         std::vector<float> tangents) {
  const auto times = from.times();
  if (auto made = KeyframeTrack::make({joint, channel}, from.interpolation(), {times.begin(), times.end()},
                                      std::move(values), std::move(tangents))) {
    made_.push_back(std::move(*made));
    ++kept_;
  }
}

/// One key, unless the skeleton's rest says the same.
void ClipConversion::addConstant(std::size_t pair, Channel channel) {
  const int joint = plan_.pairs()[pair].pair.target;
  const auto value = componentsOf(still_[indexOf(joint)], channel),
             rest = componentsOf(plan_.targetRest()[indexOf(joint)], channel);
  double difference = 0;
  for (std::size_t i = 0; i < 4; ++i) difference = std::max(difference, std::abs(value[i] - rest[i]));
  const int source = plan_.pairs()[pair].pair.source;
  const bool isGiven = tracks_[indexOf(source)][static_cast<std::size_t>(channel)] != nullptr;
  if (!isGiven && difference < static_cast<double>(kRounding)) return;
  std::vector<float> values(value.begin(), value.begin() + sizeOf(channel));
  if (auto made = KeyframeTrack::make({joint, channel}, Interpolation::Linear, {0.0f}, std::move(values))) {
    made_.push_back(std::move(*made));
    ++kept_;
  }
}

void ClipConversion::addRotation(std::size_t pair) {
  const Source source = sourceOfRotation(pair);
  if (source.dependence == Dependence::None) return addConstant(pair, Channel::Rotation);
  if (source.dependence == Dependence::Several || source.track->interpolation() == Interpolation::Bezier) {
    sampled_.push_back({pair, Channel::Rotation});
    return;
  }
  const int joint = plan_.pairs()[pair].pair.target;
  std::vector<float> values(source.track->values().begin(), source.track->values().end());
  for (std::size_t key = 0; key + 4 <= values.size(); key += 4) {
    std::array<double, 4> sum{};
    for (std::size_t axis = 0; axis < 4; ++axis) {
      const auto column = componentsOf(turned_[axis][indexOf(joint)], Channel::Rotation);
      for (std::size_t i = 0; i < 4; ++i) sum[i] += static_cast<double>(source.track->values()[key + axis]) * column[i];
    }
    for (std::size_t i = 0; i < 4; ++i) values[key + i] = static_cast<float>(sum[i]);
  }
  add(joint, Channel::Rotation, *source.track, std::move(values));
}

void ClipConversion::addPosition(std::size_t pair) {
  if (!transfer_.movesPosition[pair] && plan_.pairs()[pair].pair.carrier < 0) return;
  const Source source = sourceOfPosition(pair);
  if (source.dependence == Dependence::None) return addConstant(pair, Channel::Translation);
  if (source.dependence == Dependence::Several || source.track->interpolation() == Interpolation::Bezier) {
    sampled_.push_back({pair, Channel::Translation});
    return;
  }
  const auto joint = indexOf(plan_.pairs()[pair].pair.target);
  const bool isSpline = source.track->interpolation() == Interpolation::Hermite;
  const glm::dvec3 origin = moved_[3][joint].translation;
  std::vector<float> values(source.track->values().begin(), source.track->values().end());
  for (std::size_t key = 0; key + 3 <= values.size(); key += 3) {
    glm::dvec3 sum = isSpline && (key / 3) % 3 != 1 ? glm::dvec3(0.0) : origin;  // tangents have no origin
    for (std::size_t axis = 0; axis < 3; ++axis)
      sum += static_cast<double>(source.track->values()[key + axis]) * (moved_[axis][joint].translation - origin);
    for (int i = 0; i < 3; ++i) values[key + indexOf(i)] = static_cast<float>(sum[i]);
  }
  add(static_cast<int>(joint), Channel::Translation, *source.track, std::move(values));
}

/// Scales carry over as factors of the rest scale, if they are even or the axes are the same.
void ClipConversion::addScale(std::size_t pair) {
  const PlannedPair& planned = plan_.pairs()[pair];
  const KeyframeTrack* track = tracks_[indexOf(planned.pair.source)][static_cast<std::size_t>(Channel::Scale)];
  if (!track) return;
  const glm::vec3 from(plan_.sourceRest()[indexOf(planned.pair.source)].scale),
      to(plan_.targetRest()[indexOf(planned.pair.target)].scale);
  const glm::dmat3 axes = glm::transpose(matrixOf(planned.aligned)) * matrixOf(planned.sourceReference);
  const bool isSameAxes = axes[0][0] > 1 - 1e-6 && axes[1][1] > 1 - 1e-6 && axes[2][2] > 1 - 1e-6;
  if ((!isSameAxes && !isEven(*track, from)) || from.x == 0 || from.y == 0 || from.z == 0) {
    lost_ += isConstant(*track, kRounding) ? 0 : 1;
    return;
  }
  const auto scaled = [&](float value, std::size_t component) {
    const auto axis = static_cast<int>(component % 3);
    return from[axis] == to[axis] ? value : value / from[axis] * to[axis];
  };
  std::vector<float> values(track->values().begin(), track->values().end());
  std::vector<float> tangents(track->tangents().begin(), track->tangents().end());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = scaled(values[i], i);
  for (std::size_t i = 1; i < tangents.size(); i += 2) tangents[i] = scaled(tangents[i], i / 2);
  add(planned.pair.target, Channel::Scale, *track, std::move(values), std::move(tangents));
}

ClipConversion::SampledKey ClipConversion::sampledAt(double time) {
  const Pose pose = targetAt(time);
  SampledKey key;
  for (const SampledValue& value : sampled_)
    key.push_back(componentsOf(pose[indexOf(plan_.pairs()[value.pair].pair.target)], value.channel));
  return key;
}

/// Whether interpolating from `a` to `b` by `part` (0 to 1) comes within the tolerance of `middle`: radians, or lengths
/// relative to the height.
bool ClipConversion::isClose(const SampledKey& a, const SampledKey& b, const SampledKey& middle, double part) const {
  const double tolerance = plan_.options().tolerance;
  const double length = plan_.targetHeight() > 0 ? plan_.targetHeight() * tolerance : tolerance;
  for (std::size_t i = 0; i < sampled_.size(); ++i) {
    if (sampled_[i].channel == Channel::Rotation) {
      std::array<double, 4> line = a[i];
      slerp(line, b[i], part);
      const auto quatOf = [](const std::array<double, 4>& q) { return makeDoubleQuat(q[0], q[1], q[2], q[3]); };
      if (glm::length(rotationVector(glm::conjugate(quatOf(line)) * quatOf(middle[i]))) > tolerance) return false;
    } else {
      const glm::dvec3 from = pointOf(a[i]), off = from + (pointOf(b[i]) - from) * part - pointOf(middle[i]);
      if (glm::dot(off, off) > length * length) return false;
    }
  }
  return true;
}

void ClipConversion::addSampled() {
  if (sampled_.empty()) return;
  std::vector<const KeyframeTrack*> moving;
  for (const auto& ofJoint : moving_)
    std::copy_if(ofJoint.begin(), ofJoint.end(), std::back_inserter(moving), [](const auto* track) { return track; });
  const auto made = sampleLinear(
      breakTimes(moving, clip_.duration()), [&](double time) { return sampledAt(time); },
      [&](const SampledKey& a, const SampledKey& b, const SampledKey& middle, double part) {
        return isClose(a, b, middle, part);
      });
  for (std::size_t i = 0; i < sampled_.size(); ++i) {
    const auto [pair, channel] = sampled_[i];
    const bool isRotation = channel == Channel::Rotation;
    std::array<double, 4> last{};
    std::vector<float> values;
    for (const SampledKey& key : made.keys) {
      std::array<double, 4> value = key[i];
      if (isRotation && dot(last, value) < 0)
        for (double& component : value) component = -component;
      for (int k = 0; k < sizeOf(channel); ++k) values.push_back(static_cast<float>(value[indexOf(k)]));
      last = value;
    }
    if (auto track = KeyframeTrack::make({plan_.pairs()[pair].pair.target, channel}, Interpolation::Linear, made.times,
                                         std::move(values)))
      made_.push_back(std::move(*track));
  }
}

Result<RetargetedClip> ClipConversion::run() {
  if (clip_.blendMode() == BlendMode::Additive)
    return Error{"'" + clip_.name() + "' is additive; retarget the clip it was made from instead"};
  std::vector<bool> isUsed(tracks_.size());
  for (std::size_t i = 0; i < plan_.pairs().size(); ++i) {
    const JointPair& pair = plan_.pairs()[i].pair;
    isUsed[indexOf(pair.source)] = true;
    if (pair.upperSource >= 0) isUsed[indexOf(pair.upperSource)] = true;
    if (moving(pair.source, Channel::Translation) && pair.carrier < 0) transfer_.movesPosition[i] = true;
  }
  for (const KeyframeTrack& track : clip_.tracks()) {
    const int joint = track.target().node;
    const bool isOfJoint = joint >= 0 && indexOf(joint) < isUsed.size() && isTransform(track.target().channel);
    lost_ += (isOfJoint && isUsed[indexOf(joint)]) || isConstant(track, kRounding) ? 0 : 1;
  }
  if (plan_.options().keepsGround && !plan_.soles().empty()) transfer_.shift.y = riseOverFloor();
  if (plan_.options().recenters) recenter();
  probe();
  for (std::size_t i = 0; i < plan_.pairs().size(); ++i) {
    addPosition(i);
    addRotation(i);
    addScale(i);
  }
  addSampled();
  if (made_.empty()) return Error{"no track of '" + clip_.name() + "' has a counterpart on the other skeleton"};
  auto clip = AnimationClip::make(clip_.name(), std::move(made_), clip_.blendMode(), clip_.duration());
  if (!clip) return clip.error();
  return RetargetedClip{std::move(*clip), kept_, static_cast<int>(sampled_.size()), lost_};
}

}  // namespace crossfade::detail
