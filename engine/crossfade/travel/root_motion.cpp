#include "crossfade/travel/root_motion.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <glm/geometric.hpp>

#include "crossfade/retarget/humanoid.h"
#include "crossfade/travel/detail/heading.h"
#include "crossfade/travel/detail/joint_sampler.h"
#include "crossfade/travel/detail/planted_feet.h"

namespace crossfade {
namespace {

using detail::JointSampler;

constexpr double kSamplesPerSecond = 60;
constexpr int kMostSamples = 3600;
constexpr int kFewestSamples = 16;
constexpr double kDegrees = 180 / std::numbers::pi;
constexpr double kLeastJump = 0.1;   // how high the lower foot rises, as a part of the height
constexpr double kLeastRise = 0.05;  // and the root
constexpr int kLeastBranch = 3;      // without known hips, a root has at least a third of all joints below it

std::size_t at(int index) { return static_cast<std::size_t>(index); }

int sampleCountOf(const AnimationClip& clip) {
  return std::clamp(static_cast<int>(std::ceil(std::min(clip.duration(), 3600.0) * kSamplesPerSecond)), kFewestSamples,
                    kMostSamples);
}

glm::dvec3 horizontal(const glm::dvec3& v) { return {v.x, 0, v.z}; }

bool isFar(double distance, double height) { return distance > kLeastTravel * height; }

double degreesToward(const glm::dvec3& v) { return std::atan2(v.x, v.z) * kDegrees; }

std::vector<glm::dvec3> restPositionsOf(const Skeleton& skeleton) {
  std::vector<int> all(at(skeleton.jointCount()));
  for (int i = 0; i < skeleton.jointCount(); ++i) all[at(i)] = i;
  const AnimationClip nothing = *AnimationClip::make("", {});
  const JointSampler rest(skeleton, nothing, all);
  std::vector<glm::dvec3> positions;
  for (const int joint : all) positions.push_back(rest.position(joint));
  return positions;
}

/// Of the joints at and below `top`: upward, or if they lie flat, the longest side.
double heightOf(const Skeleton& skeleton, const std::vector<glm::dvec3>& positions, int top) {
  glm::dvec3 least(std::numeric_limits<double>::infinity()), most(-least);
  for (int i = 0; i < skeleton.jointCount(); ++i)
    if (detail::isAtOrBelow(skeleton, i, top)) {
      least = glm::min(least, positions[at(i)]);
      most = glm::max(most, positions[at(i)]);
    }
  const glm::dvec3 size = most - least;
  const double longest = std::max({size.x, size.y, size.z});
  if (!(longest > 1e-6) || !std::isfinite(longest)) return 1;
  return size.y > 0.1 * longest ? size.y : longest;
}

}  // namespace

std::string_view nameOf(RootMotionKind kind) {
  switch (kind) {
    case RootMotionKind::InPlace:
      return "in place";
    case RootMotionKind::Traveling:
      return "traveling";
    case RootMotionKind::Turning:
      return "turning";
    case RootMotionKind::Jumping:
      return "jumping";
  }
  return "";
}

bool RootMotion::travels() const {
  return isFar(glm::length(horizontal(displacement)), height) ||
         (turns() && isFar(glm::length(horizontal(rootVelocity)) * duration, height));
}

bool RootMotion::turns() const { return std::abs(turn) > kLeastTurn; }

RootMotionKind RootMotion::kind() const {
  if (jumps) return RootMotionKind::Jumping;
  if (travels()) return RootMotionKind::Traveling;
  return turns() ? RootMotionKind::Turning : RootMotionKind::InPlace;
}

glm::dvec3 RootMotion::velocity() const {
  if (travels()) return horizontal(rootVelocity);
  const bool walks = !turns() && plantedShare >= kLeastPlanted && isFar(glm::length(feetVelocity) * duration, height);
  return walks ? feetVelocity : glm::dvec3(0.0);
}

double RootMotion::speed() const { return glm::length(velocity()); }

double RootMotion::direction() const {
  const glm::dvec3 v = velocity();
  return glm::length(v) > 0 ? std::remainder(degreesToward(v) - facing, 360.0) : 0;
}

/// Where a joint goes and how it turns over a clip.
struct RootMotionMeter::Path {
  glm::dvec3 displacement{0.0}, velocity{0.0};
  double turn = 0;  // radians
  double peak = 0;  // how far it rises above its start
  double peakAboveEnds = 0;
};

RootMotionMeter::RootMotionMeter(const Skeleton& skeleton)
    : skeleton_(&skeleton), branchSizes_(at(skeleton.jointCount()), 1) {
  const int count = skeleton.jointCount();
  if (count == 0) return;
  for (int i = count - 1; i > 0; --i)
    if (const int parent = skeleton.parents()[at(i)]; parent >= 0) branchSizes_[at(parent)] += branchSizes_[at(i)];
  const std::vector<glm::dvec3> positions = restPositionsOf(skeleton);
  const Humanoid human = findHumanoid(skeleton);
  body_ = static_cast<int>(std::max_element(branchSizes_.begin(), branchSizes_.end()) - branchSizes_.begin());
  if (human.isKnown()) {
    body_ = hips_ = human.jointOf(HumanJoint::Hips);
    const int left = human.jointOf(HumanJoint::LeftUpperLeg), right = human.jointOf(HumanJoint::RightUpperLeg);
    const glm::dvec3 forward = glm::cross(positions[at(left)] - positions[at(right)], glm::dvec3(0, 1, 0));
    if (glm::length(forward) > 0) facing_ = degreesToward(forward);
  }
  height_ = heightOf(skeleton, positions, body_);
  for (const HumanJoint foot : {HumanJoint::LeftFoot, HumanJoint::RightFoot}) {
    const auto toes = foot == HumanJoint::LeftFoot ? HumanJoint::LeftToes : HumanJoint::RightToes;
    if (const int joint = human.jointOf(toes) >= 0 ? human.jointOf(toes) : human.jointOf(foot); joint >= 0)
      feet_.push_back(joint);
  }
  if (feet_.empty()) feet_ = detail::lowestEnds(skeleton, positions, body_, height_);
}

/// Joints that can be the root, those with most of what is animated below them first.
std::vector<int> RootMotionMeter::candidatesOf(const AnimationClip& clip) const {
  const int count = skeleton_->jointCount();
  std::vector<int> below(at(count)), candidates;
  std::vector<bool> animated(at(count)), moved(at(count));
  for (const KeyframeTrack& track : clip.tracks()) {
    const auto [joint, channel] = track.target();
    const bool isTransform =
        channel == Channel::Translation || channel == Channel::Rotation || channel == Channel::Scale;
    if (joint < 0 || joint >= count || !isTransform || !detail::moves(track)) continue;
    animated[at(joint)] = true;
    if (channel != Channel::Scale) moved[at(joint)] = true;
  }
  for (int i = count - 1; i > 0; --i)
    if (const int parent = skeleton_->parents()[at(i)]; parent >= 0)
      below[at(parent)] += below[at(i)] + (animated[at(i)] ? 1 : 0);
  for (int i = 0; i < count; ++i) {
    const bool carriesBody = hips_ >= 0 ? detail::isAtOrBelow(*skeleton_, hips_, i)
                                        : branchSizes_[at(i)] * kLeastBranch >= branchSizes_[at(body_)];
    if (moved[at(i)] && carriesBody) candidates.push_back(i);
  }
  std::stable_sort(candidates.begin(), candidates.end(), [&](int a, int b) { return below[at(a)] > below[at(b)]; });
  return candidates;
}

RootMotionMeter::Path RootMotionMeter::pathOf(const AnimationClip& clip, int joint) const {
  JointSampler sampler(*skeleton_, clip, {joint});
  const int count = sampleCountOf(clip);
  const glm::dvec3 start = sampler.position(joint);
  detail::Heading heading(detail::axesOf(sampler.model(joint)));
  glm::dvec3 before = start, relative(0.0);
  Path path;
  for (int i = 1; i <= count; ++i) {
    sampler.moveTo(clip.duration() * i / count);
    const glm::dvec3 now = sampler.position(joint);
    const double turnBefore = path.turn;
    path.turn = heading.follow(detail::axesOf(sampler.model(joint)));
    relative += detail::turned(-(turnBefore + path.turn) / 2) * (now - before);
    path.peak = std::max(path.peak, now.y - start.y);
    before = now;
  }
  path.displacement = before - start;
  path.peakAboveEnds = path.peak - std::max(path.displacement.y, 0.0);
  const bool isTurning = std::abs(path.turn) * kDegrees > kLeastTurn;
  if (clip.duration() > 0) path.velocity = (isTurning ? relative : path.displacement) / clip.duration();
  return path;
}

/// Those that the clip moves: a mesh or a helper that lies on the floor is no foot. If it moves none, all of them.
std::vector<int> RootMotionMeter::movedFeet(const AnimationClip& clip) const {
  std::vector<int> moved = feet_;
  std::erase_if(moved, [&](int foot) {
    return std::none_of(clip.tracks().begin(), clip.tracks().end(), [&](const KeyframeTrack& track) {
      return detail::isAtOrBelow(*skeleton_, foot, track.target().node) && detail::moves(track);
    });
  });
  return moved.empty() ? feet_ : moved;
}

void RootMotionMeter::measureFeet(const AnimationClip& clip, RootMotion& motion) const {
  if (feet_.empty() || !(clip.duration() > 0)) return;
  const std::vector<int> feet = movedFeet(clip);
  JointSampler sampler(*skeleton_, clip, feet);
  const int count = sampleCountOf(clip);
  std::vector<detail::FootPath> paths(feet.size());
  for (int i = 0; i <= count; ++i) {
    sampler.moveTo(clip.duration() * i / count);
    for (std::size_t foot = 0; foot < feet.size(); ++foot) paths[foot].push_back(sampler.position(feet[foot]));
  }
  const detail::PlantedFeet planted = detail::findPlantedFeet(paths, clip.duration() / count, height_);
  motion.feetVelocity = -planted.groundVelocity;
  motion.plantedShare = planted.share;
  motion.jumps = planted.lowestRise > kLeastJump * height_;
}

RootMotion RootMotionMeter::measure(const AnimationClip& clip) const {
  RootMotion motion{.duration = clip.duration(), .height = height_, .facing = facing_};
  if (clip.blendMode() == BlendMode::Additive || skeleton_->jointCount() == 0) return motion;
  measureFeet(clip, motion);
  const std::vector<int> candidates = candidatesOf(clip);
  if (candidates.empty()) {
    motion.jumps = false;
    return motion;
  }
  const auto movesBody = [&](const Path& path) {
    return isFar(glm::length(horizontal(path.displacement)), height_) || std::abs(path.turn) * kDegrees > kLeastTurn ||
           path.peakAboveEnds > kLeastRise * height_;
  };
  const auto changesPosition = [&](int joint) {
    const KeyframeTrack* track = detail::findTrack(clip, {.node = joint, .channel = Channel::Translation});
    return track && detail::moves(*track);
  };
  Path chosen;
  for (const int joint : candidates) {
    chosen = pathOf(clip, joint);
    if (!movesBody(chosen)) continue;
    motion.joint = joint;
    break;
  }
  if (motion.joint < 0) {
    const auto found = std::find_if(candidates.begin(), candidates.end(), changesPosition);
    motion.joint = found == candidates.end() ? candidates.front() : *found;
    chosen = pathOf(clip, motion.joint);
  }
  motion.displacement = chosen.displacement;
  motion.rootVelocity = chosen.velocity;
  motion.turn = chosen.turn * kDegrees;
  const bool leavesGround =
      feet_.empty() ? chosen.peakAboveEnds > kLeastJump * height_ : motion.jumps && chosen.peak > kLeastRise * height_;
  const bool runsInPlace = !motion.travels() && motion.speed() > 0;
  motion.jumps = leavesGround && !runsInPlace;
  return motion;
}

}  // namespace crossfade
