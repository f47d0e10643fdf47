#include "engine/measure/seam.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <glm/common.hpp>
#include <glm/matrix.hpp>

#include "engine/math/rotation_vector.h"
#include "engine/sampling/transition_sampler.h"
#include "engine/skeleton/local_to_model.h"

namespace engine {
namespace {

constexpr double kFrame = 1 / kSeamRate;
constexpr int kFramesBefore = 5;
constexpr int kFramesAfter = 4;

struct ClipMotion {
  std::vector<JointMotion> joints;
  LoopSeam seam;
};

double turnBetween(const Transform& a, const Transform& b) {
  return glm::length(rotationVector(glm::dquat(a.rotation) * glm::conjugate(glm::dquat(b.rotation))));
}
double moveBetween(const Transform& a, const Transform& b) {
  return glm::length(glm::dvec3(a.translation) - glm::dvec3(b.translation));
}

/// How far a place is off the shortest way between two others, from the three distances.
double offTheWay(double toSource, double toTarget, double whole) {
  return std::max(0.0, (toSource + toTarget - whole) / 2);
}

/// The character's size in the rest pose, and from it what counts as a usual move of each joint.
std::vector<double> usualMovesOf(const Skeleton& skeleton, const Pose& rest) {
  std::vector<glm::mat4> models(rest.locals.size());
  localToModel(skeleton.parents(), rest.locals, models);
  glm::dvec3 low(INFINITY), high(-INFINITY);
  for (const glm::mat4& model : models) {
    low = glm::min(low, glm::dvec3(model[3]));
    high = glm::max(high, glm::dvec3(model[3]));
  }
  const double size = models.empty() ? 0 : std::max({high.x - low.x, high.y - low.y, high.z - low.z});
  std::vector<double> usual;
  for (const int parent : skeleton.parents()) {
    double scale = 1;
    if (parent != kNoJoint) {
      const glm::mat4& model = models[static_cast<std::size_t>(parent)];
      scale = std::cbrt(std::abs(static_cast<double>(glm::determinant(glm::mat3(model)))));
    }
    usual.push_back(scale > 0 ? kUsualMoveJump * size / scale : 0);
  }
  return usual;
}

double ratio(double value, double natural, double floor) {
  const double by = std::max(natural, floor);
  return by > 0 ? value / by : value > 0 ? INFINITY : 0;
}

}  // namespace

struct SeamBench::Stage {
  Stage(const Skeleton& skeleton, ChannelLayout wanted, const Pose& restPose, std::span<const AnimationClip> all)
      : rest(restPose),
        clips(all),
        usualMoves(usualMovesOf(skeleton, restPose)),
        layout(std::move(wanted)),
        sampler(layout, rest),
        shown(rest),
        source(rest),
        target(rest),
        atSwitch(rest) {
    for (const AnimationClip& clip : clips) {
      actions.push_back(&mixer.clipAction(clip));
      sampler.bind(actions.back()->slot(), clip);
    }
    for (std::size_t i = 0; i < clips.size(); ++i) motions.push_back(motionOf(static_cast<int>(i)));
  }

  void sampleAlone(const AnimationAction& action, double time, Pose& pose) {
    const BlendEntry alone{
        .slot = action.slot(), .clip = &action.getClip(), .time = time, .weight = 1, .blendMode = action.blendMode()};
    sampler.exact().sample(std::span(&alone, 1));
    sampler.exact().writePose(pose);
  }

  ClipMotion motionOf(int clip) {
    const AnimationAction& action = *actions[static_cast<std::size_t>(clip)];
    const double duration = action.getClip().duration();
    MotionMeter meter(rest.locals.size(), kFrame);
    const auto frames = static_cast<long>(duration / kFrame);
    for (long i = 0; i <= frames; ++i) {
      sampleAlone(action, static_cast<double>(i) * kFrame, shown);
      meter.add(shown);
    }
    ClipMotion motion{.joints = meter.joints(), .seam = {}};
    sampleAlone(action, 0, source);
    sampleAlone(action, duration, target);
    for (std::size_t i = 0; i < motion.joints.size(); ++i) {
      LoopSeam& seam = motion.seam;
      const double turn = turnBetween(source.locals[i], target.locals[i]),
                   move = moveBetween(source.locals[i], target.locals[i]);
      seam.turn = std::max(seam.turn, turn);
      seam.move = std::max(seam.move, move);
      seam.turnRatio =
          std::max(seam.turnRatio, ratio(turn, motion.joints[i].turnStep, kUsualTurnJump * kFrame * kUsualStepFrames));
      seam.moveRatio =
          std::max(seam.moveRatio, ratio(move, motion.joints[i].moveStep, usualMoves[i] * kFrame * kUsualStepFrames));
    }
    return motion;
  }

  SeamReport measure(const SeamCase& wanted);
  void compare(std::span<const JointMotion> found, std::span<const int> played, SeamReport& report) const;

  Pose rest;
  std::span<const AnimationClip> clips;
  std::vector<double> usualMoves;  // per joint, in the units of its parent
  AnimationMixer mixer;
  std::vector<AnimationAction*> actions;
  ChannelLayout layout;
  TransitionSampler sampler;
  Pose shown, source, target, atSwitch;
  std::vector<ClipMotion> motions;
};

SeamReport SeamBench::Stage::measure(const SeamCase& wanted) {
  AnimationAction& from = *actions[static_cast<std::size_t>(wanted.from)];
  AnimationAction& to = *actions[static_cast<std::size_t>(wanted.to)];
  mixer.stopAllAction();
  Transition transition(mixer);
  sampler.cut();
  MotionMeter meter(rest.locals.size(), kFrame);
  SeamReport report{.joints = std::vector<SeamJoint>(rest.locals.size()), .most = {}};

  from.play();
  from.time = wanted.start;
  for (int i = 0; i < kFramesBefore; ++i) {
    transition.update(i == 0 ? 0 : kFrame);
    sampler.sample(transition, i == 0 ? 0 : kFrame, shown);
    meter.add(shown);
  }

  const auto switchTo = [&](AnimationAction& action) {
    transition.to(action, wanted.options);
    atSwitch.locals = sampler.state().screen.locals;
    sampler.takeSwitch(transition);
  };
  switchTo(to);
  const int half = static_cast<int>(std::lround(transition.remaining() / 2 * kSeamRate));
  double left = transition.remaining();
  double fromTime = from.time, toTime = to.time;
  for (int frame = 1, after = 0; after < kFramesAfter; ++frame) {
    if (wanted.interrupted && frame == half + 1) {
      switchTo(from);
      left = transition.remaining();
    }
    transition.update(kFrame);
    left -= kFrame;
    sampler.sample(transition, kFrame, shown);
    const bool anew = (from.isScheduled() && from.time < fromTime) || (to.isScheduled() && to.time < toTime);
    meter.add(shown, !anew);
    double sum = 0;
    for (const AnimationAction* action : {&from, &to}) sum += action->isScheduled() ? action->getEffectiveWeight() : 0;
    report.weightHole = std::max(report.weightHole, std::abs(sum - 1));

    const AnimationAction& goal = wanted.interrupted && frame > half ? from : to;
    sampleAlone(goal, goal.shown().time, target);
    const AnimationAction& other = &goal == &from ? to : from;
    if (other.isScheduled()) sampleAlone(other, other.shown().time, source);  // else its last pose
    for (std::size_t i = 0; i < report.joints.size(); ++i) {
      SeamJoint& joint = report.joints[i];
      const Transform &now = shown.locals[i], &b = target.locals[i];
      if (left > kFrame / 2) {
        double turn = INFINITY, move = INFINITY;  // from where it stood as well as from where the source went since
        for (const Pose* begun : {&source, &atSwitch}) {
          const Transform& a = begun->locals[i];
          turn = std::min(turn, offTheWay(turnBetween(now, a), turnBetween(now, b), turnBetween(a, b)));
          move = std::min(move, offTheWay(moveBetween(now, a), moveBetween(now, b), moveBetween(a, b)));
        }
        joint.turnOvershoot = std::max(joint.turnOvershoot, turn);
        joint.moveOvershoot = std::max(joint.moveOvershoot, move);
      } else if (after == 0) {
        joint.turnAtEnd = turnBetween(now, b);
        joint.moveAtEnd = moveBetween(now, b);
      }
    }
    if (left <= kFrame / 2) ++after;
    fromTime = from.time;
    toTime = to.time;
  }

  const int played[] = {wanted.from, wanted.to};
  compare(meter.joints(), played, report);
  return report;
}

void SeamBench::Stage::compare(std::span<const JointMotion> found, std::span<const int> played,
                               SeamReport& report) const {
  report.joints.resize(found.size());
  report.most = {};
  report.worstJoint = -1;
  for (std::size_t i = 0; i < found.size(); ++i) {
    JointMotion natural;
    for (const int clip : played) natural = largerOf(natural, motions[static_cast<std::size_t>(clip)].joints[i]);
    SeamJoint& joint = report.joints[i];
    joint.velocityRatio = std::max(ratio(found[i].turnJump, natural.turnJump, kUsualTurnJump),
                                   ratio(found[i].moveJump, natural.moveJump, usualMoves[i]));
    joint.positionRatio =
        std::max(ratio(found[i].turnSpike, natural.turnStep, kUsualTurnJump * kFrame * kUsualStepFrames),
                 ratio(found[i].moveSpike, natural.moveStep, usualMoves[i] * kFrame * kUsualStepFrames));
    SeamJoint& most = report.most;
    if (report.worstJoint < 0 || joint.velocityRatio > most.velocityRatio) report.worstJoint = static_cast<int>(i);
    most = {.velocityRatio = std::max(most.velocityRatio, joint.velocityRatio),
            .positionRatio = std::max(most.positionRatio, joint.positionRatio),
            .turnOvershoot = std::max(most.turnOvershoot, joint.turnOvershoot),
            .moveOvershoot = std::max(most.moveOvershoot, joint.moveOvershoot),
            .turnAtEnd = std::max(most.turnAtEnd, joint.turnAtEnd),
            .moveAtEnd = std::max(most.moveAtEnd, joint.moveAtEnd)};
  }
}

SeamBench::SeamBench(const Skeleton& skeleton, ChannelLayout layout, const Pose& rest,
                     std::span<const AnimationClip> clips)
    : stage_(std::make_unique<Stage>(skeleton, std::move(layout), rest, clips)) {}
SeamBench::~SeamBench() = default;

std::span<const JointMotion> SeamBench::motionOf(int clip) const {
  return stage_->motions[static_cast<std::size_t>(clip)].joints;
}
const LoopSeam& SeamBench::loopSeamOf(int clip) const { return stage_->motions[static_cast<std::size_t>(clip)].seam; }
SeamReport SeamBench::measure(const SeamCase& wanted) { return stage_->measure(wanted); }
void SeamBench::compare(std::span<const JointMotion> found, std::span<const int> clips, SeamReport& report) const {
  stage_->compare(found, clips, report);
}

}  // namespace engine
