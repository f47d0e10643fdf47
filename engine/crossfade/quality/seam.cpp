#include "crossfade/quality/seam.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <glm/matrix.hpp>

#include "crossfade/math/rotation.h"
#include "crossfade/pose/pose_sampler.h"
#include "crossfade/skeleton/local_to_model.h"

namespace crossfade {
namespace {

constexpr double kMostFrames = 200000;
constexpr int kFramesBefore = 5;
constexpr int kFramesAfter = 3;

struct ClipMotion {
  std::vector<JointMotion> joints;
  LoopSeam seam;
};

double rotationBetween(const Transform& a, const Transform& b) {
  return angleBetween(glm::dquat(a.rotation), glm::dquat(b.rotation));
}
double translationBetween(const Transform& a, const Transform& b) {
  return glm::length(glm::dvec3(a.translation) - glm::dvec3(b.translation));
}

/// How far a pose is from the shortest path between two others, given the three distances.
double detour(double toSource, double toTarget, double whole) {
  return std::max(0.0, (toSource + toTarget - whole) / 2);
}

double ratio(double value, double natural, double floor) {
  const double by = std::max(natural, floor);
  return by > 0 ? value / by : value > 0 ? INFINITY : 0;
}

}  // namespace

std::vector<double> usualTranslationJumps(const Skeleton& skeleton, const Pose& rest) {
  std::vector<glm::mat4> models(rest.locals.size());
  localToModel(skeleton.parents(), rest.locals, models);
  const glm::dvec3 extent = extentOf(jointPositions(skeleton.parents(), rest.locals));
  const double size = std::max({extent.x, extent.y, extent.z});
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
  Impl(const Skeleton& skeleton, const ChannelLayout& layout, const Pose& restPose, const ClipSet& clips)
      : rest(restPose),
        usualTranslations(usualTranslationJumps(skeleton, restPose)),
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
    MotionMeter meter(rest.locals.size(), kSeamFrame);
    const auto frames = static_cast<long>(std::min(duration / kSeamFrame, kMostFrames));
    for (long i = 0; i <= frames; ++i) {
      sampleSingle(action, static_cast<double>(i) * kSeamFrame, shown);
      meter.add(shown);
    }
    ClipMotion motion{.joints = meter.joints(), .seam = {}};
    sampleSingle(action, 0, source);
    sampleSingle(action, duration, target);
    for (std::size_t i = 0; i < motion.joints.size(); ++i) {
      LoopSeam& seam = motion.seam;
      const double rotation = rotationBetween(source.locals[i], target.locals[i]),
                   translation = translationBetween(source.locals[i], target.locals[i]);
      seam.rotation = std::max(seam.rotation, rotation);
      seam.translation = std::max(seam.translation, translation);
      seam.rotationRatio = std::max(seam.rotationRatio, ratio(rotation, motion.joints[i].rotationStep,
                                                              kUsualRotationJump * kSeamFrame * kUsualStepFrames));
      seam.translationRatio = std::max(
          seam.translationRatio,
          ratio(translation, motion.joints[i].translationStep, usualTranslations[i] * kSeamFrame * kUsualStepFrames));
    }
    return motion;
  }

  SeamReport measure(const SeamCase& wanted);
  void measureOvershoot(SeamReport& report) const;
  void measureEnd(SeamReport& report) const;
  void compare(std::span<const JointMotion> found, std::span<const int> played, SeamReport& report) const;

  Pose rest;
  std::vector<double> usualTranslations;  // per joint, in the units of its parent
  SeamCasePlayer cases;
  PoseSampler single;
  Pose shown, source, target, atSwitch;
  std::vector<ClipMotion> motions;
};

SeamReport SeamBench::Impl::measure(const SeamCase& wanted) {
  MotionMeter meter(rest.locals.size(), kSeamFrame);
  SeamReport report{.joints = std::vector<SeamJoint>(rest.locals.size()), .worst = {}};
  const auto onFrame = [&](const SeamFrame& frame) {
    shown = cases.pose();
    meter.add(shown, !frame.wrapped);
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
  compare(meter.joints(), played, report);
  return report;
}

/// How far each joint is from the path to the target. The path starts at the pose at the switch or at the source clip's
/// current pose, whichever is closer.
void SeamBench::Impl::measureOvershoot(SeamReport& report) const {
  for (std::size_t i = 0; i < report.joints.size(); ++i) {
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

void SeamBench::Impl::compare(std::span<const JointMotion> found, std::span<const int> played,
                              SeamReport& report) const {
  report.joints.resize(found.size());
  report.worst = {};
  report.worstJoint = -1;
  for (std::size_t i = 0; i < found.size(); ++i) {
    JointMotion natural;
    for (const int clip : played) natural = largerOf(natural, motions[static_cast<std::size_t>(clip)].joints[i]);
    SeamJoint& joint = report.joints[i];
    joint.velocityRatio = std::max(ratio(found[i].rotationJump, natural.rotationJump, kUsualRotationJump),
                                   ratio(found[i].translationJump, natural.translationJump, usualTranslations[i]));
    joint.positionRatio = std::max(
        ratio(found[i].rotationSpike, natural.rotationStep, kUsualRotationJump * kSeamFrame * kUsualStepFrames),
        ratio(found[i].translationSpike, natural.translationStep,
              usualTranslations[i] * kSeamFrame * kUsualStepFrames));
    SeamJoint& worst = report.worst;
    if (report.worstJoint < 0 || joint.velocityRatio > worst.velocityRatio) report.worstJoint = static_cast<int>(i);
    worst = {.velocityRatio = std::max(worst.velocityRatio, joint.velocityRatio),
             .positionRatio = std::max(worst.positionRatio, joint.positionRatio),
             .rotationOvershoot = std::max(worst.rotationOvershoot, joint.rotationOvershoot),
             .translationOvershoot = std::max(worst.translationOvershoot, joint.translationOvershoot),
             .rotationAtEnd = std::max(worst.rotationAtEnd, joint.rotationAtEnd),
             .translationAtEnd = std::max(worst.translationAtEnd, joint.translationAtEnd)};
  }
}

SeamBench::SeamBench(const Skeleton& skeleton, const ChannelLayout& layout, const Pose& rest, const ClipSet& clips)
    : impl_(std::make_unique<Impl>(skeleton, layout, rest, clips)) {}
SeamBench::~SeamBench() = default;

std::span<const JointMotion> SeamBench::motionOf(int clip) const {
  return impl_->motions[static_cast<std::size_t>(clip)].joints;
}
const LoopSeam& SeamBench::loopSeamOf(int clip) const { return impl_->motions[static_cast<std::size_t>(clip)].seam; }
SeamReport SeamBench::measure(const SeamCase& wanted) { return impl_->measure(wanted); }
void SeamBench::compare(std::span<const JointMotion> found, std::span<const int> clips, SeamReport& report) const {
  impl_->compare(found, clips, report);
}

}  // namespace crossfade
