#include "app/session/character/player.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "crossfade/pose/pose_mix.h"

namespace app {
namespace {

constexpr int kHistoryRows = 30 * 144;  // half a minute at 144 Hz

}  // namespace

Player::Player(const Model& model, const crossfade::ClockSettings& clock)
    : model_(model),
      transitions_(model.clips, crossfade::ChannelLayout(model.skeleton.jointCount(), morphChannelsOf(model)),
                   restPoseOf(model)),
      pose_(restPoseOf(model)),
      stepPose_(pose_),
      stepPoseBefore_(pose_),
      heldMorphs_(pose_.morphWeights.size()),
      matrices_(model),
      clock_{.settings = clock},
      history_(static_cast<int>(model.clips.size()), kHistoryRows),
      events_(static_cast<int>(model.clips.size())),
      weightRow_(model.clips.size()) {
  for (const crossfade::ClipId clip : model.clips.ids()) actions_.push_back(&transitions_.clipAction(clip));
}

void Player::advance(double delta, double speed, FrameProfiler& profiler) {
  const double flow = std::isfinite(delta) ? delta * speed : 0;
  const bool backward = flow < 0;
  const double pending = std::exchange(pendingStep_, 0);
  const double byHand = backward ? -pending : pending;  // mixers always run forward; clips may run backward
  clock_.settings.paused = flow == 0;
  clock_.settings.speed = std::abs(speed);
  clockStep_ = crossfade::tick(clock_, std::abs(delta));
  if (clock_.settings.kind == crossfade::ClockKind::FixedStep) {
    advanceInSteps(byHand, speed == 0 || byHand != 0, backward, profiler);
    passed_ = std::abs(flow) + std::abs(byHand);
  } else {
    const double passed = clockStep_.steps * clockStep_.stepSeconds;
    const double waited = std::min(passed, lead_);  // until the pose has caught up with the mixer
    lead_ -= waited;
    moveBy(passed - waited + byHand, backward, pose_, profiler);
    passed_ = std::abs(passed - waited + byHand);
  }
  updateModel(profiler);
}

/// Every step does what a frame of that length would do, so equal ticks give equal states at any display rate. The
/// picture shows a pose between the last two states, up to one step late. This helps simulations that integrate, and
/// comparing clocks; clips, which can be sampled at any time, gain nothing. While nothing moves by itself, the picture
/// shows the last state.
void Player::advanceInSteps(double byHand, bool standsStill, bool backward, FrameProfiler& profiler) {
  if (standsStill) {
    moveBy(byHand, backward, stepPose_, profiler);
    stepPoseBefore_ = stepPose_;
    betweenSteps_ = false;
  }
  for (int i = 0; i < clockStep_.steps; ++i) {
    std::swap(stepPoseBefore_, stepPose_);
    moveBy(clockStep_.stepSeconds, backward, stepPose_, profiler);
    betweenSteps_ = true;
  }
  const FrameProfiler::Scope scope(profiler, FrameStage::Sampling);
  crossfade::mixPoses(stepPoseBefore_, stepPose_, clockStep_.alpha, pose_);
}

void Player::pose(FrameProfiler& profiler) {
  moveBy(0, false, pose_, profiler);
  stepPose_ = stepPoseBefore_ = pose_;
  updateModel(profiler);
}

void Player::useClock(const crossfade::ClockSettings& settings) {
  if (settings.kind == clock_.settings.kind && settings.rate == clock_.settings.rate) return;
  const bool wasFixed = clock_.settings.kind == crossfade::ClockKind::FixedStep;
  const bool isFixed = settings.kind == crossfade::ClockKind::FixedStep;
  if (wasFixed && !isFixed && betweenSteps_) lead_ = (1 - clockStep_.alpha) * clock_.settings.rate.stepSeconds();
  if (isFixed) {
    if (!wasFixed) stepPose_ = pose_;
    stepPoseBefore_ = pose_;
    lead_ = 0;
  }
  betweenSteps_ = betweenSteps_ && wasFixed && isFixed;
  clock_ = {.settings = settings};
  clockStep_ = {};
}

void Player::moveBy(double seconds, bool backward, crossfade::Pose& pose, FrameProfiler& profiler) {
  std::optional<FrameProfiler::Scope> stage;
  stage.emplace(profiler, FrameStage::Mixer);
  transitions_.setClipsRunBackwards(backward);  // fades still run forward
  transitions_.advance(seconds, pose, [&] {
    recordWeights();
    recordEvents();
    stage.emplace(profiler, FrameStage::Sampling);
  });
}

void Player::updateModel(FrameProfiler& profiler) {
  holdMorphs(pose_);
  {
    const FrameProfiler::Scope scope(profiler, FrameStage::ModelMatrices);
    matrices_.makeWorlds(model_, pose_);
  }
  const FrameProfiler::Scope scope(profiler, FrameStage::Palettes);
  matrices_.makePalettes(model_);
}

void Player::save(PlayerMoment& moment) const {
  transitions_.save(moment.actions);
  moment.pose = pose_;
  moment.stepPose = stepPose_;
  moment.stepPoseBefore = stepPoseBefore_;
  moment.heldMorphs = heldMorphs_;
  moment.passed = passed_;
  moment.lead = lead_;
  moment.clock = clock_;
  moment.clockStep = clockStep_;
  moment.betweenSteps = betweenSteps_;
}

void Player::restore(const PlayerMoment& moment) {
  transitions_.restore(moment.actions);
  pose_ = moment.pose;
  stepPose_ = moment.stepPose;
  stepPoseBefore_ = moment.stepPoseBefore;
  heldMorphs_ = moment.heldMorphs;
  passed_ = moment.passed;
  lead_ = moment.lead;
  clock_ = moment.clock;
  clockStep_ = moment.clockStep;
  betweenSteps_ = moment.betweenSteps;
  pendingStep_ = 0;
  FrameProfiler unused;
  updateModel(unused);
}

void Player::holdMorphs(crossfade::Pose& pose) const {
  for (std::size_t i = 0; i < heldMorphs_.size(); ++i)
    pose.morphWeights[i] = heldMorphs_[i].value_or(pose.morphWeights[i]);
}

void Player::poseAhead(double seconds, crossfade::Pose& pose) {
  transitions_.sampleAhead(seconds, pose);
  holdMorphs(pose);
}

void Player::recordWeights() {
  for (std::size_t i = 0; i < actions_.size(); ++i)
    weightRow_[i] = actions_[i]->isScheduled() ? static_cast<float>(actions_[i]->getEffectiveWeight()) : 0.0f;
  history_.add(mixerTime(), weightRow_);
}

void Player::recordEvents() {
  for (const crossfade::MixerEvent& event : transitions_.mixer().events())
    if (const int clip = clipOf(event.action); clip >= 0)
      events_.add(clip, {.kind = event.kind, .mixerTime = mixerTime(), .rounds = event.loopDelta});
}

int Player::clipOf(const crossfade::AnimationAction* action) const {
  const auto found = std::find(actions_.begin(), actions_.end(), action);
  return found == actions_.end() ? -1 : static_cast<int>(found - actions_.begin());
}

int Player::dominantClip() const {
  int best = -1;
  double maxWeight = 0;
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    const double weight = actions_[i]->fadeValue() * actions_[i]->weight;
    if (weight > maxWeight) {
      maxWeight = weight;
      best = static_cast<int>(i);
    }
  }
  return best;
}

void Player::play(int clip) {
  crossfade::AnimationAction& playing = action(clip);
  if (playing.fadeValue() == 0 || hasFinished(clip)) playing.stop();
  playing.paused = false;
  playing.stopFading().stopWarping().play();
  if (transition().isOutgoing(playing)) transition().forget(playing);
}

void Player::resume(int clip) {
  crossfade::AnimationAction& waking = action(clip);
  if (!waking.paused) return;
  if (hasFinished(clip)) waking.restart();
  waking.paused = false;
  waking.stopWarping();
}

bool Player::hasFinished(int clip) const {
  const crossfade::AnimationAction& ended = action(clip);
  const bool atAnEnd = ended.time <= 0 || ended.time >= ended.duration();
  return ended.paused && (ended.loop == crossfade::Loop::Once || (std::isfinite(ended.repetitions) && atAnEnd));
}

void Player::stop(int clip) {
  transition().forget(action(clip));
  action(clip).stop();
  if (!transition().isRunning()) transitions_.cut();
}

}  // namespace app
