#include "crossfade/mixer/animation_action.h"

#include <cmath>

#include "crossfade/mixer/animation_mixer.h"

namespace crossfade {

AnimationAction::AnimationAction(AnimationMixer& mixer, const AnimationClip& clip, BlendMode blendMode, int slot)
    : mixer_(&mixer), clip_(&clip), blendMode_(blendMode), slot_(slot) {}

AnimationAction& AnimationAction::play() {
  mixer_->activate(*this);
  return *this;
}

AnimationAction& AnimationAction::stop() {
  mixer_->deactivate(*this);
  return reset();
}

AnimationAction& AnimationAction::reset() {
  paused = false;
  enabled = true;
  time = 0;
  loopCount_ = -1;
  startTime_.reset();
  return stopFading().stopWarping();
}

AnimationAction& AnimationAction::startAt(double mixerTime) {
  startTime_ = mixerTime;
  return *this;
}

AnimationAction& AnimationAction::setLoop(Loop mode, double rounds) {
  loop = mode;
  repetitions = rounds;
  return *this;
}

bool AnimationAction::isRunning() const { return enabled && !paused && timeScale != 0 && !startTime_ && active_; }

AnimationAction& AnimationAction::setEffectiveWeight(double newWeight) {
  weight = newWeight;
  effectiveWeight_ = enabled ? newWeight : 0;
  return stopFading();
}

AnimationAction& AnimationAction::fadeIn(double seconds) {
  fade_ = Ramp{.begin = mixer_->time(), .end = mixer_->time() + seconds, .from = 0, .to = 1};
  return *this;
}

AnimationAction& AnimationAction::fadeOut(double seconds) {
  fade_ = Ramp{.begin = mixer_->time(), .end = mixer_->time() + seconds, .from = 1, .to = 0};
  return *this;
}

AnimationAction& AnimationAction::fadeTo(double target, double seconds, FadeShape shape) {
  const double present = fadeValue();
  enabled = true;
  fade_ = Ramp{.begin = mixer_->time(), .end = mixer_->time() + seconds, .from = present, .to = target, .shape = shape};
  return *this;
}

AnimationAction& AnimationAction::retimeFade(double remainingSeconds) {
  if (fade_) fade_ = retimed(*fade_, mixer_->time(), remainingSeconds);
  if (warp_ && warpKeepsTimeScale_)
    warp_ = retimed(*warp_, mixer_->time(), remainingSeconds);  // a halt keeps its own length
  return *this;
}

double AnimationAction::fadeValue() const {
  if (!enabled || !active_) return 0;
  return fade_ ? valueAt(*fade_, mixer_->time()) : 1;
}

AnimationAction& AnimationAction::warpBetween(double startRatio, double endRatio, double seconds) {
  stopWarping();
  warp_ = Ramp{.begin = mixer_->time(), .end = mixer_->time() + seconds, .from = startRatio, .to = endRatio};
  warpKeepsTimeScale_ = true;
  return *this;
}

double AnimationAction::warpValue() const { return warp_ ? valueAt(*warp_, mixer_->time()) : 1; }

AnimationAction& AnimationAction::crossFadeFrom(AnimationAction& fadeOutAction, double seconds, bool withWarp) {
  fadeOutAction.fadeOut(seconds);
  fadeIn(seconds);
  const double in = clip_->duration();
  const double out = fadeOutAction.clip_->duration();
  if (withWarp && in > 0 && out > 0) {  // differs from three.js: a clip without length has no speed to sync
    if (fadeOutAction.timeScale != 0) fadeOutAction.restoreTimeScale_ = fadeOutAction.timeScale;
    if (timeScale != 0) restoreTimeScale_ = timeScale;
    fadeOutAction.warp(1, out / in, seconds);
    warp(in / out, 1, seconds);
  }
  return *this;
}

AnimationAction& AnimationAction::crossFadeTo(AnimationAction& fadeInAction, double seconds, bool withWarp) {
  return fadeInAction.crossFadeFrom(*this, seconds, withWarp);
}

AnimationAction& AnimationAction::stopFading() {
  fade_.reset();
  return *this;
}

AnimationAction& AnimationAction::setEffectiveTimeScale(double newTimeScale) {
  timeScale = newTimeScale;
  effectiveTimeScale_ = paused ? 0 : newTimeScale;
  return stopWarping();
}

AnimationAction& AnimationAction::setDuration(double seconds) {
  timeScale = seconds != 0 ? clip_->duration() / seconds : 0;  // differs from three.js: no infinite speed
  return stopWarping();
}

AnimationAction& AnimationAction::syncWith(const AnimationAction& other) {
  time = other.time;
  timeScale = other.timeScale;
  return stopWarping();
}

AnimationAction& AnimationAction::halt(double seconds) {
  if (paused) return *this;  // differs from three.js: there it would pause once more when it is resumed
  return warp(effectiveTimeScale_, 0, seconds);
}

AnimationAction& AnimationAction::warp(double startTimeScale, double endTimeScale, double seconds) {
  if (timeScale == 0) return *this;  // differs from three.js: a ratio to a standing clip would be NaN for good
  warpKeepsTimeScale_ = false;
  warp_ = Ramp{.begin = mixer_->time(),
               .end = mixer_->time() + seconds,
               .from = startTimeScale / timeScale,
               .to = endTimeScale / timeScale};
  return *this;
}

AnimationAction& AnimationAction::stopWarping() {
  warp_.reset();
  restoreTimeScale_.reset();
  warpKeepsTimeScale_ = false;
  return *this;
}

bool AnimationAction::update(double mixerTime, double delta, int direction, BlendEntry& shown, MixerEvent& event,
                             bool& hasEvent) {
  if (!enabled) {
    effectiveWeight_ = 0;
    return false;
  }
  if (startTime_) {
    const double running = (mixerTime - *startTime_) * direction;
    if (running < 0 || direction == 0) {
      delta = 0;
    } else {
      startTime_.reset();
      delta = direction * running;
    }
  }

  delta *= updateTimeScale(mixerTime);
  const ClipStep step = advance({.time = time, .loopCount = loopCount_}, delta, clip_->duration(), loop, repetitions);
  time = step.now.time;
  loopCount_ = step.now.loopCount;
  if (step.ends) endings_ = endingsOf(*step.ends);
  hasEvent = step.finished || step.loopDelta != 0;
  if (hasEvent) {
    event = {.kind = step.finished ? MixerEvent::Kind::Finished : MixerEvent::Kind::Loop,
             .action = this,
             .loopDelta = step.loopDelta,
             .direction = delta < 0 ? -1 : 1};
  }
  if (step.finished) {
    if (clampWhenFinished || heldByTransition)
      paused = true;
    else
      enabled = false;
  }
  shown = {.slot = slot_,
           .clip = clip_,
           .time = step.sampleTime,
           .weight = updateWeight(mixerTime),
           .blendMode = blendMode_,
           .endings = endings_,
           .mask = mask};
  shown_ = shown;
  return shown.weight > 0;
}

/// The effective weight; a fade that is over ends here, and disables the action if it ended at 0. One to another value
/// than 0 or 1 stays.
double AnimationAction::updateWeight(double mixerTime) {
  effectiveWeight_ = 0;
  if (!enabled) return 0;
  effectiveWeight_ = weight;
  if (fade_) {
    const double value = valueAt(*fade_, mixerTime);
    effectiveWeight_ *= value;
    if (mixerTime > fade_->end && (value == 0 || value == 1)) {
      stopFading();
      if (value == 0) enabled = false;
    }
  }
  return effectiveWeight_;
}

/// The effective time scale. differs from three.js: there the warp of a paused action waits, and is over at once when
/// it is resumed.
double AnimationAction::updateTimeScale(double mixerTime) {
  effectiveTimeScale_ = timeScale;
  if (warp_) {
    effectiveTimeScale_ *= valueAt(*warp_, mixerTime);
    if (mixerTime > warp_->end) endWarp();
  }
  if (paused) effectiveTimeScale_ = 0;
  return effectiveTimeScale_;
}

/// A warp that is over leaves its last speed, or pauses the action if that is 0.
void AnimationAction::endWarp() {
  if (warpKeepsTimeScale_) {
    effectiveTimeScale_ = timeScale;
  } else if (effectiveTimeScale_ == 0) {
    paused = true;
  } else {
    timeScale = restoreTimeScale_.value_or(effectiveTimeScale_);
    effectiveTimeScale_ = timeScale;
  }
  stopWarping();
}

/// three.js AnimationAction._setEndings, r187.
Endings AnimationAction::endingsOf(RoundEnds ends) const {
  if (loop == Loop::PingPong) return {Ending::ZeroSlope, Ending::ZeroSlope};
  const auto free = [](bool zeroSlope) { return zeroSlope ? Ending::ZeroSlope : Ending::ZeroCurvature; };
  return {.start = ends.freeStart ? free(zeroSlopeAtStart) : Ending::WrapAround,
          .end = ends.freeEnd ? free(zeroSlopeAtEnd) : Ending::WrapAround};
}

}  // namespace crossfade
