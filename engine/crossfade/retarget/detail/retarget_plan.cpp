#include "crossfade/retarget/detail/retarget_plan.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>

#include "crossfade/base/assert.h"
#include "crossfade/body/humanoid.h"
#include "crossfade/math/rotation.h"
#include "crossfade/skeleton/joint_tree.h"
#include "crossfade/skeleton/local_to_model.h"

namespace crossfade::detail {
namespace {

constexpr double kSameFacing = 20 * std::numbers::pi / 180;  // bodies that face this near to a right angle face it
constexpr double kOwnBone = 0.2;                             // of a bone: what a joint in its middle moves, at least
constexpr double kOnFloor = 0.1;                             // of the height: a reference pose that stands on y = 0
constexpr double kAside = 0.02;                              // of a bone: less does not say where a foot points

std::size_t at(int index) { return static_cast<std::size_t>(index); }

std::vector<DoubleTransform> allToDouble(std::span<const Transform> locals) {
  std::vector<DoubleTransform> result;
  for (const Transform& local : locals) result.push_back(toDouble(local));
  return result;
}

std::vector<glm::dvec3> positionsOf(const ModelPose& pose) {
  std::vector<glm::dvec3> positions;
  for (const glm::dmat4& matrix : pose.matrices) positions.emplace_back(matrix[3]);
  return positions;
}

/// The longest side; 0 if all joints are at one point.
double sizeOf(std::span<const glm::dvec3> positions) {
  const glm::dvec3 size = extentOf(positions);
  return std::max({size.x, size.y, size.z});
}

bool pointsAside(const glm::dvec3& bone) { return glm::length(horizontal(bone)) > kAside * glm::length(bone); }

/// A point in the space of a matrix; nullopt if that is singular.
std::optional<glm::dvec3> pointIn(const glm::dmat4& space, const glm::dvec3& point) {
  const std::optional<glm::dmat3> back = inverseOf(space);
  return back ? std::optional(*back * (point - glm::dvec3(space[3]))) : std::nullopt;
}

/// The angle about the vertical from one direction to another; right angles where it is near to one.
double turnBetween(const glm::dvec3& from, const glm::dvec3& to) {
  if (glm::length(from) < 1e-9 || glm::length(to) < 1e-9) return 0;
  const double angle = angleAboutY(from, to);
  const double right = std::round(angle / (std::numbers::pi / 2)) * (std::numbers::pi / 2);
  return std::abs(angle - right) < kSameFacing ? right : angle;
}

}  // namespace

RetargetPlan::RetargetPlan(const Skeleton& source, const Humanoid& sourceBody, const Skeleton& target,
                           const Humanoid& targetBody, JointMap map, RetargetOptions options)
    : source_(source),
      target_(target),
      map_(std::move(map)),
      options_(std::move(options)),
      sourceRest_(allToDouble(source.restLocals())),
      targetRest_(allToDouble(target.restLocals())),
      pairOf_(at(target.jointCount()), -1) {
  const auto reference = [](const Skeleton& skeleton, const std::vector<Transform>& given) {
    return modelPoseOf(skeleton.parents(), allToDouble(given.empty() ? skeleton.restLocals() : std::span(given)));
  };
  sourceReference_ = reference(source_, options_.sourceReference);
  targetReference_ = reference(target_, options_.targetReference);
  targetRestPose_ = modelPoseOf(target_.parents(), targetRest_);
  for (const JointPair& pair : map_.pairs) {
    pairOf_[at(pair.target)] = static_cast<int>(pairs_.size());
    pairs_.push_back({.pair = pair});
  }
  for (PlannedPair& planned : pairs_)
    for (int i = target_.parents()[at(planned.pair.target)]; i >= 0 && planned.ancestor < 0;
         i = target_.parents()[at(i)]) {
      if (pairOf(i) < 0) continue;
      const bool isTwist = pairs_[at(pairOf(i))].pair.sharesTwistOnly;
      if (isTwist)
        planned.isBelowTwist = true;
      else
        planned.ancestor = i;
    }
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    if (pairs_[i].pair.sharesTwistOnly) continue;
    const int above = pairs_[i].pair.carrier >= 0 ? pairs_[i].pair.carrier : pairs_[i].ancestor;
    if (above >= 0) pairs_[at(pairOf(above))].below.push_back(i);
  }
  orderJoints();
  measure(sourceBody, targetBody);
  align();
  relate();
  reach_ = HandReach({sourceBody, targetBody, sourceReference_, targetReference_, target_.parents()}, map_,
                     matrixOf(toTarget_), options_.reach);
}

/// Joints that are carried, and all below them, come last.
void RetargetPlan::orderJoints() {
  std::vector<bool> isCarried(at(target_.jointCount()));
  for (int i = 0; i < target_.jointCount(); ++i) {
    const int parent = target_.parents()[at(i)];
    isCarried[at(i)] =
        (parent >= 0 && isCarried[at(parent)]) || (pairOf(i) >= 0 && pairs_[at(pairOf(i))].pair.carrier >= 0);
  }
  for (const bool carried : {false, true})
    for (int i = 0; i < target_.jointCount(); ++i)
      if (isCarried[at(i)] == carried) order_.push_back(i);
}

/// Which way both face, how long their legs are, where the floor is, and which joints travel or stand on the floor.
void RetargetPlan::measure(const Humanoid& from, const Humanoid& to) {
  const auto fromPositions = positionsOf(sourceReference_), toPositions = positionsOf(targetReference_);
  const glm::dvec3 fromLeft = leftOf(from, fromPositions), toLeft = leftOf(to, toPositions);
  const bool areHuman = from.hasLegs() && to.hasLegs();
  if (areHuman) toTarget_.rotation = aboutY(turnBetween(fromLeft, toLeft));
  if (options_.mirrored) {
    const RotationFrame toSide{aboutY(turnBetween({1, 0, 0}, toLeft)), false};
    toTarget_ = toSide * RotationFrame{makeDoubleQuat(0, 0, 0, 1), true} * inverse(toSide) * toTarget_;
  }
  sourceHeight_ = sizeOf(fromPositions);
  targetHeight_ = sizeOf(toPositions);
  const double fromLeg = legLength(from, fromPositions), toLeg = legLength(to, toPositions);
  const auto ratioOf = [](double target, double source) { return source > 0 && target > 0 ? target / source : 1; };
  const bool haveLegs = fromLeg > 0 && toLeg > 0;
  travelScale_ = options_.travelScale > 0 ? options_.travelScale
                 : haveLegs               ? toLeg / fromLeg
                                          : ratioOf(targetHeight_, sourceHeight_);
  const int hips = areHuman ? to.jointOf(HumanJoint::Hips) : kNoJoint;
  double lowest = 0;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    PlannedPair& planned = pairs_[i];
    const bool isAboveHips = hips >= 0 && isAtOrBelow(target_.parents(), hips, planned.pair.target);
    planned.travels = planned.pair.carrier < 0 && (isAboveHips || (hips < 0 && planned.ancestor < 0));
    const double height = sourceReference_.position(planned.pair.source).y;
    lowest = i == 0 ? height : std::min(lowest, height);
    for (const HumanJoint sole : {HumanJoint::LeftFoot, HumanJoint::LeftToes})
      if (planned.pair.target == to.jointOf(sole) || planned.pair.target == to.jointOf(mirrorOf(sole)))
        soles_.push_back(static_cast<int>(i));
  }
  if (std::abs(lowest) > kOnFloor * sourceHeight_ && areHuman) sourceFloor_ = lowest;
  if (options_.travelScale > 0 || areHuman || pairs_.empty()) return;
  const double sourceTop = sourceReference_.position(pairs_[0].pair.source).y;
  const double targetTop = targetReference_.position(pairs_[0].pair.target).y;
  if (sourceTop > kOnFloor * sourceHeight_ && targetTop > kOnFloor * targetHeight_)
    travelScale_ = targetTop / sourceTop;
}

double RetargetPlan::sourceHeightOf(int pair) const {
  return sourceReference_.position(pairs_[at(pair)].pair.source).y - sourceFloor_;
}
double RetargetPlan::targetHeightOf(int pair) const {
  return targetReference_.position(pairs_[at(pair)].pair.target).y;
}

/// Sum of the vectors from a joint to those in PlannedPair::below, so only its direction means anything. Source: in
/// model space, in the reference pose; target: in the joint's own axes, at rest. Zero if there are none.
glm::dvec3 RetargetPlan::boneOf(std::size_t pair, bool ofSource) const {
  const JointPair& own = pairs_[pair].pair;
  glm::dvec3 sum(0.0);
  for (const std::size_t next : pairs_[pair].below) {
    const JointPair& other = pairs_[next].pair;
    if (other.source == own.source || other.alignment == PoseAlignment::Keep) continue;
    sum += ofSource ? sourceReference_.position(other.source) - sourceReference_.position(own.source)
                    : targetRestPose_.position(other.target) - targetRestPose_.position(own.target);
  }
  return ofSource ? sum : glm::transpose(matrixOf(targetRestPose_.frame(own.target))) * sum;
}

RotationFrame RetargetPlan::alignedFrame(std::size_t pair, const RotationFrame& following) const {
  const JointPair& own = pairs_[pair].pair;
  const RotationFrame& standing = targetReference_.frame(own.target);
  const glm::dvec3 sourceBone = matrixOf(toTarget_) * boneOf(pair, true), bone = boneOf(pair, false);
  const bool hasBones = glm::length(sourceBone) > 1e-9 && glm::length(bone) > 1e-9;
  switch (own.alignment) {
    case PoseAlignment::Keep:
      return standing;
    case PoseAlignment::Follow:
      return following;
    case PoseAlignment::Bone:
      if (!hasBones) return following;
      return RotationFrame{shortestArc(matrixOf(following) * bone, sourceBone), false} * following;
    case PoseAlignment::Level: {
      const glm::dvec3 now = matrixOf(standing) * bone;
      if (!hasBones || !pointsAside(sourceBone) || !pointsAside(now)) return standing;
      return RotationFrame{aboutY(angleAboutY(now, sourceBone)), false} * standing;
    }
  }
  return following;
}

void RetargetPlan::align() {
  std::vector<RotationFrame> frames(at(target_.jointCount()));
  for (const int joint : order_) {
    const int parent = target_.parents()[at(joint)];
    const bool isGiven = pairOf(joint) >= 0 && !options_.targetReference.empty();
    const DoubleTransform local = isGiven ? toDouble(options_.targetReference[at(joint)]) : targetRest_[at(joint)];
    const RotationFrame own = frameOf(local.rotation, local.scale);
    frames[at(joint)] = parent < 0 ? own : frames[at(parent)] * own;
    if (pairOf(joint) < 0) continue;
    PlannedPair& planned = pairs_[at(pairOf(joint))];
    planned.sourceReference = sourceReference_.frame(planned.pair.source);
    if (planned.pair.upperSource >= 0) planned.upperReference = sourceReference_.frame(planned.pair.upperSource);
    if (planned.pair.sharesTwistOnly && planned.ancestor >= 0) {
      const auto bone = at(pairOf(planned.ancestor));
      planned.twistAxis = matrixOf(pairs_[bone].aligned) * boneOf(bone, false);
    }
    const RotationFrame aligned = alignedFrame(at(pairOf(joint)), frames[at(joint)]);
    planned.aligned = RotationFrame{glm::normalize(glm::dquat(planned.pair.adjustment)), false} * aligned;
    frames[at(joint)] = planned.aligned;
    findAim(at(pairOf(joint)));
  }
}

void RetargetPlan::findAim(std::size_t pair) {
  PlannedPair& own = pairs_[pair];
  if (own.pair.alignment != PoseAlignment::Bone || own.pair.upperSource >= 0) return;
  int next = kNoJoint, count = 0;
  for (const std::size_t below : own.below) {
    if (pairs_[below].pair.carrier >= 0) continue;
    next = pairs_[below].pair.source;
    ++count;
  }
  if (count != 1 || !isAtOrBelow(source_.parents(), next, own.pair.source) || next == own.pair.source) return;
  const int between = source_.parents()[at(next)];
  const glm::dvec3 end = sourceReference_.position(next);
  const double rest = glm::distance(end, sourceReference_.position(between));
  if (between == own.pair.source || rest < kOwnBone * glm::distance(end, sourceReference_.position(own.pair.source)))
    return;
  own.bone = boneOf(pair, false);
  if (glm::length(own.bone) > 1e-9) own.aim = next;
}

/// How positions follow: each relative to the mapped joint above, in that joint's axes.
void RetargetPlan::relate() {
  for (PlannedPair& planned : pairs_) {
    const int target = planned.pair.target, source = planned.pair.source;
    if (planned.pair.carrier >= 0)
      planned.carriedAt = pointIn(targetRestPose_.matrices[at(planned.pair.carrier)], targetRestPose_.position(target));
    if (planned.ancestor < 0) {
      planned.sourceOffset = sourceReference_.position(source) - glm::dvec3(0, sourceFloor_, 0);
      planned.targetOffset = targetReference_.position(target);
      planned.offsetRotation = matrixOf(toTarget_);
      planned.offsetScale = travelScale_;
      continue;
    }
    const PlannedPair& above = pairs_[at(pairOf(planned.ancestor))];
    const glm::dmat3 sourceAxes = matrixOf(above.sourceReference);
    const glm::dmat3 restAxes = matrixOf(targetRestPose_.frame(planned.ancestor));
    planned.sourceOffset =
        glm::transpose(sourceAxes) * (sourceReference_.position(source) - sourceReference_.position(above.pair.source));
    planned.targetOffset =
        glm::transpose(restAxes) * (targetRestPose_.position(target) - targetRestPose_.position(planned.ancestor));
    planned.offsetRotation = glm::transpose(matrixOf(above.aligned)) * matrixOf(toTarget_) * sourceAxes;
    const double from = glm::length(planned.sourceOffset), to = glm::length(planned.targetOffset);
    planned.offsetScale = !planned.travels && from > 1e-9 && to > 1e-9 ? to / from : travelScale_;
  }
}

Transfer RetargetPlan::defaultTransfer() const {
  Transfer transfer;
  for (const PlannedPair& planned : pairs_) transfer.movesPosition.push_back(planned.travels);
  return transfer;
}

RotationFrame RetargetPlan::turnOf(const PlannedPair& planned, const ModelPose& source) const {
  const auto turn = [&](int joint, const RotationFrame& reference) {
    return toTarget_ * (source.frame(joint) * inverse(reference)) * inverse(toTarget_);
  };
  RotationFrame lower = turn(planned.pair.source, planned.sourceReference);
  if (planned.pair.upperSource >= 0) {
    const glm::dquat upper = turn(planned.pair.upperSource, planned.upperReference).rotation;
    const auto share = static_cast<double>(planned.pair.share);
    if (planned.pair.sharesTwistOnly) {
      const glm::dvec3 twist = twistVector(glm::conjugate(lower.rotation) * upper, planned.twistAxis);
      const PlannedPair* bone = planned.ancestor < 0 ? nullptr : &pairs_[at(pairOf(planned.ancestor))];
      if (bone && bone->pair.source == planned.pair.source) lower = turnOf(*bone, source);  // may be aimed
      lower.rotation = lower.rotation * fromRotationVector(share * twist);
      return lower;
    }
    lower.rotation = glm::slerp(lower.rotation, upper, share);
  }
  if (planned.aim < 0) return lower;
  const glm::dvec3 wanted = matrixOf(toTarget_) * (source.position(planned.aim) - source.position(planned.pair.source));
  if (glm::length(wanted) > 1e-9)
    lower.rotation = shortestArc(matrixOf(lower * planned.aligned) * planned.bone, wanted) * lower.rotation;
  return lower;
}

/// In model space.
glm::dvec3 RetargetPlan::positionOf(const PlannedPair& planned, const ModelPose& source, const ModelPose& target,
                                    const glm::dvec3& shift) const {
  const auto follow = [&](const glm::dvec3& from) {
    return planned.targetOffset + planned.offsetScale * (planned.offsetRotation * (from - planned.sourceOffset));
  };
  if (planned.ancestor < 0) return follow(source.position(planned.pair.source)) + shift;
  const int above = pairs_[at(pairOf(planned.ancestor))].pair.source;
  const glm::dvec3 from =
      glm::transpose(matrixOf(source.frame(above))) * (source.position(planned.pair.source) - source.position(above));
  return target.position(planned.ancestor) + matrixOf(target.frame(planned.ancestor)) * follow(from);
}

void RetargetPlan::apply(std::span<const DoubleTransform> source, const Transfer& transfer,
                         std::span<DoubleTransform> target, TransferBuffers& buffers) const {
  CROSSFADE_ASSERT(source.size() == sourceRest_.size() && target.size() == targetRest_.size(),
                   "RetargetPlan: a pose has not one transform per joint");
  ModelPose& from = buffers.source;
  ModelPose& to = buffers.target;
  setModelPose(source_.parents(), source, from);
  to.frames.resize(target.size());
  to.matrices.resize(target.size());
  for (const int joint : order_) {
    const int parent = target_.parents()[at(joint)];
    const RotationFrame parentFrame = parent < 0 ? RotationFrame{} : to.frame(parent);
    const glm::dmat4 parentMatrix = parent < 0 ? glm::dmat4(1.0) : to.matrices[at(parent)];
    DoubleTransform& local = target[at(joint)];
    if (const int index = pairOf(joint); index >= 0) {
      const PlannedPair& planned = pairs_[at(index)];
      local.rotation =
          (inverse(parentFrame) * turnOf(planned, from) * planned.aligned * inverse(signsOf(local.scale))).rotation;
      const bool isCarried = planned.pair.carrier >= 0;
      if (isCarried ? planned.carriedAt.has_value() : transfer.movesPosition[at(index)]) {
        const glm::dvec3 position =
            isCarried ? glm::dvec3(to.matrices[at(planned.pair.carrier)] * glm::dvec4(*planned.carriedAt, 1))
                      : positionOf(planned, from, to, transfer.shift);
        local.translation = pointIn(parentMatrix, position).value_or(local.translation);
      }
    }
    to.frames[at(joint)] = parentFrame * frameOf(local.rotation, local.scale);
    to.matrices[at(joint)] = parentMatrix * toDoubleMatrix(local);
  }
  reach_.apply(from, to, target);
}

std::vector<DoubleTransform> RetargetPlan::alignedLocals() const {
  std::vector<DoubleTransform> locals = targetRest_;
  std::vector<RotationFrame> frames(locals.size());
  for (const int joint : order_) {
    const int parent = target_.parents()[at(joint)];
    const RotationFrame parentFrame = parent < 0 ? RotationFrame{} : frames[at(parent)];
    DoubleTransform& local = locals[at(joint)];
    if (pairOf(joint) >= 0)
      local.rotation =
          (inverse(parentFrame) * pairs_[at(pairOf(joint))].aligned * inverse(signsOf(local.scale))).rotation;
    frames[at(joint)] = parentFrame * frameOf(local.rotation, local.scale);
  }
  return locals;
}

}  // namespace crossfade::detail
