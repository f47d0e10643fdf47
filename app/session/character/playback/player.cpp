#include "app/session/character/playback/player.h"

#include <algorithm>
#include <cmath>

#include "crossfade/pose/pose_mix.h"

namespace app {

void PlayerMarkers::choose(int clip, std::optional<crossfade::SyncMarkers> markers) {
  nth(clips_, clip) = {.markers = std::move(markers)};
  ++revision_;
}

void PlayerMarkers::useFeet(int clip, crossfade::SyncMarkers markers) {
  nth(clips_, clip) = {.markers = std::move(markers), .areOfFeet = true};
}

bool PlayerMarkers::take(const PlayerMarkers& from) {
  if (std::exchange(revision_, from.revision_) == from.revision_) return false;
  const auto isChosen = [](const ClipMarkers& each) { return each.markers && !each.areOfFeet; };
  for (std::size_t i = 0; i < clips_.size(); ++i)
    if (isChosen(clips_[i]) || isChosen(from.clips_[i])) clips_[i] = from.clips_[i];
  return true;
}

void PlayerMarkers::giveTo(crossfade::Transition& transition, std::span<const crossfade::ClipId> clips) const {
  for (std::size_t i = 0; i < clips_.size(); ++i)
    if (clips_[i].markers)
      transition.setMarkers(clips[i], *clips_[i].markers);
    else
      transition.removeMarkers(clips[i]);
}

namespace {

std::unique_ptr<crossfade::TransitionPlayer> playerOf(const Model& model, const crossfade::ClipSet& clips,
                                                      const crossfade::ClipEventSet& events) {
  auto player = std::make_unique<crossfade::TransitionPlayer>(clips, channelLayoutOf(model), restPoseOf(model));
  player->setEvents(&events);
  return player;
}

}  // namespace

Player::Player(const Model& model, const NamedMasks& masks, const crossfade::ClockSettings& clock)
    : model_(model),
      events_(model.clipEvents),
      transitions_(playerOf(model, model.clips, events_)),
      markers_(model.clips.size()),
      layers_(model, masks),
      now_{.pose = restPoseOf(model), .clock = {.settings = clock}},
      matrices_(model),
      record_(model.clips.size()) {
  now_.stepPose = now_.stepPoseBefore = now_.pose;
  now_.heldMorphs.resize(now_.pose.morphWeights.size());
  makeActions();
  forgetTravel();  // sizes it, so that saving a moment allocates nothing
}

void Player::makeActions() {
  actions_.clear();
  for (const crossfade::ClipId clip : clips().ids()) actions_.push_back(&transitions_->clipAction(clip));
  samples_.clear();
  for (PlayedSpace& each : spaces_) {
    each.player = &transitions_->addBlendSpace(*makeBlendSpace(each.settings, clips().ids()), each.settings.sync);
    for (std::size_t i = 0; i < each.settings.samples.size(); ++i)
      samples_.push_back({each.player->actions()[i], each.settings.samples[i].clip});
  }
}

void Player::useRoots(const RootClips* roots) {
  travel_.use(roots);
  now_.isTraveling = travel_.isOn();
  rebuild();
}

void Player::useSpaces(std::span<const BlendSpaceSettings> spaces) {
  const std::optional<PlayingSpace> playing = playingSpace();
  const bool shows = std::ranges::any_of(samples_, [](const auto& each) { return each.action->isScheduled(); });
  for (const PlayedSpace& each : spaces_) transitions_->removeBlendSpace(*each.player);
  if (shows) carryOver(kBlendEditSeconds);
  if (!spaces_.empty()) {  // the last blend must not mention actions whose slots others get
    crossfade::Pose held = now_.pose;
    transitions_->advance(0, held);
  }
  spaces_.clear();
  for (const BlendSpaceSettings& each : spaces) spaces_.push_back({.settings = each});
  rebuild();
  for (const PlayedSpace& each : spaces_) {
    each.player->setTimeScale(1);
    each.player->moveTo({each.settings.x, each.settings.y});
  }
  if (!playing) return;
  const PlayedSpace* const same = space(playing->number);
  crossfade::AnimationAction& next = source(same ? playing->number : playing->clip);
  transition().to(next, {.seconds = kBlendEditSeconds});
  if (same) return same->player->setPhase(playing->phase);
  next.time = playing->phase * next.duration();
}

void Player::renameSpace(int number, const std::string& name) {
  for (PlayedSpace& each : spaces_)
    if (blendSpaceNumber(each.settings.name) == number) each.settings.name = name;
}

std::optional<PlayingSpace> Player::playingSpace() const {
  const crossfade::AnimationAction* const target = transition().isRunning() ? transition().target() : nullptr;
  const PlayedSpace* found = nullptr;
  for (const PlayedSpace& each : spaces_) {
    const crossfade::AnimationAction& lead = each.player->lead();
    const bool isChosen = target ? target == &lead : lead.isScheduled() && lead.fadeValue() > 0;
    if (isChosen && (!found || lead.fadeValue() > found->player->lead().fadeValue())) found = &each;
  }
  if (!found) return std::nullopt;
  const auto actions = found->player->actions();
  const auto largest = std::ranges::max_element(actions, {}, [](const auto* action) { return action->share(); });
  return PlayingSpace{.number = blendSpaceNumber(found->settings.name),
                      .phase = found->player->phase(),
                      .clip = nth(found->settings.samples, largest - actions.begin()).clip};
}

const PlayedSpace* Player::space(int number) const {
  const auto found = std::ranges::find_if(
      spaces_, [number](const PlayedSpace& each) { return blendSpaceNumber(each.settings.name) == number; });
  return found == spaces_.end() ? nullptr : &*found;
}

/// What plays continues: actions and curves are made in the same order.
void Player::rebuild() {
  crossfade::PlayerSnapshot moment;
  transitions_->save(moment);
  const std::unique_ptr<crossfade::TransitionPlayer> before =
      std::exchange(transitions_, playerOf(model_, clips(), events_));
  makeActions();
  forgetTravel();
  const crossfade::CurveSet& curves = before->mixer().curves;
  for (const crossfade::CurveId curve : curves.ids()) transitions_->addCurve(curves[curve]);
  markers_.giveTo(transition(), clips().ids());
  transitions_->restore(moment);
}

void Player::faceHeading(bool on) {
  if (facesHeading_ == on) return;
  facesHeading_ = on;
  FrameProfiler unused;
  updateModel(unused);
}

crossfade::RootDelta Player::placementAhead(double seconds) const {
  crossfade::RootDelta ahead = placement();
  if (facesHeading_) ahead.translation += now_.shownTravel.velocity * seconds;
  return ahead;
}

void Player::dropHistoryAfter(double time) {
  record_.dropAfter(time);
  travel_.dropPathAfter(time);
}

void Player::setMarkers(int clip, std::optional<crossfade::SyncMarkers> markers) {
  markers_.choose(clip, std::move(markers));
  markers_.giveTo(transition(), clips().ids());
}

void Player::setFeetMarkers(int clip, crossfade::SyncMarkers markers) {
  markers_.useFeet(clip, std::move(markers));
  markers_.giveTo(transition(), clips().ids());
}

void Player::takeMarkers(const Player& from) {
  if (markers_.take(from.markers_)) markers_.giveTo(transition(), clips().ids());
}

void Player::setEvents(int clip, std::optional<crossfade::ClipEvents> events) {
  const crossfade::ClipId id = nth(model_.clips.ids(), clip);
  const crossfade::ClipEvents* const own = model_.clipEvents.find(id);
  if (!events && own) events = *own;
  if (events && !events->events().empty())
    events_.set(id, *std::move(events));
  else
    events_.remove(id);
  transitions_->setEvents(&events_);
}

const crossfade::ClipEvents* Player::clipEvents(int clip) const { return events_.find(nth(model_.clips.ids(), clip)); }

void Player::lockFeet(const FootLocking* how) { feet_.use(how, transitions_->mixer(), now_.footLock); }

void Player::advance(double delta, double speed, FrameProfiler& profiler) {
  move(delta, speed, profiler);
  updateModel(profiler);
}

ShownMoment Player::peek(double delta, double speed) {
  FrameProfiler unused;
  const double pending = pendingStep_;
  save(beforePeek_);
  isPeeking_ = true;
  move(delta, speed, unused);
  isPeeking_ = false;
  holdMorphs(now_.pose);
  ShownMoment shown{.pose = now_.pose, .travel = now_.shownTravel.at};
  transitions_->restore(beforePeek_.actions);
  now_ = beforePeek_.state;
  pendingStep_ = pending;
  return shown;
}

/// Up to the pose, without the model matrices.
void Player::move(double delta, double speed, FrameProfiler& profiler) {
  const double flow = std::isfinite(delta) ? delta * speed : 0;
  const double pending = std::exchange(pendingStep_, 0);
  const bool backward = flow != 0 || pending != 0 ? flow < 0 : wouldRunBackward(speed);
  const double byHand = backward ? -pending : pending;  // mixers always run forward; clips may run backward
  now_.clock.settings.paused = flow == 0;
  now_.clock.settings.speed = std::abs(speed);
  now_.clockStep = crossfade::tick(now_.clock, std::abs(delta));
  if (now_.clock.settings.kind == crossfade::ClockKind::FixedStep) {
    advanceInSteps(byHand, speed == 0 || byHand != 0, backward, profiler);
    now_.passed = std::abs(flow) + std::abs(byHand);
  } else {
    const double passed = now_.clockStep.steps * now_.clockStep.stepSeconds;
    const double waited = std::min(passed, now_.lead);  // until the pose has caught up with the mixer
    now_.lead -= waited;
    moveBy(passed - waited + byHand, backward, now_.pose, profiler);
    now_.shownTravel = now_.travel;
    now_.passed = std::abs(passed - waited + byHand);
  }
}

/// Of a frame that takes no time: a fade that begins in it measures velocities.
bool Player::wouldRunBackward(double speed) const {
  return speed != 0 ? speed < 0 : transitions_->mixer().clipsRunBackwards;
}

/// Every step does what a frame of that length would do, so equal ticks give equal states at any display rate. The
/// picture shows a pose between the last two states, up to one step late. This helps simulations that integrate, and
/// comparing clocks; clips, which can be sampled at any time, gain nothing. While nothing moves by itself, the picture
/// shows the last state.
void Player::advanceInSteps(double byHand, bool standsStill, bool backward, FrameProfiler& profiler) {
  if (standsStill) {
    moveBy(byHand, backward, now_.stepPose, profiler);
    now_.stepPoseBefore = now_.stepPose;
    now_.travelBefore = now_.travel;
    now_.betweenSteps = false;
  }
  for (int i = 0; i < now_.clockStep.steps; ++i) {
    std::swap(now_.stepPoseBefore, now_.stepPose);
    now_.travelBefore = now_.travel;
    moveBy(now_.clockStep.stepSeconds, backward, now_.stepPose, profiler);
    now_.betweenSteps = true;
  }
  const FrameProfiler::Scope scope(profiler, FrameStage::Sampling);
  crossfade::mixPoses(now_.stepPoseBefore, now_.stepPose, now_.clockStep.alpha, now_.pose);
  now_.shownTravel = mix(now_.travelBefore, now_.travel, now_.clockStep.alpha);
}

void Player::pose(FrameProfiler& profiler) {
  moveBy(0, transitions_->mixer().clipsRunBackwards, now_.pose, profiler);
  now_.stepPose = now_.stepPoseBefore = now_.pose;
  now_.travelBefore = now_.travel;
  now_.shownTravel = now_.travel;
  updateModel(profiler);
}

void Player::useClock(const crossfade::ClockSettings& settings) {
  if (settings.kind == now_.clock.settings.kind && settings.rate == now_.clock.settings.rate) return;
  const bool wasFixed = now_.clock.settings.kind == crossfade::ClockKind::FixedStep;
  const bool isFixed = settings.kind == crossfade::ClockKind::FixedStep;
  if (wasFixed && !isFixed && now_.betweenSteps)
    now_.lead = (1 - now_.clockStep.alpha) * now_.clock.settings.rate.stepSeconds();
  if (isFixed) {
    if (!wasFixed) now_.stepPose = now_.pose;
    now_.stepPoseBefore = now_.pose;
    now_.travelBefore = now_.shownTravel;
    now_.lead = 0;
  }
  now_.betweenSteps = now_.betweenSteps && wasFixed && isFixed;
  now_.clock = {.settings = settings};
  now_.clockStep = {};
}

/// Where something adds up from frame to frame, frames are cut at the ends of time cells.
void Player::moveBy(double seconds, bool backward, crossfade::Pose& pose, FrameProfiler& profiler) {
  transitions_->setClipsRunBackwards(backward);  // fades still run forward
  const double end = mixerTime() + seconds;
  if (travel_.isOn() || feet_.isActive(now_.footLock))
    for (double cellEnd = crossfade::timeCellEnd(mixerTime()); end - cellEnd > crossfade::kSameTime;
         cellEnd = crossfade::timeCellEnd(mixerTime()))
      moveInCell(cellEnd - mixerTime(), false, pose, profiler);
  moveInCell(end - mixerTime(), true, pose, profiler);
  if (!isPeeking_) travel_.addToPath(transitions_->mixer(), now_.travel);
  now_.layerTime += backward ? -seconds : seconds;
  layers_.apply(now_.layerTime, pose);
}

/// The last part of a frame, or one whose pose matters only to the feet.
void Player::moveInCell(double seconds, bool isLast, crossfade::Pose& pose, FrameProfiler& profiler) {
  const bool locksFeet = feet_.isActive(now_.footLock);
  std::optional<FrameProfiler::Scope> stage;
  stage.emplace(profiler, FrameStage::Mixer);
  if (isLast || locksFeet)
    transitions_->advance(seconds, pose, [&] { stage.emplace(profiler, FrameStage::Sampling); });
  else
    transitions_->skip(seconds);
  if (!isPeeking_) record(isLast);
  travel_.advance(seconds, transitions_->mixer(), now_.travelCell, now_.travel);
  if (locksFeet)
    feet_.apply(seconds, transitions_->mixer(), travel_.velocity(), now_.footLock, now_.footLockCell, pose);
}

void Player::record(bool withWeights) {
  if (withWeights)
    record_.add(transitions_->mixer(), actions_, samples_);
  else
    record_.addEvents(transitions_->mixer(), actions_, samples_);
}

void Player::forgetTravel() {
  now_.travel = now_.travelBefore = now_.shownTravel = now_.travelCell.begin = {};
  now_.travelCell.motion.motions.resize(transitions_->mixer().motions().size());
  now_.travelCell.motion.clear();
}

void Player::updateModel(FrameProfiler& profiler) {
  holdMorphs(now_.pose);
  {
    const FrameProfiler::Scope scope(profiler, FrameStage::ModelMatrices);
    matrices_.makeWorlds(model_, now_.pose);
    if (facesHeading_) matrices_.turnWorlds(now_.shownTravel.at.turn);
  }
  const FrameProfiler::Scope scope(profiler, FrameStage::Palettes);
  matrices_.makePalettes(model_);
}

void Player::save(PlayerMoment& moment) const {
  transitions_->save(moment.actions);
  moment.state = now_;
}

void Player::restore(const PlayerMoment& moment) {
  transitions_->restore(moment.actions);
  now_ = moment.state;
  now_.isTraveling = travel_.isOn();
  pendingStep_ = 0;
  FrameProfiler unused;
  updateModel(unused);
}

void Player::holdMorphs(crossfade::Pose& pose) const {
  for (std::size_t i = 0; i < now_.heldMorphs.size(); ++i)
    pose.morphWeights[i] = now_.heldMorphs[i].value_or(pose.morphWeights[i]);
}

void Player::poseAhead(double seconds, crossfade::Pose& pose) {
  transitions_->sampleAhead(seconds, pose);
  const bool backward = transitions_->mixer().clipsRunBackwards;
  layers_.apply(now_.layerTime + (backward ? -seconds : seconds), pose);
  holdMorphs(pose);
}

int Player::sourceOf(const crossfade::AnimationAction* action) const {
  for (const PlayedSpace& each : spaces_)
    if (action && action->blendSpace() == each.player) return blendSpaceNumber(each.settings.name);
  return clipOf(action, actions_);
}

crossfade::AnimationAction& Player::source(int number) {
  const PlayedSpace* const found = space(number);
  return found ? found->player->lead() : action(number);
}

double Player::effectiveWeight(int clip) const {
  double weight = action(clip).isScheduled() ? action(clip).getEffectiveWeight() : 0;
  for (const SampleAction& each : samples_)
    if (each.clip == clip && each.action->isScheduled()) weight += each.action->getEffectiveWeight();
  return weight;
}

bool Player::plays(int clip) const {
  return action(clip).isScheduled() || std::ranges::any_of(samples_, [clip](const SampleAction& each) {
           return each.clip == clip && each.action->isScheduled();
         });
}

int Player::dominantClip() const {
  int best = -1;
  double maxWeight = 0;
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    double weight = actions_[i]->fadeValue() * actions_[i]->weight;
    for (const SampleAction& each : samples_)
      if (each.clip == static_cast<int>(i)) weight += each.action->fadeValue() * each.action->share();
    if (weight > maxWeight) {
      maxWeight = weight;
      best = static_cast<int>(i);
    }
  }
  return best;
}

void Player::play(int clip) {
  crossfade::AnimationAction& playing = action(clip);
  const bool starts = playing.fadeValue() == 0 || hasFinished(clip);
  if (starts) playing.stop();
  if (starts && playing.timeScale < 0 && playing.loop == crossfade::Loop::Once) playing.restart();  // at its end
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

void Player::restart() {
  transitions_->restart();
  for (crossfade::AnimationAction* action : actions_) action->mask = nullptr;
  for (const PlayedSpace& each : spaces_)
    for (crossfade::AnimationAction* action : each.player->actions()) action->mask = nullptr;
  now_.clock = {.settings = now_.clock.settings};
  now_.clockStep = {};
  now_.betweenSteps = false;
  now_.lead = 0;
  now_.layerTime = 0;
  forgetTravel();
  restartFeet();
  dropHistory();
}

void Player::carryOver(double seconds) { transitions_->carryOver(seconds); }

void Player::stop(int clip) {
  transition().forget(action(clip));
  action(clip).stop();
  if (!transition().isRunning()) transitions_->cut();
}

}  // namespace app
