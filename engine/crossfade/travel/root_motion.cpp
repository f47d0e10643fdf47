#include "crossfade/travel/root_motion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include <glm/geometric.hpp>

#include "crossfade/body/humanoid.h"
#include "crossfade/body/stepping.h"
#include "crossfade/math/rotation.h"
#include "crossfade/pose/clip_pose.h"
#include "crossfade/skeleton/joint_tree.h"
#include "crossfade/skeleton/local_to_model.h"
#include "crossfade/travel/detail/animated_root.h"
#include "crossfade/travel/detail/heading.h"

namespace crossfade {
namespace {

constexpr double kSamplesPerSecond = 60;
constexpr double kMostSeconds = 3600;  // longer clips are sampled less often
constexpr int kFewestSamples = 16;
constexpr double kDegrees = 180 / std::numbers::pi;
constexpr double kLeastJump = 0.1;    // how high the lower foot rises, as a part of the height
constexpr double kLeastRise = 0.05;   // and the root
constexpr double kLeastStride = 0.1;  // feet step if the distance between them varies by this part of the height
constexpr double kLeastSwing = 30;    // or if they turn against each other by this many degrees
constexpr int kLeastBranch = 3;       // without known hips, a root has at least a third of all joints below it

std::size_t at(int index) { return static_cast<std::size_t>(index); }

int sampleCountOf(const AnimationClip& clip) {
  return std::max(static_cast<int>(std::ceil(std::min(clip.duration(), kMostSeconds) * kSamplesPerSecond)),
                  kFewestSamples);
}

bool isFar(double distance, double height) { return distance > kLeastTravel * height; }

double degreesToward(const glm::dvec3& v) { return std::atan2(v.x, v.z) * kDegrees; }

/// Where neither the root nor feet on the ground tell a speed, feet that step do.
void takeSteps(RootMotion& motion, const Skeleton& skeleton, const Feet& feet, const AnimationClip& clip) {
  if (motion.travels() || motion.turns() || motion.speed() > 0) return;
  const std::optional<Stepping> stepping = findStepping(skeleton, feet, clip);
  if (!stepping) return;
  motion.feetVelocity = -stepping->groundVelocity;
  motion.contactShare = std::max(motion.contactShare, stepping->stanceShare);
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
  const bool walks = !turns() && contactShare >= kLeastContact && isFar(glm::length(feetVelocity) * duration, height);
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

RootMotionMeter::RootMotionMeter(const Skeleton& skeleton, Feet feet)
    : skeleton_(&skeleton), branchSizes_(at(skeleton.jointCount()), 1), feet_(std::move(feet)) {
  const int count = skeleton.jointCount();
  if (count == 0) return;
  for (int i = count - 1; i > 0; --i)
    if (const int parent = skeleton.parents()[at(i)]; parent >= 0) branchSizes_[at(parent)] += branchSizes_[at(i)];
  const Humanoid human = findHumanoid(skeleton);
  body_ = static_cast<int>(std::max_element(branchSizes_.begin(), branchSizes_.end()) - branchSizes_.begin());
  if (human.isKnown()) {
    body_ = hips_ = human.jointOf(HumanJoint::Hips);
    const auto positions = jointPositions(skeleton.parents(), skeleton.restLocals());
    const glm::dvec3 forward = glm::cross(leftOf(human, positions), glm::dvec3(0, 1, 0));
    if (glm::length(forward) > 0) facing_ = degreesToward(forward);
  }
  height_ = bodyHeight(skeleton, body_);
  if (feet_.isEmpty()) feet_ = findFeet(skeleton, human);
  if (feet_.isEmpty()) feet_ = findLowestLeaves(skeleton, body_);
}

/// Joints that can be the root, those with most of what is animated below them first.
std::vector<int> RootMotionMeter::candidatesOf(const AnimationClip& clip) const {
  const int count = skeleton_->jointCount();
  std::vector<int> below(at(count)), candidates;
  std::vector<bool> animated(at(count)), moved(at(count));
  for (const KeyframeTrack& track : clip.tracks()) {
    const auto [joint, channel] = track.target();
    if (joint < 0 || joint >= count || !isTransform(channel) || isConstant(track, kRounding)) continue;
    animated[at(joint)] = true;
    if (channel != Channel::Scale) moved[at(joint)] = true;
  }
  for (int i = count - 1; i > 0; --i)
    if (const int parent = skeleton_->parents()[at(i)]; parent >= 0)
      below[at(parent)] += below[at(i)] + (animated[at(i)] ? 1 : 0);
  for (int i = 0; i < count; ++i) {
    const bool carriesBody = hips_ >= 0 ? isAtOrBelow(skeleton_->parents(), hips_, i)
                                        : branchSizes_[at(i)] * kLeastBranch >= branchSizes_[at(body_)];
    if (moved[at(i)] && carriesBody) candidates.push_back(i);
  }
  std::stable_sort(candidates.begin(), candidates.end(), [&](int a, int b) { return below[at(a)] > below[at(b)]; });
  return candidates;
}

/// Of each joint, in one pass over the clip.
std::vector<RootMotionMeter::Path> RootMotionMeter::pathsOf(const AnimationClip& clip,
                                                            const std::vector<int>& joints) const {
  ClipPose pose(*skeleton_, clip, joints);
  const auto axesOf = [&](int joint) { return detail::RootMoment{pose.parent(joint), pose.local(joint)}.axes(); };
  struct Follower {
    int joint;
    detail::Heading heading;
    glm::dvec3 start, before, relative{0.0};
    Path path = {};
  };
  std::vector<Follower> followers;
  followers.reserve(joints.size());
  for (const int joint : joints)
    followers.push_back({joint, detail::Heading(axesOf(joint)), pose.position(joint), pose.position(joint)});
  const int count = sampleCountOf(clip);
  for (int i = 1; i <= count; ++i) {
    pose.moveTo(clip.duration() * i / count);
    for (Follower& each : followers) {
      const glm::dvec3 now = pose.position(each.joint);
      const double turnBefore = each.path.turn;
      each.path.turn = each.heading.follow(axesOf(each.joint));
      each.relative += aboutY(-(turnBefore + each.path.turn) / 2) * (now - each.before);
      each.path.peak = std::max(each.path.peak, now.y - each.start.y);
      each.before = now;
    }
  }
  std::vector<Path> paths;
  for (const Follower& each : followers) {
    Path path = each.path;
    path.displacement = each.before - each.start;
    path.peakAboveEnds = path.peak - std::max(path.displacement.y, 0.0);
    const bool isTurning = std::abs(path.turn) * kDegrees > kLeastTurn;
    if (clip.duration() > 0) path.velocity = (isTurning ? each.relative : path.displacement) / clip.duration();
    paths.push_back(path);
  }
  return paths;
}

/// Whether a foot moves against the first, as in steps, instead of all together, as in hops. A single foot tells
/// neither, and is taken to step.
bool RootMotionMeter::feetStep(const AnimationClip& clip) const {
  if (feet_.feet.size() < 2) return true;
  std::vector<int> ankles;
  for (const Foot& foot : feet_.feet) ankles.push_back(foot.ankle);
  ClipPose pose(*skeleton_, clip, ankles);
  const auto axesOf = [&](int joint) { return detail::RootMoment{pose.parent(joint), pose.local(joint)}.axes(); };
  const auto turnFromFirst = [&](int joint) { return glm::transpose(axesOf(ankles[0])) * axesOf(joint); };
  struct Relative {
    glm::dmat3 start;
    double nearest = INFINITY, farthest = 0, leastCosine = 1;
  };
  std::vector<Relative> others;
  for (std::size_t k = 1; k < ankles.size(); ++k) others.push_back({.start = turnFromFirst(ankles[k])});
  const int count = sampleCountOf(clip);
  for (int i = 0; i <= count; ++i) {
    pose.moveTo(clip.duration() * i / count);
    for (std::size_t k = 1; k < ankles.size(); ++k) {
      Relative& other = others[k - 1];
      const double apart = glm::distance(pose.position(ankles[0]), pose.position(ankles[k]));
      other.nearest = std::min(other.nearest, apart);
      other.farthest = std::max(other.farthest, apart);
      const glm::dmat3 turned = glm::transpose(other.start) * turnFromFirst(ankles[k]);
      other.leastCosine = std::min(other.leastCosine, (turned[0][0] + turned[1][1] + turned[2][2] - 1) / 2);
    }
  }
  return std::any_of(others.begin(), others.end(), [&](const Relative& other) {
    return other.farthest - other.nearest > kLeastStride * height_ ||
           other.leastCosine < std::cos(kLeastSwing / kDegrees);
  });
}

RootMotion RootMotionMeter::measure(const AnimationClip& clip) const {
  return measure(clip, detectContacts(*skeleton_, feet_, clip));
}

RootMotion RootMotionMeter::measure(const AnimationClip& clip, const GroundContacts& contacts) const {
  RootMotion motion{.duration = clip.duration(), .height = height_, .facing = facing_};
  if (clip.blendMode() == BlendMode::Additive || skeleton_->jointCount() == 0) return motion;
  motion.feetVelocity = -contacts.groundVelocity;
  motion.contactShare = contacts.contactShare();
  const std::vector<int> candidates = candidatesOf(clip);
  if (candidates.empty()) {
    if (contacts.isCyclic) takeSteps(motion, *skeleton_, feet_, clip);
    return motion;
  }
  const std::vector<Path> paths = pathsOf(clip, candidates);
  const auto movesBody = [&](const Path& path) {
    return isFar(glm::length(horizontal(path.displacement)), height_) || std::abs(path.turn) * kDegrees > kLeastTurn ||
           path.peakAboveEnds > kLeastRise * height_;
  };
  const auto changesPosition = [&](int joint) {
    return detail::findMovingTrack(clip, {.node = joint, .channel = Channel::Translation}) != nullptr;
  };
  auto chosen = std::find_if(paths.begin(), paths.end(), movesBody);
  if (chosen == paths.end()) {
    const auto found = std::find_if(candidates.begin(), candidates.end(), changesPosition);
    chosen = paths.begin() + (found == candidates.end() ? 0 : found - candidates.begin());
  }
  motion.joint = candidates[static_cast<std::size_t>(chosen - paths.begin())];
  motion.displacement = chosen->displacement;
  motion.rootVelocity = chosen->velocity;
  motion.turn = chosen->turn * kDegrees;
  if (contacts.isCyclic) takeSteps(motion, *skeleton_, feet_, clip);
  const bool leavesGround = feet_.isEmpty()
                                ? chosen->peakAboveEnds > kLeastJump * height_
                                : contacts.lift > kLeastJump * height_ && chosen->peak > kLeastRise * height_;
  const bool runsInPlace = !motion.travels() && motion.speed() > 0;
  const bool bounces = contacts.flights > 1 && std::abs(motion.displacement.y) < kLeastRise * height_;
  motion.jumps = leavesGround && !runsInPlace && !(bounces && (motion.travels() || feetStep(clip)));
  return motion;
}

}  // namespace crossfade
