#include "crossfade/retarget/detail/clip_conversion.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>

#include "crossfade/pose/channel_layout.h"
#include "crossfade/retarget/detail/rest_positions.h"

namespace crossfade::detail {
namespace {

constexpr double kFloorRate = 30;  // samples per second, to find the lowest moment of the feet
constexpr double kMostFloorSamples = 600;
constexpr double kShortest = 1.0 / 240;  // seconds between keys that are added
constexpr double kBelowFloor = 0.1;      // of the height
constexpr double kFarAway = 0.5;         // of the height
constexpr float kSame = 1e-6f;           // values that differ by less are one

std::size_t indexOf(int index) { return static_cast<std::size_t>(index); }

/// Whether a track holds more than one value.
bool moves(const KeyframeTrack& track) {
  const auto size = static_cast<std::size_t>(track.valueSize());
  const auto values = track.values();
  const bool isSpline = track.interpolation() == Interpolation::Hermite;
  const std::size_t stride = isSpline ? 3 * size : size, first = isSpline ? size : 0;
  for (std::size_t key = first; key + size <= values.size(); key += stride)
    for (std::size_t i = 0; i < size; ++i)
      if (std::abs(values[key + i] - values[first + i]) > kSame) return true;
  return isSpline && std::any_of(values.begin(), values.end(), [&, i = std::size_t{0}](float value) mutable {
           const std::size_t part = (i++ % stride) / size;
           return part != 1 && std::abs(value) > kSame;
         });
}

std::array<double, 4> componentsOf(const LocalTransform& local, Channel channel) {
  if (channel == Channel::Rotation) return {local.rotation.x, local.rotation.y, local.rotation.z, local.rotation.w};
  return {local.translation.x, local.translation.y, local.translation.z, 0};
}

int sizeOf(Channel channel) { return channel == Channel::Rotation ? 4 : 3; }

}  // namespace

ClipConversion::ClipConversion(const RetargetPlan& plan, const AnimationClip& clip)
    : plan_(plan),
      clip_(clip),
      sampler_(clip, ChannelLayout(plan.source().jointCount(), {})),
      tracks_(indexOf(plan.source().jointCount())),
      transfer_(plan.defaultTransfer()) {
  for (const KeyframeTrack& track : clip.tracks()) {
    const auto channel = static_cast<std::size_t>(track.target().channel);
    const int joint = track.target().node;
    if (channel < 3 && joint >= 0 && joint < plan.source().jointCount()) tracks_[indexOf(joint)][channel] = &track;
  }
}

/// The track, if its value changes.
const KeyframeTrack* ClipConversion::moving(int joint, Channel channel) const {
  const KeyframeTrack* track = tracks_[indexOf(joint)][static_cast<std::size_t>(channel)];
  return track && moves(*track) ? track : nullptr;
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
    return each && each->aim >= 0 && !isStill(plan_.source().parents()[indexOf(each->aim)]);
  };
  if (isAimed(&planned) || isAimed(above)) return {Dependence::Several};
  const bool isMixed = planned.pair.upperSource >= 0 || (above && above->pair.upperSource >= 0);
  if (isMixed || !isBelow(plan_.source().parents(), planned.pair.source, top)) {
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
  if (!isBelow(plan_.source().parents(), planned.pair.source, top)) return {Dependence::Several};
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
  Pose pose = plan_.sourceRest();
  const std::span<const double> values = sampler_.sample(time);
  const auto present = sampler_.present();
  for (std::size_t i = 0; i < pose.size(); ++i) {
    const double* v = values.data() + i * kValuesPerJoint;
    const std::uint8_t* has = present.data() + i * kChannelsPerJoint;
    if (has[0]) pose[i].translation = {v[0], v[1], v[2]};
    if (has[1]) pose[i].rotation = glm::normalize(makeDoubleQuat(v[3], v[4], v[5], v[6]));
    if (has[2]) pose[i].scale = {v[7], v[8], v[9]};
  }
  return pose;
}

ClipConversion::Pose ClipConversion::targetOf(const Pose& source) const {
  Pose pose = plan_.targetRest();
  plan_.apply(source, transfer_, pose);
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
  if (hips < 0) return;
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

void ClipConversion::add(int joint, Channel channel, const KeyframeTrack& from, std::vector<float> values) {
  const auto times = from.times();
  std::vector<float> tangents;  // Bezier: its control points carry over as the values do
  if (from.interpolation() == Interpolation::Bezier) tangents.assign(from.tangents().begin(), from.tangents().end());
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
  if (!isGiven && difference < static_cast<double>(kSame)) return;
  std::vector<float> values;
  for (int i = 0; i < sizeOf(channel); ++i) values.push_back(static_cast<float>(value[indexOf(i)]));
  if (auto made = KeyframeTrack::make({joint, channel}, Interpolation::Linear, {0.0f}, std::move(values))) {
    made_.push_back(std::move(*made));
    ++kept_;
  }
}

void ClipConversion::addRotation(std::size_t pair) {
  const Source source = sourceOfRotation(pair);
  if (source.dependence == Dependence::None) return addConstant(pair, Channel::Rotation);
  if (source.dependence == Dependence::Several || source.track->interpolation() == Interpolation::Bezier) {
    sampled_.push_back({pair, Channel::Rotation, {}});
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
    sampled_.push_back({pair, Channel::Translation, {}});
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
  if (!track || track->interpolation() == Interpolation::Bezier) return;
  const auto given = track->values();
  const glm::vec3 from = plan_.sourceRest()[indexOf(planned.pair.source)].scale,
                  to = plan_.targetRest()[indexOf(planned.pair.target)].scale;
  bool isEven = true;
  for (std::size_t i = 0; i + 3 <= given.size(); i += 3)
    isEven = isEven &&
             std::abs(given[i] * from.y - given[i + 1] * from.x) <= kSame * std::abs(from.x * from.y) + kSame &&
             std::abs(given[i] * from.z - given[i + 2] * from.x) <= kSame * std::abs(from.x * from.z) + kSame;
  const glm::dmat3 axes = glm::transpose(matrixOf(planned.aligned)) * matrixOf(planned.sourceReference);
  const bool isSameAxes = axes[0][0] > 1 - 1e-6 && axes[1][1] > 1 - 1e-6 && axes[2][2] > 1 - 1e-6;
  if ((!isEven && !isSameAxes) || from.x == 0 || from.y == 0 || from.z == 0) {
    lost_ += moves(*track) ? 1 : 0;
    return;
  }
  std::vector<float> values(given.begin(), given.end());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto axis = static_cast<int>(i % 3);
    values[i] = from[axis] == to[axis] ? given[i] : given[i] / from[axis] * to[axis];
  }
  add(planned.pair.target, Channel::Scale, *track, std::move(values));
}

/// The times of all keys of the source.
std::vector<double> ClipConversion::sampleTimes() const {
  std::vector<double> times{0};
  for (const KeyframeTrack& track : clip_.tracks())
    for (const float time : track.times())
      if (time >= 0 && static_cast<double>(time) <= clip_.duration()) times.push_back(static_cast<double>(time));
  times.push_back(clip_.duration());
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end(), [](double a, double b) { return b - a < 1e-5; }), times.end());
  return times;
}

/// The largest error of what straight lines between two poses give in the middle: radians, or parts of the height.
double ClipConversion::errorBetween(const Pose& a, const Pose& b, const Pose& middle) const {
  double error = 0;
  for (const SampledValue& value : sampled_) {
    const auto joint = indexOf(plan_.pairs()[value.pair].pair.target);
    if (value.channel == Channel::Rotation) {
      const glm::dquat line = glm::slerp(a[joint].rotation, b[joint].rotation, 0.5);
      error = std::max(error, 2 * std::acos(std::min(std::abs(glm::dot(line, middle[joint].rotation)), 1.0)));
    } else {
      const glm::dvec3 line = 0.5 * (a[joint].translation + b[joint].translation);
      error = std::max(error, glm::distance(line, middle[joint].translation) / plan_.targetHeight());
    }
  }
  return error;
}

void ClipConversion::addSampled() {
  if (sampled_.empty()) return;
  std::vector<float> times;
  const auto keep = [&](double time, const Pose& pose) {
    times.push_back(static_cast<float>(time));
    for (SampledValue& value : sampled_) {
      const LocalTransform& local = pose[indexOf(plan_.pairs()[value.pair].pair.target)];
      std::array<double, 4> components = componentsOf(local, value.channel);
      double along = 0;
      if (value.channel == Channel::Rotation && !value.values.empty())
        for (std::size_t i = 0; i < 4; ++i)
          along += components[i] * static_cast<double>(value.values[value.values.size() - 4 + i]);
      for (int i = 0; i < sizeOf(value.channel); ++i)
        value.values.push_back(static_cast<float>(along < 0 ? -components[indexOf(i)] : components[indexOf(i)]));
    }
  };
  const std::vector<double> keys = sampleTimes();
  struct Interval {
    double end;
    Pose pose;
  };
  Pose last = targetAt(keys.front());
  double time = keys.front();
  keep(time, last);
  for (std::size_t i = 1; i < keys.size(); ++i) {
    std::vector<Interval> ahead{{keys[i], targetAt(keys[i])}};  // halves until straight lines are close enough
    while (!ahead.empty()) {
      const double half = 0.5 * (time + ahead.back().end);
      Pose middle = targetAt(half);
      if (half - time > kShortest && errorBetween(last, ahead.back().pose, middle) > plan_.options().tolerance) {
        ahead.push_back({half, std::move(middle)});
        continue;
      }
      time = ahead.back().end;
      last = std::move(ahead.back().pose);
      ahead.pop_back();
      keep(time, last);
    }
  }
  for (SampledValue& value : sampled_)
    if (auto made = KeyframeTrack::make({plan_.pairs()[value.pair].pair.target, value.channel}, Interpolation::Linear,
                                        times, std::move(value.values)))
      made_.push_back(std::move(*made));
}

Result<RetargetedClip> ClipConversion::run() {
  if (clip_.blendMode() == BlendMode::Additive)
    return Error{"'" + clip_.name() + "' is additive: transfer the clip that it was made from"};
  std::vector<bool> isUsed(tracks_.size());
  for (std::size_t i = 0; i < plan_.pairs().size(); ++i) {
    const JointPair& pair = plan_.pairs()[i].pair;
    isUsed[indexOf(pair.source)] = true;
    if (pair.upperSource >= 0) isUsed[indexOf(pair.upperSource)] = true;
    if (moving(pair.source, Channel::Translation) && pair.carrier < 0) transfer_.movesPosition[i] = true;
  }
  for (const KeyframeTrack& track : clip_.tracks()) {
    const int joint = track.target().node;
    const bool isOfJoint = joint >= 0 && indexOf(joint) < isUsed.size() && track.target().channel <= Channel::Scale;
    lost_ += (isOfJoint && isUsed[indexOf(joint)]) || !moves(track) ? 0 : 1;
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
