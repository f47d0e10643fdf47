#include "engine/mixer/transition.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace engine {
namespace {

constexpr double kPaceStep = 1.0 / 60;  // seconds
constexpr double kForGood = 1e9;        // seconds: a warp that holds until another takes its place

double lengthFrom(double seconds) { return seconds > 0 && std::isfinite(seconds) ? seconds : 0; }

double shareAt(const AnimationAction& action, double time) {
  return action.fadeRamp() && action.fadeValue() > 0 ? valueAt(*action.fadeRamp(), time) : action.fadeValue();
}

template <class Pairs>
const SyncMarkers* found(const Pairs& pairs, const AnimationClip& clip) {
  const auto place = std::find_if(pairs.begin(), pairs.end(), [&](const auto& pair) { return pair.first == &clip; });
  return place == pairs.end() ? nullptr : &place->second;
}

}  // namespace

void Transition::to(AnimationAction& target, const TransitionOptions& options) {
  stopFadedOut();
  options_ = options;
  options_.seconds = lengthFrom(options.seconds);
  begin_ = anchor_ = mixer_->time();
  progressAtAnchor_ = 0;
  from_ = nullptr;
  double most = 0;
  for (AnimationAction* action : mixer_->activeActions())
    if (const double share = action->fadeValue() * action->weight; share > most && isInLayer(*action, target)) {
      most = share;
      from_ = action;
    }
  if (from_ == &target) from_ = nullptr;

  endPace(options_.seconds);
  for (AnimationAction* gone : leaving_) others_.push_back(gone);
  if (target_) others_.push_back(target_);
  const bool fresh = target.fadeValue() == 0;
  const bool showsBelow = options.mask && !fresh && !target.mask &&
                          target.fadeValue() >= 1;  // and so in the mask, when the layer there is gone
  if (fresh)
    target.reset().fadeTo(0, 0).play();
  else if (target.mask != options.mask && !showsBelow)
    noteSwitch(Switch::Jumped);  // it leaves another layer for this one
  if (!showsBelow) target.mask = options.mask;
  target_ = &target;
  leaving_.clear();
  for (std::size_t i = mixer_->activeActions().size();
       i-- > 0;) {  // backwards, because a stop puts the last one in its place
    AnimationAction* const action = mixer_->activeActions()[i];
    if (action == &target || !action->enabled || !isInLayer(*action, target)) continue;
    if (action->fadeValue() > 0)
      leaving_.push_back(action);
    else
      action->stop();  // it was just about to come
  }
  // A clip that ends on the way stays on its last pose, or the shares would have a hole.
  for (AnimationAction* leaving : leaving_) leaving->heldByTransition = true;
  target.heldByTransition = true;
  std::erase_if(others_, [&](AnimationAction* action) { return action == target_ || isLeaving(*action); });

  const std::size_t most_actions = leaving_.size() + 1;
  members_.reserve(most_actions);
  paced_.reserve(most_actions);
  shown_.reserve(mixer_->activeActions().size() + 1);
  for (const AnimationAction* action : mixer_->activeActions()) knowCycleOf(action->getClip());
  fadeAll(options_.seconds);
  if (options_.sync == Sync::None) {
    endPace(options_.seconds);
  } else if (fresh && from_) {
    collectPaced(mixer_->time(), target.timeScale);
    const auto isFrom = std::find(paced_.begin(), paced_.end(), from_);
    if (isFrom != paced_.end() && paced_.front() == target_)
      target.time = timeInStep(members_[static_cast<std::size_t>(isFrom - paced_.begin())], members_.front());
  }
  noteSwitch(Switch::Begun);
}

void Transition::turnTo(AnimationAction& target) {
  if (!target_) return;
  const double begin = begin_, passed = progress(), left = remaining();
  TransitionOptions options = options_;
  const double whole = options.seconds;
  options.seconds = left;
  to(target, options);
  options_.seconds = whole;
  begin_ = begin;
  progressAtAnchor_ = passed;
}

void Transition::fadeAll(double seconds) {
  const FadeShape shape = shapeOfKind();
  const bool classic = options_.kind == TransitionKind::Classic;
  for (AnimationAction* leaving : leaving_)
    if (classic)
      leaving->fadeOut(seconds);
    else
      leaving->fadeTo(0, seconds, shape);
  if (classic)
    target_->fadeIn(seconds);
  else
    target_->fadeTo(1, seconds, shape);
}

FadeShape Transition::shapeOfKind() const {
  const bool shaped = options_.kind == TransitionKind::Curve || options_.kind == TransitionKind::Frozen ||
                      options_.kind == TransitionKind::Dead;
  if (!shaped) return {};
  return options_.shape == FadeShape{} ? smoothShape() : options_.shape;
}

void Transition::setSeconds(double seconds) {
  if (!target_) return;
  const double passed = progress();
  progressAtAnchor_ = passed;
  anchor_ = mixer_->time();
  options_.seconds = lengthFrom(seconds);
  const double left = remaining();
  for (AnimationAction* leaving : leaving_) leaving->retimeFade(left);
  target_->retimeFade(left);
  noteSwitch(Switch::Begun);
}

void Transition::setKind(TransitionKind kind, FadeShape shape) {
  if (!target_ || (kind == options_.kind && shape == options_.shape)) return;
  const double left = remaining();
  options_.kind = kind;
  options_.shape = shape;
  fadeAll(left);
  noteSwitch(Switch::Begun);
}

void Transition::shapeChanged() {
  const auto follows = [](const AnimationAction* action) {
    return action->fadeRamp() && action->fadeRamp()->shape.function;
  };
  const auto active = mixer_->activeActions();
  if ((target_ && shapeOfKind().function) || std::any_of(active.begin(), active.end(), follows))
    noteSwitch(Switch::Jumped);
}

void Transition::setSync(Sync sync) {
  if (!target_) return;
  options_.sync = sync;
  if (sync == Sync::None) endPace(remaining());
}

void Transition::forget() {
  endPace(remaining());
  for (AnimationAction* leaving : leaving_) leaving->heldByTransition = false;
  leaving_.clear();
  if (target_) target_->heldByTransition = false;
  target_ = from_ = nullptr;
}

void Transition::forget(const AnimationAction& action) {
  if (target_ == &action) forget();
  std::erase(others_, &action);
  if (from_ == &action) from_ = nullptr;
  std::erase_if(leaving_, [&](AnimationAction* leaving) {
    if (leaving != &action) return false;
    leaving->heldByTransition = false;
    if (pacing_ && leaving->warpRamp()) leaving->warpBetween(leaving->warpValue(), 1, remaining());
    noteSwitch(Switch::Begun);  // it is on the screen again
    return true;
  });
  const auto playsItsClip = [&](const AnimationAction* other) {
    return other && other != &action && &other->getClip() == &action.getClip();
  };
  if (!playsItsClip(target_) && std::none_of(leaving_.begin(), leaving_.end(), playsItsClip))
    std::erase_if(cycles_, [&](const auto& pair) { return pair.first == &action.getClip(); });
}

/// Whether the target takes the place of this action: all of its blend mode without a mask, else those with the same
/// one.
bool Transition::isInLayer(const AnimationAction& action, const AnimationAction& target) const {
  return action.blendMode() == target.blendMode() && (!options_.mask || action.mask == options_.mask);
}

bool Transition::isLeaving(const AnimationAction& action) const {
  return std::find(leaving_.begin(), leaving_.end(), &action) != leaving_.end();
}

double Transition::progress() const {
  if (!(options_.seconds > 0)) return 1;
  return std::clamp(progressAtAnchor_ + (mixer_->time() - anchor_) / options_.seconds, 0.0, 1.0);
}

void Transition::update(double delta) {
  const double rate = mixer_->timeScale;
  bool addsEvents = false;
  while (target_ && options_.sync != Sync::None && rate > 0 && std::isfinite(delta) && delta * rate > kPaceStep) {
    const double step = std::min(kPaceStep, remaining()) / rate;
    if (!(step > 0)) break;
    advance(step, std::exchange(addsEvents, true));
    delta -= step;
  }
  advance(delta, addsEvents);
}

void Transition::advance(double delta, bool addsEvents) {
  keepPace(delta * mixer_->timeScale);
  mixer_->update(delta, addsEvents);
  letOthersGo();
  if (target_ && mixer_->time() > end()) {
    stopFadedOut();
    forget();
  }
}

/// A clip that a transition took off the screen goes back to its beginning, so that it starts there when it is called
/// again.
void Transition::stopFadedOut() {
  std::erase_if(leaving_, [](AnimationAction* leaving) {
    if (leaving->fadeValue() > 0) return false;
    leaving->heldByTransition = false;
    leaving->stop();
    return true;
  });
}

/// Those of other layers whose fade is over.
void Transition::letOthersGo() {
  std::erase_if(others_, [this](AnimationAction* action) {
    const bool fades = action->fadeRamp() && mixer_->time() < action->fadeRamp()->end;
    if (fades && action->isScheduled()) return false;
    action->heldByTransition = false;
    if (action->isScheduled() && action->fadeValue() == 0) action->stop();
    return true;
  });
}

std::span<const BlendEntry> Transition::shown() {
  if (!target_ || !worksOnPoses(options_.kind)) return mixer_->blendList();
  shown_.clear();
  for (const BlendEntry& entry : mixer_->blendList()) {
    const bool leaves = std::any_of(leaving_.begin(), leaving_.end(),
                                    [&](const AnimationAction* leaving) { return leaving->slot() == entry.slot; });
    if (!leaves && entry.slot != target_->slot()) shown_.push_back(entry);
  }
  BlendEntry whole = target_->shown();
  whole.weight = target_->weight;
  if (target_->enabled && whole.clip && whole.weight > 0) shown_.push_back(whole);
  return shown_;
}

void Transition::shownNear(double seconds, std::vector<BlendEntry>& entries) {
  const auto now = shown();
  entries.assign(now.begin(), now.end());
  const bool targetAlone = target_ && worksOnPoses(options_.kind);
  for (BlendEntry& entry : entries) {
    const auto active = mixer_->activeActions();
    const auto found = std::find_if(active.begin(), active.end(),
                                    [&](const AnimationAction* action) { return action->slot() == entry.slot; });
    if (found == active.end()) continue;
    const AnimationAction& action = **found;
    const bool mirrored = action.loop == Loop::PingPong && std::abs(action.time - entry.time) > 1e-9;
    const double speed = action.getEffectiveTimeScale() * (mirrored != mixer_->clipsRunBackwards ? -1 : 1);
    entry.time += speed * seconds;
    if (action.loop != Loop::Repeat) entry.time = std::clamp(entry.time, 0.0, action.getClip().duration());
    if (!(targetAlone && &action == target_)) entry.weight = action.weight * shareAt(action, mixer_->time() + seconds);
  }
}

void Transition::removeMarkers(const AnimationClip& clip) {
  std::erase_if(markers_, [&](const auto& pair) { return pair.first == &clip; });
}

void Transition::setMarkers(const AnimationClip& clip, SyncMarkers markers) {
  removeMarkers(clip);
  markers_.emplace_back(&clip, std::move(markers));
}

/// Another clip may have come to the address of one that is gone.
void Transition::knowCycleOf(const AnimationClip& clip) {
  const SyncMarkers* known = cycleOf(clip);
  if (known && known->duration() == clip.duration()) return;
  std::erase_if(cycles_, [&](const auto& pair) { return pair.first == &clip; });
  if (clip.duration() > 0) cycles_.emplace_back(&clip, SyncMarkers::ofWholeCycle(clip.duration()));
}

const SyncMarkers* Transition::cycleOf(const AnimationClip& clip) const { return found(cycles_, clip); }
const SyncMarkers* Transition::markersOf(const AnimationClip& clip) const { return found(markers_, clip); }

/// Which actions step together, the target first, with the shares they have at `time` of the mixer. Empty when the
/// target has no cycle.
void Transition::collectPaced(double time, double direction) {
  members_.clear();
  paced_.clear();
  const auto join = [&](AnimationAction& action) {
    const SyncMarkers* cycle = cycleOf(action.getClip());
    const bool steps =
        action.loop == Loop::Repeat && action.timeScale * direction > 0 && !action.paused && action.enabled;
    if (!cycle || !steps) return false;
    members_.push_back({.markers = cycle,
                        .time = action.time,
                        .timeScale = action.timeScale,
                        .share = shareAt(action, time) * action.weight});
    paced_.push_back(&action);
    return true;
  };
  if (!join(*target_)) return;
  for (AnimationAction* leaving : leaving_)
    if (leaving->fadeValue() > 0) join(*leaving);
  if (options_.sync != Sync::Markers) return;
  const SyncMarkers* common = markersOf(target_->getClip());
  const auto shiftOf = [&](const AnimationAction* action) {
    const SyncMarkers* own = markersOf(action->getClip());
    return common && own ? own->shiftTo(*common) : -1;
  };
  if (!std::all_of(paced_.begin(), paced_.end(), [&](const AnimationAction* action) { return shiftOf(action) >= 0; }))
    return;
  for (std::size_t i = 0; i < paced_.size(); ++i) {
    members_[i].markers = markersOf(paced_[i]->getClip());
    const int count = members_[i].markers->beatCount();
    members_[i].shift = (count - shiftOf(paced_[i])) % count;
  }
}

void Transition::keepPace(double delta) {
  if (!target_ || options_.sync == Sync::None || !std::isfinite(delta) || delta == 0) return;
  collectPaced(mixer_->time() + delta / 2, target_->timeScale);
  syncCycles(members_, delta, remaining());
  for (std::size_t i = 0; i < paced_.size(); ++i)
    paced_[i]->warpBetween(members_[i].ratio, members_[i].ratio, kForGood);
  pacing_ = pacing_ || !paced_.empty();
}

/// Everybody goes back to their own speed within `seconds`.
void Transition::endPace(double seconds) {
  if (!std::exchange(pacing_, false)) return;
  const auto release = [&](AnimationAction& action) {
    if (!action.warpRamp()) return;
    if (seconds > 0)
      action.warpBetween(action.warpValue(), 1, seconds);
    else
      action.stopWarping();
  };
  if (target_) release(*target_);
  for (AnimationAction* leaving : leaving_) release(*leaving);
}

}  // namespace engine
