#include "crossfade/transition/transition.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace crossfade {
namespace {

constexpr double kSyncStep = 1.0 / 60;  // seconds
constexpr double kIndefinite = 1e9;     // seconds: a warp that holds until another takes its place

double validSeconds(double seconds) { return seconds > 0 && std::isfinite(seconds) ? seconds : 0; }

double fadeValueAt(const AnimationAction& action, double time) {
  return action.fadeRamp() && action.fadeValue() > 0 ? valueAt(*action.fadeRamp(), time) : action.fadeValue();
}

template <class Pairs>
const SyncMarkers* findMarkers(const Pairs& pairs, const AnimationClip& clip) {
  const auto entry = std::find_if(pairs.begin(), pairs.end(), [&](const auto& pair) { return pair.first == &clip; });
  return entry == pairs.end() ? nullptr : &entry->second;
}

}  // namespace

void Transition::to(AnimationAction& target, const TransitionOptions& options) {
  stopFadedOut();
  options_ = options;
  options_.seconds = validSeconds(options.seconds);
  begin_ = anchor_ = mixer_->time();
  progressAtAnchor_ = 0;
  from_ = nullptr;
  double maxWeight = 0;
  for (AnimationAction* action : mixer_->activeActions())
    if (const double weight = action->fadeValue() * action->weight; weight > maxWeight && isInLayer(*action, target)) {
      maxWeight = weight;
      from_ = action;
    }
  if (from_ == &target) from_ = nullptr;

  endSync(options_.seconds);
  for (AnimationAction* action : outgoing_) others_.push_back(action);
  if (target_) others_.push_back(target_);
  const bool fresh = target.fadeValue() == 0;
  const bool showsBelow = options.mask && !fresh && !target.mask &&
                          target.fadeValue() >= 1;  // and so in the mask, when the layer there is gone
  if (fresh)
    target.reset().fadeTo(0, 0).play();
  else if (target.mask != options.mask && !showsBelow)
    noteChange(TransitionChange::Jumped);  // it leaves another layer for this one
  if (!showsBelow) target.mask = options.mask;
  target_ = &target;
  outgoing_.clear();
  for (std::size_t i = mixer_->activeActions().size();
       i-- > 0;) {  // backwards, because a stop puts the last one in its place
    AnimationAction* const action = mixer_->activeActions()[i];
    if (action == &target || !action->enabled || !isInLayer(*action, target)) continue;
    if (action->fadeValue() > 0)
      outgoing_.push_back(action);
    else
      action->stop();  // it was just about to come
  }
  // A clip that ends on the way stays on its last pose, or the weights would have a hole.
  for (AnimationAction* outgoing : outgoing_) outgoing->heldByTransition = true;
  target.heldByTransition = true;
  std::erase_if(others_, [&](AnimationAction* action) { return action == target_ || isOutgoing(*action); });

  const std::size_t maxActions = outgoing_.size() + 1;
  members_.reserve(maxActions);
  synced_.reserve(maxActions);
  shown_.reserve(mixer_->activeActions().size() + 1);
  for (const AnimationAction* action : mixer_->activeActions()) cacheCycle(action->getClip());
  fadeAll(options_.seconds);
  if (options_.sync == Sync::None) {
    endSync(options_.seconds);
  } else if (fresh && from_) {
    collectSynced(mixer_->time(), target.timeScale);
    const auto fromEntry = std::find(synced_.begin(), synced_.end(), from_);
    if (fromEntry != synced_.end() && synced_.front() == target_)
      target.time = syncedTime(members_[static_cast<std::size_t>(fromEntry - synced_.begin())], members_.front());
  }
  noteChange(TransitionChange::Started);
}

void Transition::redirectTo(AnimationAction& target) {
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
  const FadeShape shape = effectiveShape();
  const bool classic = options_.kind == TransitionKind::Classic;
  for (AnimationAction* outgoing : outgoing_)
    if (classic)
      outgoing->fadeOut(seconds);
    else
      outgoing->fadeTo(0, seconds, shape);
  if (classic)
    target_->fadeIn(seconds);
  else
    target_->fadeTo(1, seconds, shape);
}

FadeShape Transition::effectiveShape() const {
  const bool shaped = options_.kind == TransitionKind::Curve || options_.kind == TransitionKind::Frozen ||
                      options_.kind == TransitionKind::DeadBlending;
  if (!shaped) return {};
  return options_.shape == FadeShape{} ? smoothShape() : options_.shape;
}

void Transition::setSeconds(double seconds) {
  if (!target_) return;
  const double passed = progress();
  progressAtAnchor_ = passed;
  anchor_ = mixer_->time();
  options_.seconds = validSeconds(seconds);
  const double left = remaining();
  for (AnimationAction* outgoing : outgoing_) outgoing->retimeFade(left);
  target_->retimeFade(left);
  noteChange(TransitionChange::Started);
}

void Transition::setKind(TransitionKind kind, FadeShape shape) {
  if (!target_ || (kind == options_.kind && shape == options_.shape)) return;
  const double left = remaining();
  options_.kind = kind;
  options_.shape = shape;
  fadeAll(left);
  noteChange(TransitionChange::Started);
}

void Transition::shapeChanged() {
  const auto follows = [](const AnimationAction* action) {
    return action->fadeRamp() && action->fadeRamp()->shape.function;
  };
  const auto active = mixer_->activeActions();
  if ((target_ && effectiveShape().function) || std::any_of(active.begin(), active.end(), follows))
    noteChange(TransitionChange::Jumped);
}

void Transition::setSync(Sync sync) {
  if (!target_) return;
  options_.sync = sync;
  if (sync == Sync::None) endSync(remaining());
}

void Transition::forget() {
  endSync(remaining());
  for (AnimationAction* outgoing : outgoing_) outgoing->heldByTransition = false;
  outgoing_.clear();
  if (target_) target_->heldByTransition = false;
  target_ = from_ = nullptr;
}

void Transition::forget(const AnimationAction& action) {
  if (target_ == &action) forget();
  std::erase(others_, &action);
  if (from_ == &action) from_ = nullptr;
  std::erase_if(outgoing_, [&](AnimationAction* outgoing) {
    if (outgoing != &action) return false;
    outgoing->heldByTransition = false;
    if (syncing_ && outgoing->warpRamp()) outgoing->warpBetween(outgoing->warpValue(), 1, remaining());
    noteChange(TransitionChange::Started);  // it is on the screen again
    return true;
  });
  const auto playsItsClip = [&](const AnimationAction* other) {
    return other && other != &action && &other->getClip() == &action.getClip();
  };
  if (!playsItsClip(target_) && std::none_of(outgoing_.begin(), outgoing_.end(), playsItsClip))
    std::erase_if(cycles_, [&](const auto& pair) { return pair.first == &action.getClip(); });
}

/// Whether the target takes the place of this action: all of its blend mode without a mask, else those with the same
/// one.
bool Transition::isInLayer(const AnimationAction& action, const AnimationAction& target) const {
  return action.blendMode() == target.blendMode() && (!options_.mask || action.mask == options_.mask);
}

bool Transition::isOutgoing(const AnimationAction& action) const {
  return std::find(outgoing_.begin(), outgoing_.end(), &action) != outgoing_.end();
}

double Transition::progress() const {
  if (!(options_.seconds > 0)) return 1;
  return std::clamp(progressAtAnchor_ + (mixer_->time() - anchor_) / options_.seconds, 0.0, 1.0);
}

void Transition::update(double delta) {
  const double rate = mixer_->timeScale;
  bool appendEvents = false;
  while (target_ && options_.sync != Sync::None && rate > 0 && std::isfinite(delta) && delta * rate > kSyncStep) {
    const double step = std::min(kSyncStep, remaining()) / rate;
    if (!(step > 0)) break;
    advance(step, std::exchange(appendEvents, true));
    delta -= step;
  }
  advance(delta, appendEvents);
}

void Transition::advance(double delta, bool appendEvents) {
  updateSync(delta * mixer_->timeScale);
  mixer_->update(delta, appendEvents);
  releaseOthers();
  if (target_ && mixer_->time() > end()) {
    stopFadedOut();
    forget();
  }
}

/// A clip that a transition took off the screen goes back to its beginning, so that it starts there when it is called
/// again.
void Transition::stopFadedOut() {
  std::erase_if(outgoing_, [](AnimationAction* outgoing) {
    if (outgoing->fadeValue() > 0) return false;
    outgoing->heldByTransition = false;
    outgoing->stop();
    return true;
  });
}

/// Those of other layers whose fade is over.
void Transition::releaseOthers() {
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
    const bool fadesOut = std::any_of(outgoing_.begin(), outgoing_.end(),
                                      [&](const AnimationAction* outgoing) { return outgoing->slot() == entry.slot; });
    if (!fadesOut && entry.slot != target_->slot()) shown_.push_back(entry);
  }
  BlendEntry whole = target_->shown();
  whole.weight = target_->weight;
  if (target_->enabled && whole.clip && whole.weight > 0) shown_.push_back(whole);
  return shown_;
}

void Transition::extrapolateShown(double seconds, std::vector<BlendEntry>& entries) {
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
    if (!(targetAlone && &action == target_))
      entry.weight = action.weight * fadeValueAt(action, mixer_->time() + seconds);
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
void Transition::cacheCycle(const AnimationClip& clip) {
  const SyncMarkers* known = cycleOf(clip);
  if (known && known->duration() == clip.duration()) return;
  std::erase_if(cycles_, [&](const auto& pair) { return pair.first == &clip; });
  if (clip.duration() > 0) cycles_.emplace_back(&clip, SyncMarkers::ofWholeCycle(clip.duration()));
}

const SyncMarkers* Transition::cycleOf(const AnimationClip& clip) const { return findMarkers(cycles_, clip); }
const SyncMarkers* Transition::markersOf(const AnimationClip& clip) const { return findMarkers(markers_, clip); }

/// Which actions step together, the target first, with the weights they have at `time` of the mixer. Empty when the
/// target has no cycle.
void Transition::collectSynced(double time, double direction) {
  members_.clear();
  synced_.clear();
  const auto join = [&](AnimationAction& action) {
    const SyncMarkers* cycle = cycleOf(action.getClip());
    const bool steps =
        action.loop == Loop::Repeat && action.timeScale * direction > 0 && !action.paused && action.enabled;
    if (!cycle || !steps) return false;
    members_.push_back({.markers = cycle,
                        .time = action.time,
                        .timeScale = action.timeScale,
                        .weight = fadeValueAt(action, time) * action.weight});
    synced_.push_back(&action);
    return true;
  };
  if (!join(*target_)) return;
  for (AnimationAction* outgoing : outgoing_)
    if (outgoing->fadeValue() > 0) join(*outgoing);
  if (options_.sync != Sync::Markers) return;
  const SyncMarkers* common = markersOf(target_->getClip());
  const auto shiftOf = [&](const AnimationAction* action) {
    const SyncMarkers* own = markersOf(action->getClip());
    return common && own ? own->shiftTo(*common) : -1;
  };
  if (!std::all_of(synced_.begin(), synced_.end(), [&](const AnimationAction* action) { return shiftOf(action) >= 0; }))
    return;
  for (std::size_t i = 0; i < synced_.size(); ++i) {
    members_[i].markers = markersOf(synced_[i]->getClip());
    const int count = members_[i].markers->markerCount();
    members_[i].shift = (count - shiftOf(synced_[i])) % count;
  }
}

void Transition::updateSync(double delta) {
  if (!target_ || options_.sync == Sync::None || !std::isfinite(delta) || delta == 0) return;
  collectSynced(mixer_->time() + delta / 2, target_->timeScale);
  syncCycles(members_, delta, remaining());
  for (std::size_t i = 0; i < synced_.size(); ++i)
    synced_[i]->warpBetween(members_[i].ratio, members_[i].ratio, kIndefinite);
  syncing_ = syncing_ || !synced_.empty();
}

/// Everybody goes back to their own speed within `seconds`.
void Transition::endSync(double seconds) {
  if (!std::exchange(syncing_, false)) return;
  const auto release = [&](AnimationAction& action) {
    if (!action.warpRamp()) return;
    if (seconds > 0)
      action.warpBetween(action.warpValue(), 1, seconds);
    else
      action.stopWarping();
  };
  if (target_) release(*target_);
  for (AnimationAction* outgoing : outgoing_) release(*outgoing);
}

}  // namespace crossfade
