#include "crossfade/ground/foot_lock.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include <glm/geometric.hpp>

#include "crossfade/base/assert.h"
#include "crossfade/body/pose_ik.h"
#include "crossfade/body/two_bones.h"
#include "crossfade/math/rotation.h"
#include "crossfade/skeleton/joint_tree.h"
#include "crossfade/skeleton/local_to_model.h"
#include "crossfade/transition/offset_decay.h"

namespace crossfade {
namespace {

constexpr double kTouch = 0.012;        // leg lengths: points this much above the lowest carry 1/e of its share
constexpr double kFree = 0.5;           // of the farthest offset: up to here feet are held in full
constexpr double kNothing = 1e-7;       // leg lengths
constexpr double kHipsHalfLife = 0.05;  // seconds
constexpr double kLiftEase = 0.02;      // leg lengths over which lifting and lowering set in

/// 0 up to 0, then cubic for about `ease`, then x. The angle of a straight leg grows with the root of what it is
/// shortened by, so a quadratic start would still be a kink.
double easedPositive(double x, double ease) { return x > 0 ? x * (x / (x + ease)) * (x / (x + ease)) : 0; }
/// Approaches `most`.
double saturated(double x, double most) { return most > 0 ? most * (1 - std::exp(-x / most)) : 0; }

/// Without the legs of feet that have a joint which the skeleton does not have.
Feet fitted(Feet feet, int jointCount) {
  const auto exists = [jointCount](int joint) { return joint >= 0 && joint < jointCount; };
  for (Foot& foot : feet.feet) {
    const bool areThere = !foot.hasLeg() || (exists(foot.hip) && exists(foot.knee) && exists(foot.ankle));
    CROSSFADE_ASSERT(areThere, "FootLock: the skeleton does not have the joints of a leg");
    if (!areThere) foot.hip = foot.knee = kNoJoint;
  }
  if (!exists(feet.hips)) feet.hips = kNoJoint;
  return feet;
}

}  // namespace

FootLock::FootLock(const Skeleton& skeleton, Feet feet, FootLockOptions options)
    : parents_(skeleton.parents().begin(), skeleton.parents().end()),
      feet_(fitted(std::move(feet), skeleton.jointCount())),
      options_(options),
      models_(parents_.size()),
      feetStates_(feet_.feet.size()),
      legs_(feet_.feet.size()) {}

void FootLock::restart() {
  hasLast_ = false;
  lowered_ = loweringSpeed_ = 0;
  for (FootState& state : feetStates_) state = {};
}

bool FootLock::isSettled() const {
  return lowered_ <= 0 && std::all_of(feetStates_.begin(), feetStates_.end(), [&](const FootState& state) {
           return glm::length(state.offset) <= kNothing * feet_.legLength;
         });
}

/// How fast the foot slips over the ground in the pose, horizontally: the mean over its lowest points.
glm::dvec3 FootLock::slipOf(std::size_t foot, double delta, const glm::dvec3& ground) {
  std::array<glm::dvec3, kSolePoints>& last = feetStates_[foot].sole;
  std::array<glm::dvec3, kSolePoints> now;
  double lowest = INFINITY;
  for (std::size_t point = 0; point < kSolePoints; ++point) {
    now[point] = feet_.feet[foot].sole[point].in(models_);
    lowest = std::min(lowest, now[point].y);
  }
  glm::dvec3 moved(0.0);
  double sum = 0;
  for (std::size_t point = 0; point < kSolePoints; ++point) {
    const double share = std::exp((lowest - now[point].y) / (kTouch * feet_.legLength));
    moved += (now[point] - last[point]) * share;
    sum += share;
  }
  last = now;
  if (!hasLast_ || !(delta > 0)) return glm::dvec3(0.0);
  return horizontal(moved / (sum * delta) - ground);
}

/// Less and less outward, the farther a foot is from its place in the pose.
glm::dvec3 FootLock::held(const glm::dvec3& offset, const glm::dvec3& velocity) const {
  const double farthest = options_.farthest * feet_.legLength, away = glm::length(offset);
  if (!(away > kFree * farthest)) return velocity;
  const glm::dvec3 out = offset / away;
  const double outward = glm::dot(velocity, out);
  if (outward <= 0) return velocity;
  const double u = std::min((away / farthest - kFree) / (1 - kFree), 1.0);
  return velocity - out * (outward * (1 - positionDecay(u)));
}

void FootLock::advance(FootState& state, double delta, bool isDown, const glm::dvec3& slip) const {
  if (isDown != state.locked) {
    state.locked = isDown;
    state.since = 0;
    state.startOffset = state.offset;
    state.startVelocity = isDown ? state.velocity + slip : state.velocity;
  }
  state.since += delta;
  if (state.locked) {
    const double u = options_.lockSeconds > 0 ? std::min(state.since / options_.lockSeconds, 1.0) : 1;
    state.velocity = held(state.offset, state.startVelocity * positionDecay(u) - slip);
    state.offset += state.velocity * delta;
    return;
  }
  const glm::dvec3 before = state.offset;
  state.offset = decayed(state.startOffset, state.startVelocity, state.since, options_.unlockSeconds);
  if (delta > 0) state.velocity = (state.offset - before) / delta;
}

/// Of the lowest point of its sole in the pose.
double FootLock::heightOf(std::size_t foot) const {
  double lowest = INFINITY;
  for (const glm::dvec3& point : feetStates_[foot].sole) lowest = std::min(lowest, point.y);
  return lowest - options_.floor;
}

/// How far the foot must rise so that no point of its sole is deep in the floor.
double FootLock::liftOf(std::size_t foot) const {
  return easedPositive(-options_.sinks * feet_.legLength - heightOf(foot), kLiftEase * feet_.legLength);
}

void FootLock::apply(double delta, const GroundState& ground, Pose& pose) {
  CROSSFADE_ASSERT(pose.locals.size() == parents_.size(), "FootLock::apply: the pose has not one transform per joint");
  if (pose.locals.size() != parents_.size() || feet_.isEmpty() || !std::isfinite(delta)) return;
  localToModel(parents_, pose.locals, models_);
  bool moves = false;
  for (std::size_t foot = 0; foot < feet_.feet.size(); ++foot) {
    const Foot& joints = feet_.feet[foot];
    if (!joints.hasLeg()) continue;
    const glm::dvec3 slip = slipOf(foot, delta, ground.velocity);
    if (hasLast_) advance(feetStates_[foot], std::max(delta, 0.0), ground.isInContact(foot), slip);
    glm::dvec3 by = feetStates_[foot].offset;
    by.y += liftOf(foot);
    Leg& leg = legs_[foot];
    leg = {.hip = at(joints.hip), .knee = at(joints.knee), .ankle = at(joints.ankle), .target = at(joints.ankle) + by};
    leg.moves = glm::length(by) > kNothing * feet_.legLength;
    moves = moves || leg.moves;
  }
  hasLast_ = true;
  lowerHips(moves ? lowering() : 0, std::max(delta, 0.0));
  if (lowered_ > 0) placeHips(pose);
  for (std::size_t foot = 0; foot < feet_.feet.size(); ++foot)
    if (feet_.feet[foot].hasLeg() && (lowered_ > 0 || legs_[foot].moves)) placeLeg(foot, pose);
}

/// A critically damped spring (Holden, "Spring-It-On", theorangeduck.com): feet may stop at once, the body may not.
void FootLock::lowerHips(double needed, double delta) {
  const double rate = 2 * std::numbers::ln2 / kHipsHalfLife;
  const double away = lowered_ - needed, moving = loweringSpeed_ + away * rate;
  const double left = std::exp(-rate * delta);
  lowered_ = needed + left * (away + moving * delta);
  loweringSpeed_ = left * (loweringSpeed_ - moving * rate * delta);
  const double nothing = kNothing * feet_.legLength;
  if (needed <= 0 && lowered_ < nothing && std::abs(loweringSpeed_) < nothing) lowered_ = loweringSpeed_ = 0;
}

/// How far the hips must go down for all legs to reach, except for what a leg may stretch. 0 if no foot is moved, so
/// clips with straight legs are left alone.
double FootLock::lowering() const {
  if (feet_.hips == kNoJoint) return 0;
  double squares = 0;
  for (const Leg& leg : legs_) {
    const double length = glm::distance(leg.hip, leg.knee) + glm::distance(leg.knee, leg.ankle);
    const double reach = std::max(kSoftReach * length, glm::distance(leg.hip, leg.ankle));
    const glm::dvec3 way = leg.hip - leg.target;
    const double level = way.x * way.x + way.z * way.z;
    const double needed = way.y - std::sqrt(std::max(reach * reach - level, 0.0));
    const double eased = easedPositive(needed, kLiftEase * feet_.legLength);
    squares += eased * eased;
  }
  return saturated(std::sqrt(squares), options_.lowers * feet_.legLength);
}

void FootLock::placeHips(Pose& pose) const { move(feet_.hips, {0, -lowered_, 0}, pose); }

/// Moves a joint in model space, with its parent's matrix from before the lock. If that is singular, does nothing.
void FootLock::move(int joint, const glm::dvec3& by, Pose& pose) const {
  const int parent = parents_[static_cast<std::size_t>(joint)];
  std::optional<glm::dmat3> toLocal(glm::dmat3(1.0));
  if (parent != kNoJoint) toLocal = inverseOf(glm::dmat4(models_[static_cast<std::size_t>(parent)]));
  if (toLocal) pose.locals[static_cast<std::size_t>(joint)].translation += glm::vec3(*toLocal * by);
}

void FootLock::turn(int joint, const glm::dquat& rotation, Pose& pose) const {
  glm::quat& local = pose.locals[static_cast<std::size_t>(joint)].rotation;
  local = turnedInModelSpace(parents_, models_, joint, rotation, local);
}

void FootLock::placeLeg(std::size_t foot, Pose& pose) const {
  const Foot& joints = feet_.feet[foot];
  const Leg& leg = legs_[foot];
  const glm::dvec3 lowered(0, -lowered_, 0);
  // A foot in the air goes down with the hips as far as there is room, so that its leg need not bend for nothing.
  const double room = std::max(heightOf(foot), 0.0);
  const double goesAlong = lowered_ > 0 ? lowered_ * room / (lowered_ + room) : 0;
  const glm::dvec3 target = leg.target - glm::dvec3(0, goesAlong, 0);
  const glm::dvec3 pole = glm::dmat3(glm::dmat4(models_[static_cast<std::size_t>(joints.hip)])) * joints.pole;
  const TwoBoneTurn turned = solveTwoBones({leg.hip + lowered, leg.knee + lowered, leg.ankle + lowered}, target, pole);
  turn(joints.hip, turned.upper, pose);
  turn(joints.knee, glm::inverse(turned.upper) * turned.lower, pose);
  if (isAtOrBelow(parents_, joints.ankle, joints.knee)) {
    turn(joints.ankle, glm::inverse(turned.lower), pose);
    return;
  }
  // A foot beside its leg: it goes where the leg ends.
  glm::dvec3 by = turned.end - leg.ankle;
  if (isAtOrBelow(parents_, parents_[static_cast<std::size_t>(joints.ankle)], feet_.hips)) by -= lowered;
  move(joints.ankle, by, pose);
}

}  // namespace crossfade
