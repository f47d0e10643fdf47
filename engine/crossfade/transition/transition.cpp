#include "crossfade/transition/transition.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace crossfade {
namespace {

constexpr double kSpeedProbe = 1e-3;  // seconds over which the first speeds of a synced group are measured

/// 0 is a cut: fadeTo() then steps at once (valueAt in ramp.h), and beginTransition() keeps no offset.
double validSeconds(double seconds) { return seconds > 0 && std::isfinite(seconds) ? seconds : 0; }

/// How far the action's weight can still go the way it goes.
double roomOf(const AnimationAction& action) {
  return std::max(action.fadeVelocity() > 0 ? 1 - action.fadeValue() : action.fadeValue(), 0.0);
}

/// The fade's value at a moment near now; an action that is invisible now and stays so is at 0.
double fadeValueNear(const AnimationAction& action, double time) {
  return action.fadeValueAt(action.getMixer().time() + kSameTime) > 0 ? action.fadeValueAt(time) : 0;
}

}  // namespace

void Transition::to(AnimationAction& target, const TransitionOptions& options) {
  stopFadedOut();
  options_ = options;
  options_.seconds = validSeconds(options.seconds);
  begin_ = anchor_ = mixer_->time();
  progressAtAnchor_ = 0;
  from_ = largestInLayerOf(target);
  if (from_ == &target) from_ = nullptr;

  endSync(options_.seconds);
  for (AnimationAction* action : outgoing_) others_.push_back(action);
  if (target_) others_.push_back(target_);
  const bool fresh = target.fadeValue() == 0;
  if (!fresh && target.hasJumped()) noteChange(TransitionChange::Jumped);  // the same clip again, from another moment
  const bool showsBelow =
      options.mask && !fresh && !target.mask &&
      target.fadeValue() >= 1;  // it then shows inside the mask too, once the mask's layer has ended
  if (fresh)
    target.playFadedOut();
  else if (target.mask != options.mask && !showsBelow)
    noteChange(TransitionChange::Jumped);  // the target moves here from another layer
  if (!showsBelow) target.mask = options.mask;
  target_ = &target;
  fadeOutLayerOf(target);
  std::erase_if(others_, [&](AnimationAction* action) { return action == target_ || isOutgoing(*action); });

  const std::size_t maxActions = outgoing_.size() + 1;
  members_.reserve(maxActions);
  synced_.reserve(maxActions);
  dropRemovedClips();
  for (const AnimationAction* action : mixer_->activeActions()) cacheCycle(action->clipId());
  fadeAll(options_.seconds);
  if (options_.sync == Sync::None)
    endSync(options_.seconds);
  else if (fresh && from_)
    startInSync();
  noteChange(TransitionChange::Started);
}

AnimationAction* Transition::largestInLayerOf(const AnimationAction& target) const {
  AnimationAction* largest = nullptr;
  double maxWeight = 0;
  for (AnimationAction* action : mixer_->activeActions())
    if (const double weight = action->fadeValue() * action->weight;
        weight > maxWeight + kSameWeight && isInLayer(*action, target)) {
      maxWeight = weight;
      largest = action;
    }
  return largest;
}

/// Fills `outgoing_`, and makes all actions of the transition hold their last pose: otherwise a clip that ends
/// midway would leave a hole in the weights.
void Transition::fadeOutLayerOf(const AnimationAction& target) {
  outgoing_.clear();
  const auto active = [this] { return mixer_->activeActions(); };
  for (std::size_t i = active().size(); i-- > 0;) {  // backward: a stop moves the last action to this index
    AnimationAction* const action = active()[i];
    if (action == &target || !action->enabled || !isInLayer(*action, target)) continue;
    if (action->fadeValue() > 0)
      outgoing_.push_back(action);
    else
      action->stop();  // it was about to fade in
  }
  for (AnimationAction* outgoing : outgoing_) outgoing->holdsEnd_ = true;
  target_->holdsEnd_ = true;
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
  if (options_.kind == TransitionKind::Classic) {
    for (AnimationAction* outgoing : outgoing_) outgoing->fadeOut(seconds);
    target_->fadeIn(seconds);
    return;
  }
  const Coasting coasting = coastingFor(seconds);
  const auto fade = [&](AnimationAction& action, double to) {
    const double velocity = coasting.cut(action) * (action.fadeVelocity() > 0 ? coasting.rising : coasting.falling);
    action.fadeTo(to, seconds, shape, velocity, coasting.seconds);
  };
  for (AnimationAction* outgoing : outgoing_) fade(*outgoing, 0);
  fade(*target_, 1);
}

/// The velocity that does not carry the weight out of [0, 1].
double Transition::Coasting::cut(const AnimationAction& action) const {
  if (!(seconds > 0)) return 0;
  const double velocity = action.fadeVelocity(), most = roomOf(action) / (kMostCoast * seconds);
  return std::clamp(velocity, -most, most);
}

/// An interrupted curve goes on as fast as it was and slows down while the fade lasts, or sooner if one of the faster
/// weights would leave [0, 1]. Slow ones, which are about to vanish, are cut instead; the factors keep the sum.
Transition::Coasting Transition::coastingFor(double seconds) const {
  constexpr double kSlow = 0.5;  // of the largest velocity
  if (options_.kind != TransitionKind::Curve) return {};
  const auto forEach = [this](const auto& visit) {
    for (const AnimationAction* outgoing : outgoing_) visit(*outgoing);
    visit(*target_);
  };
  double fastest = 0;
  forEach([&](const AnimationAction& action) { fastest = std::max(fastest, std::abs(action.fadeVelocity())); });
  if (!(fastest > 0)) return {};
  Coasting coasting{.seconds = seconds};
  forEach([&](const AnimationAction& action) {
    const double speed = std::abs(action.fadeVelocity());
    if (speed > kSlow * fastest) coasting.seconds = std::min(coasting.seconds, roomOf(action) / (kMostCoast * speed));
  });
  double rising = 0, falling = 0;
  forEach([&](const AnimationAction& action) {
    const double velocity = coasting.cut(action);
    (velocity > 0 ? rising : falling) += std::abs(velocity);
  });
  const double both = std::min(rising, falling);
  coasting.rising = rising > 0 ? both / rising : 0;
  coasting.falling = falling > 0 ? both / falling : 0;
  return coasting;
}

FadeShape Transition::effectiveShape() const {
  const bool shaped = options_.kind == TransitionKind::Curve || options_.kind == TransitionKind::Frozen ||
                      options_.kind == TransitionKind::DeadBlending;
  return shaped ? options_.shape : FadeShape{};
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

bool Transition::followsCurve(CurveId curve) const {
  const FadeShape shape = alongCurve(curve);
  const auto active = mixer_->activeActions();
  return (target_ && effectiveShape() == shape) || std::any_of(active.begin(), active.end(), [&](const auto* action) {
           return action->fadeRamp() && action->fadeRamp()->shape == shape;
         });
}

void Transition::setSync(Sync sync) {
  if (!target_) return;
  options_.sync = sync;
  if (sync == Sync::None) endSync(remaining());
}

void Transition::forget() {
  endSync(remaining());
  for (AnimationAction* outgoing : outgoing_) outgoing->holdsEnd_ = false;
  outgoing_.clear();
  if (target_) target_->holdsEnd_ = false;
  target_ = from_ = nullptr;
}

void Transition::forget(const AnimationAction& action) {
  if (target_ == &action) forget();
  std::erase(others_, &action);
  if (from_ == &action) from_ = nullptr;
  std::erase_if(outgoing_, [&](AnimationAction* outgoing) {
    if (outgoing != &action) return false;
    outgoing->holdsEnd_ = false;
    if (syncing_ && outgoing->isWarping()) outgoing->warpBetween(outgoing->warpValue(), 1, remaining());
    noteChange(TransitionChange::Started);  // it is visible again
    return true;
  });
  const auto playsItsClip = [&](const AnimationAction* other) { return other && other->clipId() == action.clipId(); };
  if (!playsItsClip(target_) && std::none_of(outgoing_.begin(), outgoing_.end(), playsItsClip))
    cycles_.remove(action.clipId());
}

/// Whether the target replaces this action: without a mask all of its blend mode, else those with the same mask.
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

/// Cuts the frame where something begins or ends: the transition, fades of other layers, and the cells of synced clips,
/// which begin with the transition. So nothing depends on where frames end.
void Transition::updateFurther(double delta) {
  const double now = mixer_->time(), end = now + delta * mixer_->timeScale;
  if (!(end > now) || !std::isfinite(end)) {
    if (now - end > kSameTime) updateSync(end - now);
    return mixer_->updateFurther(delta);
  }
  double cell = nextCell(now);
  for (double next = nextEvent(now, cell); end - next > kSameTime; next = nextEvent(mixer_->time(), cell)) {
    if (next > mixer_->time()) mixer_->moveTo(next);
    takeEvents();
    if (next < cell) continue;
    updateSync(std::min(kTimeCell, remaining()));
    cell = std::max(cell, mixer_->time() - kSameTime) + kTimeCell;
  }
  mixer_->moveTo(end);
}

/// The beginning of the cell that has not begun yet; at its first moment it has not.
double Transition::nextCell(double now) const {
  return begin_ + std::ceil((now - kSameTime - begin_) / kTimeCell) * kTimeCell;
}

/// The mixer time, `now` or later, of what must be decided next.
double Transition::nextEvent(double now, double cell) const {
  double next = std::numeric_limits<double>::infinity();
  for (const AnimationAction* action : others_)
    next = std::min(next, action->isScheduled() && action->fadeRamp() ? action->fadeRamp()->end : now);
  if (target_) next = std::min(next, end());
  if (target_ && options_.sync != Sync::None) next = std::min(next, cell);
  return std::max(next, now);
}

void Transition::takeEvents() {
  releaseOthers();
  if (!target_ || end() - mixer_->time() > kSameTime) return;
  stopFadedOut();
  forget();
}

/// Whether nothing of it shows any more, even if a rounding keeps its fade from the end.
bool Transition::hasFadedOut(const AnimationAction& action) const {
  return !(action.fadeValueAt(mixer_->time() + kSameTime) > 0);
}

/// Resets actions that have faded out, so that they start from the beginning the next time.
void Transition::stopFadedOut() {
  std::erase_if(outgoing_, [this](AnimationAction* outgoing) {
    if (!hasFadedOut(*outgoing)) return false;
    outgoing->holdsEnd_ = false;
    outgoing->stop();
    return true;
  });
}

/// Releases actions of other layers whose fades are over.
void Transition::releaseOthers() {
  std::erase_if(others_, [this](AnimationAction* action) {
    const bool fades = action->fadeRamp() && action->fadeRamp()->end - mixer_->time() > kSameTime;
    if (fades && action->isScheduled()) return false;
    action->holdsEnd_ = false;
    if (action->isScheduled() && hasFadedOut(*action)) action->stop();
    return true;
  });
}

/// What to sample: the mixer's blend list, or, with a kind that works on poses, the list without the outgoing
/// actions and with the target in full.
void Transition::appendShown(std::vector<BlendEntry>& entries) const {
  const auto all = mixer_->blendList();
  if (!target_ || !worksOnPoses(options_.kind)) {
    entries.insert(entries.end(), all.begin(), all.end());
    return;
  }
  for (const BlendEntry& entry : all) {
    const bool fadesOut = std::any_of(outgoing_.begin(), outgoing_.end(),
                                      [&](const AnimationAction* outgoing) { return outgoing->slot() == entry.slot; });
    if (!fadesOut && entry.slot != target_->slot()) entries.push_back(entry);
  }
  BlendEntry whole = target_->shown();
  whole.weight = target_->weight;
  if (target_->enabled && whole.clip && whole.weight > 0) entries.push_back(whole);
}

/// Advances the entries to `seconds` from now, and adds a target that does not show yet but will then.
void Transition::extrapolate(double seconds, std::vector<BlendEntry>& entries) const {
  const bool targetAlone = target_ && worksOnPoses(options_.kind);
  const bool entersNow = target_ && !targetAlone && target_->shown().clip &&
                         std::none_of(entries.begin(), entries.end(),
                                      [this](const BlendEntry& entry) { return entry.slot == target_->slot(); });
  if (entersNow) entries.push_back(target_->shown());
  for (BlendEntry& entry : entries) {
    const auto active = mixer_->activeActions();
    const auto found = std::find_if(active.begin(), active.end(),
                                    [&](const AnimationAction* action) { return action->slot() == entry.slot; });
    if (found == active.end()) continue;
    const AnimationAction& action = **found;
    entry.time += action.shownSpeed() * seconds;
    if (action.loop != Loop::Repeat) entry.time = std::clamp(entry.time, 0.0, action.duration());
    if (!(targetAlone && &action == target_))
      entry.weight = action.weight * fadeValueNear(action, mixer_->time() + seconds);
  }
  if (entersNow && !(entries.back().weight > 0)) entries.pop_back();
}

void Transition::noteChange(TransitionChange what) { change_ = std::max(change_, what); }

void Transition::removeMarkers(ClipId clip) { markers_.remove(clip); }

void Transition::setMarkers(ClipId clip, SyncMarkers markers) { markers_.set(clip, std::move(markers)); }

void Transition::dropRemovedClips() {
  const auto isRemoved = [this](ClipId clip) { return !mixer_->clips().find(clip); };
  markers_.removeIf(isRemoved);
  cycles_.removeIf(isRemoved);
}

void Transition::cacheCycle(ClipId clip) {
  if (cycles_.find(clip)) return;
  const AnimationClip* const data = mixer_->clips().find(clip);
  if (data && data->duration() > 0) cycles_.set(clip, SyncMarkers::ofWholeCycle(data->duration()));
}

/// Starts a new target at the cycle phase of the action it takes over from, and at the group's speed: kinds that work
/// on poses measure the target's velocity before the next update.
void Transition::startInSync() {
  collectSynced(mixer_->time(), target_->timeScale);
  const auto from = std::find(synced_.begin(), synced_.end(), from_);
  if (from != synced_.end())
    target_->time = syncedTime(members_[static_cast<std::size_t>(from - synced_.begin())], members_.front());
  updateSync(mixer_->timeScale < 0 ? -kSpeedProbe : kSpeedProbe);
}

/// Adds an action to the synced ones, with its weight at `time`, if it repeats a cycle in that direction.
bool Transition::addSynced(AnimationAction& action, double time, double direction) {
  const SyncMarkers* const cycle = cycles_.find(action.clipId());
  const bool repeats =
      action.loop == Loop::Repeat && action.timeScale * direction > 0 && !action.paused && action.enabled;
  if (!cycle || !repeats) return false;
  members_.push_back({.markers = cycle,
                      .time = action.time,
                      .timeScale = action.timeScale,
                      .weight = fadeValueNear(action, time) * action.weight});
  synced_.push_back(&action);
  return true;
}

/// The synced actions, the target first. None when the target has no cycle.
void Transition::collectSynced(double time, double direction) {
  members_.clear();
  synced_.clear();
  if (!addSynced(*target_, time, direction)) return;
  for (AnimationAction* outgoing : outgoing_)
    if (outgoing->fadeValue() > 0) addSynced(*outgoing, time, direction);
  if (options_.sync == Sync::Markers) useMarkers();
}

/// Replaces whole cycles by markers, if all synced clips have the target's names.
void Transition::useMarkers() {
  const SyncMarkers* const common = markers_.find(target_->clipId());
  const auto shiftOf = [&](const AnimationAction* action) {
    const SyncMarkers* const own = markers_.find(action->clipId());
    return common && own ? own->shiftTo(*common) : -1;
  };
  if (!std::all_of(synced_.begin(), synced_.end(), [&](const AnimationAction* action) { return shiftOf(action) >= 0; }))
    return;
  for (std::size_t i = 0; i < synced_.size(); ++i) {
    members_[i].markers = markers_.find(synced_[i]->clipId());
    const int count = members_[i].markers->markerCount();
    members_[i].shift = (count - shiftOf(synced_[i])) % count;
  }
}

void Transition::updateSync(double delta) {
  if (!target_ || options_.sync == Sync::None || !std::isfinite(delta) || delta == 0) return;
  collectSynced(mixer_->time() + delta / 2, target_->timeScale);
  syncCycles(members_, delta, remaining());
  for (std::size_t i = 0; i < synced_.size(); ++i) synced_[i]->holdWarp(members_[i].ratio);
  syncing_ = syncing_ || !synced_.empty();
}

/// Returns each clip to its own speed within `seconds`.
void Transition::endSync(double seconds) {
  if (!std::exchange(syncing_, false)) return;
  const auto release = [&](AnimationAction& action) {
    if (!action.isWarping()) return;
    if (seconds > 0)
      action.warpBetween(action.warpValue(), 1, seconds);
    else
      action.stopWarping();
  };
  if (target_) release(*target_);
  for (AnimationAction* outgoing : outgoing_) release(*outgoing);
}

}  // namespace crossfade
