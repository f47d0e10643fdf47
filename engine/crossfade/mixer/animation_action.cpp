#include "crossfade/mixer/animation_action.h"

#include <algorithm>
#include <cmath>

#include "crossfade/mixer/animation_mixer.h"
#include "crossfade/mixer/event_walk.h"

namespace crossfade {
namespace {

/// The first moment after `time` at which the ramp may jump or change its direction; infinity if there is none.
double nextKink(const Ramp& ramp, double time, const CurveSet& curves) {
  double next = INFINITY;
  const auto add = [&](double kink) {
    if (kink > time) next = std::min(next, kink);
  };
  add(ramp.begin);
  add(ramp.end);
  const AnimationCurve* const curve = functionOf(ramp.shape, curves).curve;
  if (!curve || !(time < ramp.end)) return next;
  const double seconds = ramp.end - ramp.begin;
  const auto keys = curve->keys();
  // From the last key before `time` on: the product may round to either side.
  auto key = std::lower_bound(keys.begin(), keys.end(), (time - ramp.begin) / seconds - 1e-9,
                              [](const CurveKey& each, double u) { return each.time < u; });
  for (; key != keys.end() && !(next < ramp.end); ++key) add(ramp.begin + key->time * seconds);
  return next;
}

/// Between two kinks, by Gauss's rule with three points: exact for a smooth fade, also of one that was interrupted or
/// of a share that changes evenly, and steps at the ends do not matter.
template <class Value>
double integralOf(const Value& at, double begin, double end) {
  constexpr double kOff = 0.3872983346207417;  // sqrt(15) / 10
  const double middle = (begin + end) / 2, seconds = end - begin;
  return seconds * (5 * at(middle - kOff * seconds) + 8 * at(middle) + 5 * at(middle + kOff * seconds)) / 18;
}

}  // namespace

AnimationAction::AnimationAction(AnimationMixer& mixer, ClipId clip, BlendMode blendMode, int slot)
    : mixer_(&mixer), clip_(clip), blendMode_(blendMode), slot_(slot) {}

const AnimationClip* AnimationAction::getClip() const { return mixer_->clips().find(clip_); }

double AnimationAction::duration() const {
  const AnimationClip* const clip = getClip();
  return clip ? clip->duration() : 0;
}

void AnimationAction::takeOver(const AnimationAction& other) {
  AnimationMixer* const mixer = mixer_;
  BlendSpacePlayer* const space = blendSpace_;
  const bool isExtra = isExtra_;
  *this = other;
  mixer_ = mixer;
  blendSpace_ = space;
  isExtra_ = isExtra;
  if (shown_.clip) shown_.clip = getClip();
}

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
  eventsUpTo_.reset();
  startTime_.reset();
  return stopFading().stopWarping();
}

AnimationAction& AnimationAction::startAt(double mixerTime) {
  startTime_ = mixerTime;
  return *this;
}

AnimationAction& AnimationAction::setLoop(Loop mode, double loops) {
  loop = mode;
  repetitions = loops;
  return *this;
}

bool AnimationAction::isRunning() const { return enabled && !paused && timeScale != 0 && !startTime_ && active_; }

double AnimationAction::shownSpeed() const {
  if (!enabled || startTime_) return 0;
  const bool mirrored = loop == Loop::PingPong && (loopCount_ & 1) == 1 && loopCount_ >= 0;
  return effectiveTimeScale_ * (mirrored != mixer_->clipsRunBackwards ? -1 : 1);
}

BlendEntry AnimationAction::entryNow() const {
  const ClipTime now{.time = time, .loopCount = loopCount_};
  return {.slot = slot_,
          .clip = getClip(),
          .clipId = clip_,
          .time = advance(now, 0, duration(), loop, repetitions).sampleTime,
          .moved = shown_.moved,
          .weight = weight * share() * fadeValue(),
          .blendMode = blendMode_,
          .endings = endings_,
          .mask = mask};
}

bool AnimationAction::hasJumped() const {
  if (!active_ || !shown_.clip) return false;
  const BlendEntry now = entryNow();
  return std::abs(now.time - shown_.time) > kSameTime || std::abs(now.weight - shown_.weight) > kSameWeight;
}

double AnimationAction::share() const { return shareAt(mixer_->time()); }

double AnimationAction::shareAt(double mixerTime) const {
  return share_ ? valueAt(*share_, mixerTime, mixer_->curves) : 1;
}

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

AnimationAction& AnimationAction::restart() {
  paused = false;
  time = timeScale < 0 ? duration() : 0;
  loopCount_ = -1;
  eventsUpTo_.reset();
  return *this;
}

AnimationAction& AnimationAction::playFadedOut() { return reset().fadeTo(0, 0).play(); }

AnimationAction& AnimationAction::fadeTo(double target, double seconds, FadeShape shape) {
  return fadeTo(target, seconds, shape, 0, 0);
}

AnimationAction& AnimationAction::fadeTo(double target, double seconds, FadeShape shape, double velocity,
                                         double coastSeconds) {
  const double present = fadeValue();
  enabled = true;
  fade_ = Ramp{.begin = mixer_->time(),
               .end = mixer_->time() + seconds,
               .from = present,
               .to = target,
               .shape = shape,
               .velocity = velocity,
               .coastSeconds = std::min(coastSeconds, seconds)};
  return *this;
}

AnimationAction& AnimationAction::retimeFade(double remainingSeconds) {
  const double now = mixer_->time();
  if (fade_) fade_ = retimed(*fade_, now, remainingSeconds, mixer_->curves);
  if (warp_ && warpKeepsTimeScale_)  // not a halt, which keeps its own length
    warp_ = retimed(*warp_, now, remainingSeconds, mixer_->curves);
  return *this;
}

double AnimationAction::fadeValue() const { return fadeValueAt(mixer_->time()); }

double AnimationAction::fadeValueAt(double mixerTime) const {
  if (!enabled || !active_) return 0;
  return fade_ ? valueAt(*fade_, mixerTime, mixer_->curves) : 1;
}

double AnimationAction::fadeVelocity() const {
  return enabled && active_ && fade_ ? velocityAt(*fade_, mixer_->time(), mixer_->curves) : 0;
}

AnimationAction& AnimationAction::warpBetween(double startRatio, double endRatio, double seconds) {
  stopWarping();
  warp_ = Ramp{.begin = mixer_->time(), .end = mixer_->time() + seconds, .from = startRatio, .to = endRatio};
  warpKeepsTimeScale_ = true;
  return *this;
}

AnimationAction& AnimationAction::holdWarp(double ratio) {
  stopWarping();
  heldWarp_ = ratio;
  return *this;
}

double AnimationAction::warpValue() const {
  if (heldWarp_) return *heldWarp_;
  return warp_ ? valueAt(*warp_, mixer_->time(), mixer_->curves) : 1;
}

AnimationAction& AnimationAction::crossFadeFrom(AnimationAction& fadeOutAction, double seconds, bool withWarp) {
  fadeOutAction.fadeOut(seconds);
  fadeIn(seconds);
  const double in = duration();
  const double out = fadeOutAction.duration();
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
  timeScale = seconds != 0 ? duration() / seconds : 0;  // differs from three.js: no infinite speed
  return stopWarping();
}

AnimationAction& AnimationAction::syncWith(const AnimationAction& other) {
  time = other.time;
  timeScale = other.timeScale;
  return stopWarping();
}

AnimationAction& AnimationAction::halt(double seconds) {
  if (paused) return *this;  // differs from three.js: there it would pause again on resume
  return warp(effectiveTimeScale_, 0, seconds);
}

AnimationAction& AnimationAction::warp(double startTimeScale, double endTimeScale, double seconds) {
  if (timeScale == 0) return *this;  // differs from three.js: the ratio to a speed of 0 would be NaN forever
  heldWarp_.reset();
  warpKeepsTimeScale_ = false;
  warp_ = Ramp{.begin = mixer_->time(),
               .end = mixer_->time() + seconds,
               .from = startTimeScale / timeScale,
               .to = endTimeScale / timeScale};
  return *this;
}

AnimationAction& AnimationAction::stopWarping() {
  warp_.reset();
  heldWarp_.reset();
  restoreTimeScale_.reset();
  warpKeepsTimeScale_ = false;
  return *this;
}

AnimationAction::Events AnimationAction::update(double mixerTime, double passed, int direction) {
  const AnimationClip* const clip = getClip();
  if (passed != 0 && (!enabled || !clip || showsNothing())) cutSpans(mixerTime - passed);
  if (!enabled || !clip) {
    effectiveWeight_ = shown_.weight = moved_ = meanWeight_ = 0;
    return {};
  }
  meanWeight_ = meanOf(mixerTime - passed, mixerTime);
  const bool exact = mixer_->exactTimes && passed >= 0;
  const Played played = exact ? playExactly(*clip, mixerTime, passed) : playHeld(*clip, mixerTime, passed, direction);
  if (exact && !enabled && passed > 0) meanWeight_ *= 1 - (mixerTime - played.finishTime) / passed;
  if (passed != 0 && fade_ && fade_->to == 0 && mixerTime > fade_->end - kSameTime) cutSpans(fade_->end);
  moved_ = played.moved;
  shown_ = {.slot = slot_,
            .clip = clip,
            .clipId = clip_,
            .time = played.sampleTime,
            .moved = shown_.moved + moved_,
            .weight = updateWeight(mixerTime),
            .blendMode = blendMode_,
            .endings = endings_,
            .mask = mask};
  return eventsOf(played);
}

void AnimationAction::addMotion(double passed, ActionMotion& motion) const {
  motion.clip = clip_;
  motion.blendMode = blendMode_;
  motion.mask = mask;
  motion.time = shown_.time;
  motion.moved += moved_;
  motion.weightSeconds += meanWeight_ * passed;
}

AnimationAction::Events AnimationAction::eventsOf(const Played& played) const {
  Events events;
  if (played.loops != 0)
    events[0] = {.kind = MixerEvent::Kind::Loop,
                 .action = this,
                 .loopDelta = played.loops,
                 .direction = played.direction,
                 .time = played.loopTime};
  if (played.finished)
    events[1] = {
        .kind = MixerEvent::Kind::Finished, .action = this, .direction = played.direction, .time = played.finishTime};
  return events;
}

ClipStep AnimationAction::advanceClip(const AnimationClip& clip, double delta, double tolerance) {
  const ClipStep step =
      advance({.time = time, .loopCount = loopCount_}, delta, clip.duration(), loop, repetitions, tolerance);
  time = step.now.time;
  loopCount_ = step.now.loopCount;
  if (step.ends) endings_ = endingsOf(*step.ends);
  if (step.finished) {
    if (clampWhenFinished || holdsEnd_)
      paused = true;
    else
      enabled = false;
  }
  return step;
}

/// As three.js does: the whole update at the speed of its end.
AnimationAction::Played AnimationAction::playHeld(const AnimationClip& clip, double mixerTime, double passed,
                                                  int direction) {
  const double forwards = mixer_->clipsRunBackwards ? -passed : passed;
  const double delta = startedDelta(mixerTime, forwards, direction) * updateTimeScale(mixerTime);
  const ClipStep step = advanceClip(clip, delta, 0);
  passEvents(clip, step, [&](double distance) {
    const double left = std::abs(delta) - distance;
    return mixerTime - (left > 0 ? left / std::abs(effectiveTimeScale_) : 0) * direction;
  });
  return {.sampleTime = step.sampleTime,
          .moved = step.moved,
          .loops = step.loopDelta,
          .loopTime = mixerTime,
          .finished = step.finished,
          .finishTime = mixerTime,
          .direction = delta < 0 ? -1 : 1};
}

/// The integral of the speed, from the scheduled start to the end of a fade to 0.
AnimationAction::Played AnimationAction::playExactly(const AnimationClip& clip, double mixerTime, double passed) {
  Played played{.sampleTime = advanceClip(clip, 0, 0).sampleTime};
  double at = mixerTime - passed, end = mixerTime;
  if (startTime_ && passed > 0 && mixerTime >= *startTime_) {
    at = *startTime_;
    startTime_.reset();
  }
  if (startTime_) at = end;
  if (fade_ && fade_->to == 0 && fade_->end < end) end = std::max(at, fade_->end);
  while (end > at && enabled) {
    const Piece piece = nextPiece(at, end);
    playPiece(clip, piece, played);
    at = piece.end;
  }
  if (warp_ && mixerTime - warp_->end > kSameTime) endWarp();
  const double ratio = warp_ ? valueAt(*warp_, mixerTime, mixer_->curves) : heldWarp_.value_or(1);
  effectiveTimeScale_ = paused ? 0 : timeScale * ratio;
  return played;
}

/// From `begin` on, up to `end` or to where the speed stops being a straight line, or changes its sign.
AnimationAction::Piece AnimationAction::nextPiece(double begin, double end) {
  if (warp_ && begin >= warp_->end && end - warp_->end > kSameTime) endWarp();
  double from = heldWarp_.value_or(1), to = from, until = end;
  if (warp_) {
    if (begin < warp_->begin)
      until = std::min(end, warp_->begin);
    else if (begin < warp_->end)
      until = std::min(end, warp_->end);
    from = valueAt(*warp_, begin, mixer_->curves);
    to = valueAt(*warp_, until, mixer_->curves);
    const double turn = from * to < 0 ? begin + (until - begin) * from / (from - to) : until;
    if (turn > begin && turn < until) {
      until = turn;
      to = 0;
    }
  }
  const double speed = paused ? 0 : timeScale * (mixer_->clipsRunBackwards ? -1 : 1);
  return {.begin = begin, .end = until, .beginSpeed = speed * from, .endSpeed = speed * to};
}

void AnimationAction::playPiece(const AnimationClip& clip, const Piece& piece, Played& played) {
  const double seconds = piece.end - piece.begin, duration = clip.duration();
  const double first = std::abs(piece.beginSpeed), last = std::abs(piece.endSpeed);
  const double delta = (piece.beginSpeed + piece.endSpeed) / 2 * seconds;
  // The mixer time at which the clip has moved by a distance.
  const auto timeAfter = [&](double distance) {
    if (!(distance > 0)) return piece.begin;
    const double root = std::sqrt(std::max(first * first + 2 * distance * (last - first) / seconds, 0.0));
    return std::min(piece.begin + 2 * distance / (first + root), piece.end);
  };
  const double before = std::clamp(time, 0.0, duration);
  const ClipStep step = advanceClip(clip, delta, kSameTime);
  passEvents(clip, step, timeAfter);
  played.sampleTime = step.sampleTime;
  played.moved += step.moved;
  if (delta != 0) played.direction = delta < 0 ? -1 : 1;
  if (step.finished) {
    const double whole = static_cast<double>(step.loopsBefore) * duration;
    const double distance = (delta < 0 ? before : duration - before) + whole;
    played.finished = true;
    played.finishTime = timeAfter(distance);
    addToCount(played.loops, delta < 0 ? -step.loopsBefore : step.loopsBefore);
    if (step.loopsBefore > 0) played.loopTime = timeAfter(distance - duration);
  } else if (step.loopDelta != 0) {
    const double since = delta < 0 ? duration - step.now.time : step.now.time;
    addToCount(played.loops, step.loopDelta);
    played.loopTime = timeAfter(std::abs(delta) - since);
  }
}

/// Reports what a step passed. `timeAfter(distance)` is the mixer time at which the clip has moved that far in it.
template <class TimeAfter>
void AnimationAction::passEvents(const AnimationClip& clip, const ClipStep& step, const TimeAfter& timeAfter) {
  const ClipEvents* const events = mixer_->eventsOf(clip_);
  if (!events || step.direction == 0) return;
  EventStep passed{.from = step.from,
                   .to = step.sampleTime,
                   .duration = std::max(clip.duration(), 0.0),
                   .direction = step.direction,
                   .ends = step.crossed,
                   .turns = loop == Loop::PingPong,
                   .fresh = !eventsUpTo_ || std::abs(step.from - *eventsUpTo_) > kSameTime};
  if (const bool turnsBack = passed.turns && step.crossed % 2 != 0; step.finished)
    passed.to = (step.direction > 0) != turnsBack ? passed.duration : 0;
  if (passed.fresh)
    cutSpans(timeAfter(0), eventsUpTo_ ? std::optional(step.from) : std::nullopt);
  else
    passed.from = *eventsUpTo_;
  const auto report = [&](const EventHit& hit) {
    const double at = timeAfter(hit.distance), shown = shownWeightAt(at + kSameTime);  // sums of times round
    const bool counts = shown > kSameWeight && shown >= mixer_->leastEventWeight_ - kSameWeight;
    if (hit.pass != EventPass::End && !counts) return false;
    mixer_->report({.pass = hit.pass,
                    .event = &events->events()[static_cast<std::size_t>(hit.event)],
                    .index = hit.event,
                    .action = this,
                    .clip = clip_,
                    .direction = hit.direction,
                    .time = at,
                    .weight = shown});
    return true;
  };
  addToCount(mixer_->unreported_, walkEvents(*events, passed, openSpans_, report));
  eventsUpTo_ = step.sampleTime;
}

/// Ends the spans that have begun, except those that a clip at the time `now` is in.
void AnimationAction::cutSpans(double mixerTime, std::optional<double> now) {
  if (openSpans_ == 0) return;
  const ClipEvents* const events = mixer_->eventsOf(clip_);
  const std::span<const ClipEvents::Span> spans = events ? events->spans() : std::span<const ClipEvents::Span>();
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const std::uint64_t bit = std::uint64_t{1} << i;
    const bool stays = now && *now >= spans[i].begin - kSameTime && *now <= spans[i].end + kSameTime;
    if ((openSpans_ & bit) == 0 || stays) continue;
    openSpans_ &= ~bit;
    mixer_->report({.pass = EventPass::End,
                    .event = &events->events()[static_cast<std::size_t>(spans[i].event)],
                    .index = spans[i].event,
                    .action = this,
                    .clip = clip_,
                    .isCut = true,
                    .time = mixerTime,
                    .weight = shownWeightAt(mixerTime)});
  }
  if (spans.empty()) openSpans_ = 0;
}

double AnimationAction::shownWeightAt(double mixerTime) const {
  if (shows_ == Shows::Nothing) return 0;
  const double whole = weight * shareAt(mixerTime);
  return fade_ && shows_ == Shows::AsFaded ? whole * valueAt(*fade_, mixerTime, mixer_->curves) : whole;
}

/// Whether it shows nothing and goes on like that, as far as it is known.
bool AnimationAction::showsNothing() const {
  return shows_ == Shows::Nothing || !(weight > 0) || (share_ && !(share_->from > 0 || share_->to > 0));
}

/// The mean weight from one mixer time to another.
double AnimationAction::meanOf(double begin, double end) const {
  if (!fade_ && !share_) return weight;
  const auto value = [&](double moment) {
    return shareAt(moment) * (fade_ ? valueAt(*fade_, moment, mixer_->curves) : 1);
  };
  if (!(end > begin)) return weight * value(end);
  double sum = 0;
  for (double at = begin; at < end;) {
    double next = end;
    for (const std::optional<Ramp>* const ramp : {&fade_, &share_})
      if (*ramp) next = std::min(next, nextKink(**ramp, at, mixer_->curves));
    sum += integralOf(value, at, next);
    at = next;
  }
  return weight * sum / (end - begin);
}

/// How much of `delta` lies after the scheduled start; 0 before it.
double AnimationAction::startedDelta(double mixerTime, double delta, int direction) {
  if (!startTime_) return delta;
  const double running = (mixerTime - *startTime_) * direction;
  if (running < 0 || direction == 0) return 0;
  startTime_.reset();
  return direction * running;
}

/// The effective weight. A fade that is over and ended at 0 or 1 is dropped here, and disables the action if it ended
/// at 0. A fade that ended at any other value keeps holding it.
double AnimationAction::updateWeight(double mixerTime) {
  effectiveWeight_ = 0;
  if (!enabled) return 0;
  effectiveWeight_ = weight * shareAt(mixerTime);
  if (fade_) {
    const double value = valueAt(*fade_, mixerTime, mixer_->curves);
    effectiveWeight_ *= value;
    if (mixerTime - fade_->end > (mixer_->exactTimes ? kSameTime : 0) && (value == 0 || value == 1)) {
      stopFading();
      if (value == 0) enabled = false;
    }
  }
  return effectiveWeight_;
}

/// The effective time scale. differs from three.js: there the warp of a paused action waits, and is over as soon as the
/// action resumes.
double AnimationAction::updateTimeScale(double mixerTime) {
  effectiveTimeScale_ = timeScale * heldWarp_.value_or(1);
  if (warp_) updateWarp(mixerTime);
  if (paused) effectiveTimeScale_ = 0;
  return effectiveTimeScale_;
}

/// A finished warp leaves the action at its final speed, or paused if that is 0.
void AnimationAction::updateWarp(double mixerTime) {
  effectiveTimeScale_ *= valueAt(*warp_, mixerTime, mixer_->curves);
  if (!(mixerTime > warp_->end)) return;
  endWarp();
  effectiveTimeScale_ = timeScale;
}

void AnimationAction::endWarp() {
  const double final = timeScale * warp_->to;
  if (!warpKeepsTimeScale_) {
    if (final == 0)
      paused = true;
    else
      timeScale = restoreTimeScale_.value_or(final);
  }
  stopWarping();
}

/// three.js AnimationAction._setEndings, r187.
Endings AnimationAction::endingsOf(LoopEnds ends) const {
  if (loop == Loop::PingPong) return {Ending::ZeroSlope, Ending::ZeroSlope};
  const auto free = [](bool zeroSlope) { return zeroSlope ? Ending::ZeroSlope : Ending::ZeroCurvature; };
  return {.start = ends.freeStart ? free(zeroSlopeAtStart) : Ending::WrapAround,
          .end = ends.freeEnd ? free(zeroSlopeAtEnd) : Ending::WrapAround};
}

}  // namespace crossfade
