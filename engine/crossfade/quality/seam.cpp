#include "crossfade/quality/seam.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/matrix.hpp>

#include "crossfade/base/assert.h"
#include "crossfade/math/rotation.h"
#include "crossfade/pose/pose_sampler.h"
#include "crossfade/skeleton/local_to_model.h"
#include "crossfade/transition/transition_state.h"

namespace crossfade {
namespace {

constexpr double kMostFrames = 200000;
constexpr int kFramesBefore = 5;
constexpr int kFramesAfter = 3;

struct ClipMotion {
  std::vector<JointMotion> joints;
  std::vector<MotionExtremes> values;
  std::vector<JointMotion> seenJoints;  // in model space
  BodyRange range;
  LoopSeam seam;
};

double rotationBetween(const Transform& a, const Transform& b) {
  return angleBetween(glm::dquat(a.rotation), glm::dquat(b.rotation));
}
double translationBetween(const Transform& a, const Transform& b) {
  return glm::length(glm::dvec3(a.translation) - glm::dvec3(b.translation));
}

Pose sizedFor(const Skeleton& skeleton, Pose rest) {
  const auto joints = static_cast<std::size_t>(skeleton.jointCount());
  CROSSFADE_ASSERT(rest.locals.size() == joints, "SeamBench: the rest pose has not one transform per joint");
  rest.locals.resize(joints);
  return rest;
}

/// How far a pose is from the shortest path between two others, given the three distances.
double detour(double toSource, double toTarget, double whole) {
  return std::max(0.0, (toSource + toTarget - whole) / 2);
}

double ratio(double value, double natural, double floor) {
  const double by = std::max(natural, floor);
  return by > 0 ? value / by : value > 0 ? INFINITY : 0;
}

/// The smallest step that counts, given the smallest change of velocity.
double smallestStep(double usualJump) { return usualJump * kSeamFrame * kUsualStepFrames; }

double velocityRatio(const MotionExtremes& found, const MotionExtremes& natural, double usualJump) {
  return ratio(found.jump, natural.jump, usualJump);
}
double positionRatio(const MotionExtremes& found, const MotionExtremes& natural, double usualJump) {
  return ratio(found.spike, natural.step, smallestStep(usualJump));
}

/// Raises each value to that of `by`.
void raise(SeamJoint& joint, const SeamJoint& by) {
  for (double SeamJoint::*const value :
       {&SeamJoint::velocityRatio, &SeamJoint::modelVelocityRatio, &SeamJoint::positionRatio,
        &SeamJoint::rotationOvershoot, &SeamJoint::translationOvershoot, &SeamJoint::rotationAtEnd,
        &SeamJoint::translationAtEnd})
    joint.*value = std::max(joint.*value, by.*value);
}

}  // namespace

void SeamExcess::raise(const SeamExcess& by) {
  overshoot = std::max(overshoot, by.overshoot);
  tilt = std::max(tilt, by.tilt);
  sink = std::max(sink, by.sink);
  outside = std::max(outside, by.outside);
}

std::vector<double> usualTranslationJumps(const Skeleton& skeleton, const Pose& rest, double size) {
  std::vector<glm::mat4> models(skeleton.parents().size(), glm::mat4(1.0f));
  localToModel(skeleton.parents(), rest.locals, models);
  std::vector<double> usual;
  for (const int parent : skeleton.parents()) {
    double scale = 1;
    if (parent != kNoJoint) {
      const glm::mat4& model = models[static_cast<std::size_t>(parent)];
      scale = std::cbrt(std::abs(static_cast<double>(glm::determinant(glm::mat3(model)))));
    }
    usual.push_back(scale > 0 ? kUsualTranslationJump * size / scale : 0);
  }
  return usual;
}

struct SeamBench::Impl {
  Impl(const Skeleton& ofSkeleton, const ChannelLayout& layout, const Pose& restPose, const ClipSet& clips,
       MeasuredBody measured)
      : skeleton(ofSkeleton),
        rest(sizedFor(ofSkeleton, restPose)),
        body(withSizeOf(std::move(measured), skeleton, rest)),
        usualTranslations(usualTranslationJumps(skeleton, rest, body.size)),
        cases(clips, layout, rest),
        single(layout, rest),
        shown(rest),
        source(rest),
        target(rest),
        atSwitch(rest) {
    for (const AnimationAction* action : cases.actions()) single.bind(action->slot(), *action->getClip());
    for (const AnimationAction* action : cases.actions()) motions.push_back(motionOf(*action));
  }

  void sampleSingle(const AnimationAction& action, double time, Pose& pose) {
    const BlendEntry alone{
        .slot = action.slot(), .clip = action.getClip(), .time = time, .weight = 1, .blendMode = action.blendMode()};
    single.sampleInOrder(std::span(&alone, 1));
    single.writePose(pose);
  }

  ClipMotion motionOf(const AnimationAction& action) {
    const double duration = action.duration();
    MotionMeter meter(rest.locals.size(), kSeamFrame, rest.morphWeights.size());
    BodyMeter seen(skeleton, body, kSeamFrame);
    const auto frames = static_cast<long>(std::min(duration / kSeamFrame, kMostFrames));
    for (long i = 0; i <= frames; ++i) {
      sampleSingle(action, static_cast<double>(i) * kSeamFrame, shown);
      meter.add(shown);
      seen.add(shown);
    }
    ClipMotion motion{.joints = meter.joints(),
                      .values = meter.values(),
                      .seenJoints = {seen.joints().begin(), seen.joints().end()},
                      .range = seen.range(),
                      .seam = {}};
    sampleSingle(action, 0, source);
    sampleSingle(action, duration, target);
    motion.seam = seamOf(motion);
    return motion;
  }

  /// nullptr if there is no such clip.
  const ClipMotion* find(int clip) const {
    const auto index = static_cast<std::size_t>(clip);
    CROSSFADE_ASSERT(index < motions.size(), "SeamBench: there is no such clip");
    return index < motions.size() ? &motions[index] : nullptr;
  }

  LoopSeam seamOf(const ClipMotion& motion) const;
  SeamReport measure(const SeamCase& wanted);
  void measureOvershoot(SeamReport& report) const;
  void measureEnd(SeamReport& report) const;
  void compare(const MotionMeter& found, const BodyMeter& seen, std::span<const int> played, SeamReport& report) const;
  void compareJoint(std::size_t joint, const JointMotion& found, const JointMotion& seen, std::span<const int> played,
                    SeamJoint& result) const;
  SeamValue compareValue(std::size_t value, const MotionExtremes& found, std::span<const int> played) const;
  void compareRange(const BodyRange& found, std::span<const int> played, SeamReport& report) const;

  const Skeleton& skeleton;
  Pose rest;
  const MeasuredBody body;
  std::vector<double> usualTranslations;  // per joint, in the units of its parent
  SeamCasePlayer cases;
  PoseSampler single;
  Pose shown, source, target, atSwitch;
  std::vector<ClipMotion> motions;
};

/// Between the first pose, in `source`, and the last, in `target`.
LoopSeam SeamBench::Impl::seamOf(const ClipMotion& motion) const {
  LoopSeam seam;
  const auto note = [](double& largest, double& largestRatio, double found, double step, double usualJump) {
    largest = std::max(largest, found);
    largestRatio = std::max(largestRatio, ratio(found, step, smallestStep(usualJump)));
  };
  for (std::size_t i = 0; i < motion.joints.size(); ++i) {
    if (!body.has(i)) continue;
    const Transform &first = source.locals[i], &last = target.locals[i];
    const JointMotion& joint = motion.joints[i];
    note(seam.rotation, seam.rotationRatio, rotationBetween(first, last), joint.rotation.step, kUsualRotationJump);
    note(seam.translation, seam.translationRatio, translationBetween(first, last), joint.translation.step,
         usualTranslations[i]);
    note(seam.scale, seam.scaleRatio, glm::length(glm::dvec3(last.scale) - glm::dvec3(first.scale)), joint.scale.step,
         kUsualValueJump);
  }
  for (std::size_t i = 0; i < motion.values.size(); ++i)
    note(seam.value, seam.valueRatio, std::abs(static_cast<double>(target.morphWeights[i] - source.morphWeights[i])),
         motion.values[i].step, kUsualValueJump);
  return seam;
}

SeamReport SeamBench::Impl::measure(const SeamCase& wanted) {
  if (!cases.hasClips(wanted)) return {.joints = {}, .values = {}, .worst = {}};
  MotionMeter meter(rest.locals.size(), kSeamFrame, rest.morphWeights.size());
  BodyMeter seen(skeleton, body, kSeamFrame);
  SeamReport report{.joints = std::vector<SeamJoint>(rest.locals.size()), .values = {}, .worst = {}};
  const auto onFrame = [&](const SeamFrame& frame) {
    shown = cases.pose();
    meter.add(shown, !frame.wrapped);
    seen.add(shown, !frame.wrapped, frame.part != SeamFrame::Part::Before);
    if (frame.part == SeamFrame::Part::Before) return;
    double sum = 0;
    for (const AnimationAction* action : {frame.incoming, frame.outgoing})
      sum += action->isScheduled() ? action->getEffectiveWeight() : 0;
    report.weightHole = std::max(report.weightHole, std::abs(sum - 1));
    sampleSingle(*frame.incoming, frame.incoming->shown().time, target);
    if (frame.outgoing->isScheduled())
      sampleSingle(*frame.outgoing, frame.outgoing->shown().time, source);  // else its last
    if (frame.part == SeamFrame::Part::During) measureOvershoot(report);
    if (frame.part == SeamFrame::Part::End) measureEnd(report);
  };
  const auto onSwitch = [&] { atSwitch.locals = cases.player().state().shown.locals; };
  cases.play(wanted, {.start = wanted.start, .before = kFramesBefore, .after = kFramesAfter}, onFrame, onSwitch);
  const int played[] = {wanted.from, wanted.to};
  compare(meter, seen, played, report);
  return report;
}

/// How far each joint is from the path to the target. The path starts at the pose at the switch or at the source clip's
/// current pose, whichever is closer.
void SeamBench::Impl::measureOvershoot(SeamReport& report) const {
  for (std::size_t i = 0; i < report.joints.size(); ++i) {
    if (!body.has(i)) continue;
    const Transform &now = shown.locals[i], &end = target.locals[i];
    double rotation = INFINITY, translation = INFINITY;
    for (const Pose* begin : {&source, &atSwitch}) {
      const Transform& start = begin->locals[i];
      rotation = std::min(rotation,
                          detour(rotationBetween(now, start), rotationBetween(now, end), rotationBetween(start, end)));
      translation = std::min(translation, detour(translationBetween(now, start), translationBetween(now, end),
                                                 translationBetween(start, end)));
    }
    SeamJoint& joint = report.joints[i];
    joint.rotationOvershoot = std::max(joint.rotationOvershoot, rotation);
    joint.translationOvershoot = std::max(joint.translationOvershoot, translation);
  }
}

void SeamBench::Impl::measureEnd(SeamReport& report) const {
  for (std::size_t i = 0; i < report.joints.size(); ++i) {
    report.joints[i].rotationAtEnd = rotationBetween(shown.locals[i], target.locals[i]);
    report.joints[i].translationAtEnd = translationBetween(shown.locals[i], target.locals[i]);
  }
}

void SeamBench::Impl::compareJoint(std::size_t joint, const JointMotion& found, const JointMotion& seen,
                                   std::span<const int> played, SeamJoint& result) const {
  JointMotion natural;
  MotionExtremes naturallySeen;
  for (const int clip : played) {
    const ClipMotion* const motion = find(clip);
    if (!motion) continue;
    natural = largerOf(natural, motion->joints[joint]);
    naturallySeen = largerOf(naturallySeen, motion->seenJoints[joint].translation);
  }
  result.velocityRatio = result.positionRatio = 0;
  const auto note = [&result](const MotionExtremes& of, const MotionExtremes& by, double usualJump) {
    result.velocityRatio = std::max(result.velocityRatio, velocityRatio(of, by, usualJump));
    result.positionRatio = std::max(result.positionRatio, positionRatio(of, by, usualJump));
  };
  note(found.rotation, natural.rotation, kUsualRotationJump);
  note(found.translation, natural.translation, usualTranslations[joint]);
  note(found.scale, natural.scale, kUsualValueJump);
  result.modelVelocityRatio = velocityRatio(seen.translation, naturallySeen, kUsualTranslationJump * body.size);
}

SeamValue SeamBench::Impl::compareValue(std::size_t value, const MotionExtremes& found,
                                        std::span<const int> played) const {
  MotionExtremes natural;
  for (const int clip : played)
    if (const ClipMotion* const motion = find(clip)) natural = largerOf(natural, motion->values[value]);
  return {.velocityRatio = velocityRatio(found, natural, kUsualValueJump),
          .positionRatio = positionRatio(found, natural, kUsualValueJump)};
}

void SeamBench::Impl::compareRange(const BodyRange& found, std::span<const int> played, SeamReport& report) const {
  report.excess = {.overshoot = report.worst.rotationOvershoot};
  BodyRange natural;
  for (const int clip : played)
    if (const ClipMotion* const motion = find(clip)) natural.add(motion->range);
  if (!(body.size > 0) || !(natural.low.y <= natural.high.y)) return;
  report.excess.tilt = std::max(0.0, found.tilt - natural.tilt);
  report.excess.sink = std::max(0.0, natural.low.y - found.low.y) / body.size;
  const glm::dvec3 out = glm::max(natural.low - found.low, found.high - natural.high);
  report.excess.outside = std::max({0.0, out.x, out.y, out.z}) / body.size;
}

void SeamBench::Impl::compare(const MotionMeter& found, const BodyMeter& seen, std::span<const int> played,
                              SeamReport& report) const {
  const bool fit = found.joints().size() == rest.locals.size() && seen.joints().size() == rest.locals.size() &&
                   found.values().size() == rest.morphWeights.size();
  CROSSFADE_ASSERT(fit, "SeamBench::compare: the meters have other joints or values than the bench");
  report.joints.resize(std::min({found.joints().size(), seen.joints().size(), rest.locals.size()}));
  report.values.resize(std::min(found.values().size(), rest.morphWeights.size()));
  report.worst = {};
  report.worstJoint = report.worstValue = -1;
  for (std::size_t i = 0; i < report.joints.size(); ++i) {
    if (!body.has(i)) continue;
    SeamJoint& joint = report.joints[i];
    compareJoint(i, found.joints()[i], seen.joints()[i], played, joint);
    if (report.worstJoint < 0 || joint.velocityRatio > report.worst.velocityRatio)
      report.worstJoint = static_cast<int>(i);
    raise(report.worst, joint);
  }
  for (std::size_t i = 0; i < report.values.size(); ++i) {
    const SeamValue value = report.values[i] = compareValue(i, found.values()[i], played);
    if (value.velocityRatio > report.worst.velocityRatio) {
      report.worstValue = static_cast<int>(i);
      report.worstJoint = -1;
    }
    raise(report.worst, {.velocityRatio = value.velocityRatio, .positionRatio = value.positionRatio});
  }
  compareRange(seen.range(), played, report);
}

SeamBench::SeamBench(const Skeleton& skeleton, const ChannelLayout& layout, const Pose& rest, const ClipSet& clips,
                     MeasuredBody body)
    : impl_(std::make_unique<Impl>(skeleton, layout, rest, clips, std::move(body))) {}
SeamBench::~SeamBench() = default;

std::span<const JointMotion> SeamBench::motionOf(int clip) const {
  const ClipMotion* const motion = impl_->find(clip);
  return motion ? std::span<const JointMotion>(motion->joints) : std::span<const JointMotion>();
}
const LoopSeam& SeamBench::loopSeamOf(int clip) const {
  static const LoopSeam kNone;
  const ClipMotion* const motion = impl_->find(clip);
  return motion ? motion->seam : kNone;
}
SeamReport SeamBench::measure(const SeamCase& wanted) { return impl_->measure(wanted); }
void SeamBench::compare(const MotionMeter& found, const BodyMeter& seen, std::span<const int> clips,
                        SeamReport& report) const {
  impl_->compare(found, seen, clips, report);
}
const MeasuredBody& SeamBench::body() const { return impl_->body; }

}  // namespace crossfade
