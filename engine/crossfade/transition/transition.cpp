#include "crossfade/transition/transition.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

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

/// Whether a fade's target replaces this action: those of its blend mode with its mask, or all.
bool isInLayer(const AnimationAction& action, const LayerFade& fade) {
  return action.blendMode() == fade.target->blendMode() &&
         (fade.options.endsMaskedLayers || action.mask == fade.options.mask);
}

/// Whether it counts in sums over sources: one action counts for its whole blend space, whose actions all fade alike.
bool isLead(const AnimationAction& action) { return !action.blendSpace() || &action.blendSpace()->lead() == &action; }

}  // namespace

/// Back to its own speed within `seconds`. A blend space sets the speeds of its clips itself.
void Transition::releaseWarp(AnimationAction& action, double seconds) {
  if (action.blendSpace_) return action.blendSpace_->bringToPhase();
  if (!action.isWarping()) return;
  if (seconds > 0)
    action.warpBetween(action.warpValue(), 1, seconds);
  else
    action.stopWarping();
}

bool Transition::isTarget(const LayerFade& fade, const AnimationAction& action) {
  return &action == fade.target || (action.blendSpace() && action.blendSpace() == fade.target->blendSpace());
}

bool Transition::to(AnimationAction& of, const TransitionOptions& options) {
  AnimationAction& target = of.blendSpace_ ? of.blendSpace_->lead() : of;
  if (&target.getMixer() != mixer_ || !fits(options.mask)) return false;
  LayerFade fade{.target = &target,
                 .options = options,
                 .onlyEnds = showsBelow(target, options.mask),
                 .begin = mixer_->time(),
                 .anchor = mixer_->time(),
                 .id = ++lastId_};
  fade.options.seconds = validSeconds(options.seconds);
  fade.options.endsMaskedLayers = options.endsMaskedLayers && !options.mask;
  for (Outgoing& each : outgoing_)
    if (isTarget(fade, *each.action) || isInLayer(*each.action, fade)) stopIfFadedOut(each);
  std::erase_if(outgoing_, [](const Outgoing& each) { return !each.action; });
  fade.from = largestInLayer(fade);
  if (fade.from && isTarget(fade, *fade.from)) fade.from = nullptr;

  takeActionsInto(fade);
  const bool fresh = !fade.onlyEnds && target.fadeValue() == 0;
  if (!fresh && !fade.onlyEnds && target.hasJumped())
    noteChange(fade, TransitionChange::Jumped);  // the same clip again, from another moment
  if (fresh) {
    forEachOf(target, [](AnimationAction& each) { each.playFadedOut(); });
  } else if (!fade.onlyEnds && target.mask != options.mask) {
    noteChange(fade, TransitionChange::Jumped);
    fade.movesTarget = true;
    fade.movedFrom = target.mask;
  }
  if (!fade.onlyEnds) forEachOf(target, [&](AnimationAction& each) { each.mask = options.mask; });
  fadeOutLayer(fade);
  std::erase_if(others_, [&](AnimationAction* action) { return isIn(fade, *action); });

  members_.reserve(mixer_->activeActions().size());
  synced_.reserve(mixer_->activeActions().size());
  dropRemovedClips();
  for (const AnimationAction* action : mixer_->activeActions()) cacheCycle(action->clipId());
  if (fade.onlyEnds && target.fadeRamp() &&
      std::none_of(fades_.begin(), fades_.end(), [&](const LayerFade& other) { return isIn(other, target); }))
    forEachOf(target, [&](AnimationAction& each) { each.fadeTo(1, fade.options.seconds); });
  fadeAll(fade, fade.options.seconds);
  if (fresh && target.blendSpace_) start(*target.blendSpace_);
  if (fade.options.sync != Sync::None && fresh && fade.from) startInSync(fade);
  noteChange(fade, TransitionChange::Started);
  fades_.push_back(fade);
  return true;
}

/// Whether the target plays in full below the mask, or will: it then shows inside the mask too, once the mask's layer
/// has ended.
bool Transition::showsBelow(const AnimationAction& target, const JointMask* mask) const {
  if (!mask || target.mask) return false;
  const bool comes = std::any_of(fades_.begin(), fades_.end(), [&](const LayerFade& fade) {
    return !fade.onlyEnds && !fade.options.mask && fade.target == &target;
  });
  return comes || (target.fadeValue() >= 1 && !isOutgoing(target));
}

bool Transition::fits(const JointMask* mask) const {
  return !mask || jointCount_ < 0 || mask->weights().size() == static_cast<std::size_t>(jointCount_);
}

/// Takes what the fade controls from the fades that did so far, and ends those that then control nothing.
void Transition::takeActionsInto(LayerFade& fade) {
  for (LayerFade& other : fades_) takeFrom(other, fade);
  for (std::size_t i = fades_.size(); i-- > 0;) {
    const LayerFade& other = fades_[i];
    const bool controls = !other.onlyEnds || std::any_of(outgoing_.begin(), outgoing_.end(),
                                                         [&](const Outgoing& each) { return each.fade == other.id; });
    if (controls) continue;
    AnimationAction& target = *other.target;
    fades_.erase(fades_.begin() + static_cast<std::ptrdiff_t>(i));
    const bool isTaken = std::find(others_.begin(), others_.end(), &target) != others_.end();
    if (!isTaken) forEachOf(target, [this](AnimationAction& each) { release(each); });
  }
}

void Transition::takeFrom(LayerFade& other, const LayerFade& fade) {
  const auto isTaken = [&](const AnimationAction& action) {
    return (!fade.onlyEnds && isTarget(fade, action)) || isInLayer(action, fade);
  };
  const auto take = [&](AnimationAction& action) {
    if (other.syncing) releaseWarp(action, fade.options.seconds);
    if (std::find(others_.begin(), others_.end(), &action) == others_.end()) others_.push_back(&action);
  };
  double lost = 0;
  std::erase_if(outgoing_, [&](const Outgoing& each) {
    if (each.fade != other.id || !isTaken(*each.action)) return false;
    if (isLead(*each.action)) lost += each.action->fadeValue();
    take(*each.action);
    return true;
  });
  if (other.onlyEnds) return;
  if (isTaken(*other.target)) {
    forEachOf(*other.target, take);
    other.onlyEnds = true;
  } else if (lost > 0 && !worksOnPoses(other.options.kind) && other.options.kind != TransitionKind::Classic) {
    // The weights of its layer still sum to 1.
    const double whole = std::min(1.0, other.target->fadeValue() + lost);
    forEachOf(*other.target, [whole](AnimationAction& each) { each.fadeTo(whole, 0); });
    fadeAll(other, remainingOf(other));
    noteChange(other, TransitionChange::Jumped);
  }
}

AnimationAction* Transition::largestInLayer(const LayerFade& fade) const {
  AnimationAction* largest = nullptr;
  double maxWeight = 0;
  for (AnimationAction* action : mixer_->activeActions())
    if (const double weight = action->fadeValue() * action->weight * action->share();
        weight > maxWeight + kSameWeight && isInLayer(*action, fade)) {
      maxWeight = weight;
      largest = action;
    }
  return largest;
}

/// Finds what goes out, and makes all actions of the fade hold their last pose: otherwise a clip that ends midway would
/// leave a hole in the weights.
void Transition::fadeOutLayer(const LayerFade& fade) {
  const auto active = [this] { return mixer_->activeActions(); };
  for (std::size_t i = active().size(); i-- > 0;) {  // backward: a stop moves the last action to this index
    AnimationAction* const action = active()[i];
    if (isTarget(fade, *action) || !action->enabled || !isInLayer(*action, fade)) continue;
    if (action->fadeValue() > 0)
      outgoing_.push_back({.action = action, .fade = fade.id});
    else
      action->stop();  // it was about to fade in
  }
  forEachOutgoing(fade, [](AnimationAction& outgoing) { outgoing.holdsEnd_ = true; });
  forEachOf(*fade.target, [](AnimationAction& target) { target.holdsEnd_ = true; });
}

bool Transition::redirectTo(AnimationAction& target) {
  if (!isRunning()) return false;
  const LayerFade before = current();
  const double passed = progressOf(before);
  TransitionOptions options = before.options;
  options.seconds = remainingOf(before);
  if (!to(target, options)) return false;
  LayerFade& fade = fades_.back();
  fade.options.seconds = before.options.seconds;
  fade.begin = before.begin;
  fade.progressAtAnchor = passed;
  return true;
}

void Transition::fadeAll(LayerFade& fade, double seconds) {
  const FadeShape shape = shapeOf(fade);
  if (fade.options.kind == TransitionKind::Classic) {
    forEachOutgoing(fade, [seconds](AnimationAction& outgoing) { outgoing.fadeOut(seconds); });
    if (!fade.onlyEnds) forEachOf(*fade.target, [seconds](AnimationAction& target) { target.fadeIn(seconds); });
    return;
  }
  const Coasting coasting = coastingFor(fade, seconds);
  forEachAction(fade, [&](AnimationAction& action) {
    const double velocity = coasting.cut(action) * (action.fadeVelocity() > 0 ? coasting.rising : coasting.falling);
    action.fadeTo(isOutgoingIn(fade, action) ? 0 : 1, seconds, shape, velocity, coasting.seconds);
  });
}

/// The velocity that does not carry the weight out of [0, 1].
double Transition::Coasting::cut(const AnimationAction& action) const {
  if (!(seconds > 0)) return 0;
  const double velocity = action.fadeVelocity(), most = roomOf(action) / (kMostCoast * seconds);
  return std::clamp(velocity, -most, most);
}

/// An interrupted curve goes on as fast as it was and slows down while the fade lasts, or sooner if one of the faster
/// weights would leave [0, 1]. Slow ones, which are about to vanish, are cut instead; the factors keep the sum.
Transition::Coasting Transition::coastingFor(const LayerFade& fade, double seconds) const {
  constexpr double kSlow = 0.5;  // of the largest velocity
  if (fade.options.kind != TransitionKind::Curve) return {};
  double fastest = 0;
  forEachAction(fade,
                [&](const AnimationAction& action) { fastest = std::max(fastest, std::abs(action.fadeVelocity())); });
  if (!(fastest > 0)) return {};
  Coasting coasting{.seconds = seconds};
  forEachAction(fade, [&](const AnimationAction& action) {
    const double speed = std::abs(action.fadeVelocity());
    if (isLead(action) && speed > kSlow * fastest)
      coasting.seconds = std::min(coasting.seconds, roomOf(action) / (kMostCoast * speed));
  });
  double rising = 0, falling = 0;
  forEachAction(fade, [&](const AnimationAction& action) {
    if (!isLead(action)) return;
    const double velocity = coasting.cut(action);
    (velocity > 0 ? rising : falling) += std::abs(velocity);
  });
  const double both = std::min(rising, falling);
  coasting.rising = rising > 0 ? both / rising : 0;
  coasting.falling = falling > 0 ? both / falling : 0;
  return coasting;
}

FadeShape Transition::shapeOf(const LayerFade& fade) {
  const TransitionKind kind = fade.options.kind;
  const bool shaped =
      kind == TransitionKind::Curve || kind == TransitionKind::Frozen || kind == TransitionKind::DeadBlending;
  return shaped ? fade.options.shape : FadeShape{};
}

void Transition::setSeconds(double seconds) {
  if (!isRunning()) return;
  LayerFade& fade = fades_.back();
  fade.progressAtAnchor = progressOf(fade);
  fade.anchor = mixer_->time();
  fade.options.seconds = validSeconds(seconds);
  const double left = remainingOf(fade);
  forEachAction(fade, [left](AnimationAction& action) { action.retimeFade(left); });
  noteChange(fade, TransitionChange::Started);
}

void Transition::setKind(TransitionKind kind, FadeShape shape) {
  if (!isRunning()) return;
  LayerFade& fade = fades_.back();
  if (kind == fade.options.kind && shape == fade.options.shape) return;
  fade.options.kind = kind;
  fade.options.shape = shape;
  fadeAll(fade, remainingOf(fade));
  noteChange(fade, TransitionChange::Started);
}

/// Weights that follow the curve have jumped.
void Transition::noteCurveChange(CurveId curve) {
  const FadeShape shape = alongCurve(curve);
  for (LayerFade& fade : fades_)
    if (shapeOf(fade) == shape) noteChange(fade, TransitionChange::Jumped);
  for (const AnimationAction* action : mixer_->activeActions()) {
    if (!action->fadeRamp() || action->fadeRamp()->shape != shape) continue;
    bool isFaded = false;
    for (LayerFade& fade : fades_) {
      if (!isIn(fade, *action) && !isInLayer(*action, fade)) continue;
      noteChange(fade, TransitionChange::Jumped);
      isFaded = true;
    }
    jumpedOutside_ = jumpedOutside_ || !isFaded;
  }
}

TransitionChange Transition::takeChange() {
  TransitionChange most = std::exchange(jumpedOutside_, false) ? TransitionChange::Jumped : TransitionChange::None;
  for (LayerFade& fade : fades_) {
    fade.changed = std::exchange(fade.change, TransitionChange::None);
    most = std::max(most, fade.changed);
  }
  return most;
}

void Transition::setSync(Sync sync) {
  if (!isRunning()) return;
  LayerFade& fade = fades_.back();
  fade.options.sync = sync;
  if (sync == Sync::None) endSync(fade, remainingOf(fade));
}

void Transition::forget() {
  while (isRunning()) forgetFade(fades_.size() - 1);
}

void Transition::forgetFade(std::size_t index) {
  LayerFade fade = fades_[index];
  if (fade.change == TransitionChange::Jumped) jumpedOutside_ = true;
  endSync(fade, remainingOf(fade));
  fades_.erase(fades_.begin() + static_cast<std::ptrdiff_t>(index));
  std::erase_if(outgoing_, [&](const Outgoing& each) {
    if (each.fade != fade.id) return false;
    each.action->holdsEnd_ = false;
    return true;
  });
  forEachOf(*fade.target, [this](AnimationAction& target) { release(target); });
  fade.target = fade.from = nullptr;
  last_ = fade;
}

/// The action need not hold its last pose any longer, unless another fade controls it.
void Transition::release(AnimationAction& action) const {
  action.holdsEnd_ = std::any_of(fades_.begin(), fades_.end(), [&](const LayerFade& fade) {
    return isTarget(fade, action) || isOutgoingIn(fade, action);
  });
}

void Transition::forget(const AnimationAction& action) {
  for (std::size_t i = fades_.size(); i-- > 0;)
    if (isTarget(fades_[i], action)) forgetFade(i);
  std::erase(others_, &action);
  for (LayerFade& fade : fades_) {
    if (fade.from == &action) fade.from = nullptr;
    std::erase_if(outgoing_, [&](const Outgoing& each) {
      if (each.action != &action || each.fade != fade.id) return false;
      each.action->holdsEnd_ = false;
      if (fade.syncing) releaseWarp(*each.action, remainingOf(fade));
      noteChange(fade, TransitionChange::Started);  // it is visible again
      return true;
    });
  }
  bool clipIsFaded = false;
  for (const LayerFade& fade : fades_)
    forEachAction(
        fade, [&](const AnimationAction& other) { clipIsFaded = clipIsFaded || other.clipId() == action.clipId(); });
  if (!clipIsFaded) cycles_.remove(action.clipId());
}

void Transition::forgetClip(ClipId clip) {
  for (const auto& action : mixer_->actions_)
    if (action && action->clipId() == clip) forget(*action);
}

bool Transition::isOutgoing(const AnimationAction& action) const {
  return std::any_of(outgoing_.begin(), outgoing_.end(), [&](const Outgoing& each) { return each.action == &action; });
}

bool Transition::isOutgoingIn(const LayerFade& fade, const AnimationAction& action) const {
  return std::any_of(outgoing_.begin(), outgoing_.end(),
                     [&](const Outgoing& each) { return each.action == &action && each.fade == fade.id; });
}

/// Whether the fade controls the action.
bool Transition::isIn(const LayerFade& fade, const AnimationAction& action) const {
  return (!fade.onlyEnds && isTarget(fade, action)) || isOutgoingIn(fade, action);
}

double Transition::progressOf(const LayerFade& fade) const {
  if (!(fade.options.seconds > 0)) return 1;
  return std::clamp(fade.progressAtAnchor + (mixer_->time() - fade.anchor) / fade.options.seconds, 0.0, 1.0);
}

/// Cuts the frame where something begins or ends: a fade, and the cells of synced clips, which begin with their fade.
/// So nothing depends on where frames end.
void Transition::updateFurther(double delta) {
  const double now = mixer_->time(), end = now + delta * mixer_->timeScale;
  if (!(end > now) || !std::isfinite(end) || end + kTimeCell == end) {  // so late that a cell is lost in rounding
    if (now - end > kSameTime)
      for (LayerFade& fade : fades_) updateSync(fade, end - now);
    noteShown();
    return mixer_->updateFurther(delta);
  }
  for (LayerFade& fade : fades_) fade.cell = nextCell(fade, now);
  for (double next = nextEvent(now); end - next > kSameTime; next = nextEvent(mixer_->time())) {
    noteShown();
    if (next > mixer_->time()) mixer_->moveTo(next);
    takeEvents();
    for (LayerFade& fade : fades_) {
      if (next < fade.cell) continue;
      updateSync(fade, std::min(kTimeCell, remainingOf(fade)));
      fade.cell = std::max(fade.cell, mixer_->time() - kSameTime) + kTimeCell;
    }
    for (BlendSpacePlayer* const space : spaces_)
      if (space->lead().isScheduled() && next >= space->now_.cell) updateSpace(*space);
  }
  noteShown();
  mixer_->moveTo(end);
}

/// The beginning of the cell that has not begun yet; at its first moment it has not.
double Transition::nextCell(const LayerFade& fade, double now) const {
  return fade.begin + std::ceil((now - kSameTime - fade.begin) / kTimeCell) * kTimeCell;
}

/// The mixer time, `now` or later, of what must be decided next.
double Transition::nextEvent(double now) const {
  double next = std::numeric_limits<double>::infinity();
  for (const AnimationAction* action : others_)
    next = std::min(next, action->isScheduled() && action->fadeRamp() ? action->fadeRamp()->end : now);
  for (const LayerFade& fade : fades_) {
    next = std::min(next, fade.end());
    if (fade.options.sync != Sync::None) next = std::min(next, fade.cell);
  }
  for (const BlendSpacePlayer* const space : spaces_)
    if (space->lead().isScheduled()) next = std::min(next, space->now_.cell);
  return std::max(next, now);
}

void Transition::takeEvents() {
  releaseOthers();
  for (std::size_t i = 0; i < fades_.size();) {
    if (fades_[i].end() - mixer_->time() > kSameTime) {
      ++i;
      continue;
    }
    stopFadedOut(fades_[i]);
    forgetFade(i);
  }
}

/// Whether nothing of it shows any more, even if a rounding keeps its fade from the end.
bool Transition::hasFadedOut(const AnimationAction& action) const {
  return !(action.fadeValueAt(mixer_->time() + kSameTime) > 0);
}

/// Resets actions that have faded out, so that they start from the beginning the next time.
void Transition::stopFadedOut(const LayerFade& fade) {
  for (Outgoing& each : outgoing_)
    if (each.fade == fade.id) stopIfFadedOut(each);
  std::erase_if(outgoing_, [](const Outgoing& each) { return !each.action; });
}

void Transition::stopIfFadedOut(Outgoing& each) {
  if (!hasFadedOut(*each.action)) return;
  each.action->holdsEnd_ = false;
  each.action->stop();
  each.action = nullptr;
}

/// Releases actions that no fade controls, once their own fades are over.
void Transition::releaseOthers() {
  std::erase_if(others_, [this](AnimationAction* action) {
    const bool fades = action->fadeRamp() && action->fadeRamp()->end - mixer_->time() > kSameTime;
    if (fades && action->isScheduled()) return false;
    action->holdsEnd_ = false;
    if (action->isScheduled() && hasFadedOut(*action)) action->stop();
    return true;
  });
}

/// What to sample: the mixer's blend list, but of each fade with a kind that works on poses the target in full, and not
/// the outgoing actions.
void Transition::appendShown(std::vector<BlendEntry>& entries) const {
  const auto all = mixer_->blendList();
  const auto onPoses = [](const LayerFade& fade) { return worksOnPoses(fade.options.kind); };
  if (std::none_of(fades_.begin(), fades_.end(), onPoses)) {
    entries.insert(entries.end(), all.begin(), all.end());
    return;
  }
  for (const BlendEntry& entry : all) {
    const bool isReplaced = std::any_of(fades_.begin(), fades_.end(), [&](const LayerFade& fade) {
      bool found = false;
      if (onPoses(fade))
        forEachAction(fade, [&](const AnimationAction& action) { found = found || action.slot() == entry.slot; });
      return found;
    });
    if (!isReplaced) entries.push_back(entry);
  }
  for (const LayerFade& fade : fades_) {
    if (!onPoses(fade) || fade.onlyEnds) continue;
    forEachOf(*fade.target, [&entries](const AnimationAction& target) {
      BlendEntry whole = target.shown();
      whole.weight = target.weight * target.share();
      if (target.enabled && whole.clip && whole.weight > 0) entries.push_back(whole);
    });
  }
}

/// The same for the events of clips.
void Transition::noteShown() const {
  using Shows = AnimationAction::Shows;
  if (!mixer_->eventSet_) return;
  for (AnimationAction* const action : mixer_->active_) action->shows_ = Shows::AsFaded;
  const auto note = [&](Shows shows, const auto& forEach) {
    for (const LayerFade& fade : fades_)
      if (worksOnPoses(fade.options.kind)) forEach(fade, [shows](AnimationAction& action) { action.shows_ = shows; });
  };
  note(Shows::Nothing, [this](const LayerFade& fade, const auto& set) { forEachAction(fade, set); });
  note(Shows::InFull, [](const LayerFade& fade, const auto& set) {
    if (!fade.onlyEnds) forEachOf(*fade.target, set);
  });
}

/// Advances the entries to `seconds` from now, and adds targets that do not show yet but will then.
void Transition::extrapolate(double seconds, std::vector<BlendEntry>& entries) const {
  const std::size_t shown = entries.size();
  for (const LayerFade& fade : fades_) {
    if (fade.onlyEnds || worksOnPoses(fade.options.kind)) continue;
    forEachOf(*fade.target, [&entries](const AnimationAction& target) {
      const auto shows = [&target](const BlendEntry& entry) { return entry.slot == target.slot(); };
      if (target.shown().clip && std::none_of(entries.begin(), entries.end(), shows)) entries.push_back(target.shown());
    });
  }
  const double then = mixer_->time() + seconds;
  for (BlendEntry& entry : entries) {
    const auto active = mixer_->activeActions();
    const auto found = std::find_if(active.begin(), active.end(),
                                    [&](const AnimationAction* action) { return action->slot() == entry.slot; });
    if (found == active.end()) continue;
    const AnimationAction& action = **found;
    entry.time += action.shownSpeed() * seconds;
    if (action.loop != Loop::Repeat) entry.time = std::clamp(entry.time, 0.0, action.duration());
    const bool isWhole = std::any_of(fades_.begin(), fades_.end(), [&](const LayerFade& fade) {
      return !fade.onlyEnds && isTarget(fade, action) && worksOnPoses(fade.options.kind);
    });
    entry.weight = action.weight * shareAt(action, then) * (isWhole ? 1 : fadeValueNear(action, then));
  }
  const auto entered = entries.begin() + static_cast<std::ptrdiff_t>(shown);
  entries.erase(std::remove_if(entered, entries.end(), [](const BlendEntry& entry) { return !(entry.weight > 0); }),
                entries.end());
}

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
void Transition::startInSync(LayerFade& fade) {
  collectSynced(fade, mixer_->time(), fade.target->timeScale);
  const auto from = std::find(synced_.begin(), synced_.end(), fade.from);
  for (std::size_t i = 0; from != synced_.end() && i < synced_.size(); ++i)
    if (isTarget(fade, *synced_[i]))
      synced_[i]->time = syncedTime(members_[static_cast<std::size_t>(from - synced_.begin())], members_[i]);
  updateSync(fade, mixer_->timeScale < 0 ? -kSpeedProbe : kSpeedProbe);
}

/// Adds an action to the synced ones, if it repeats a cycle in that direction.
bool Transition::addSynced(AnimationAction& action, double weight, double direction) {
  const SyncMarkers* const cycle = cycles_.find(action.clipId());
  const bool repeats =
      action.loop == Loop::Repeat && action.timeScale * direction > 0 && !action.paused && action.enabled;
  if (!cycle || !repeats) return false;
  members_.push_back({.markers = cycle, .time = action.time, .timeScale = action.timeScale, .weight = weight});
  synced_.push_back(&action);
  return true;
}

/// The synced actions, the target first. None when the target has no cycle, or is not in this layer.
void Transition::collectSynced(const LayerFade& fade, double time, double direction) {
  members_.clear();
  synced_.clear();
  if (fade.onlyEnds) return;
  const auto add = [&](AnimationAction& action) {
    addSynced(action, fadeValueNear(action, time) * action.weight * shareAt(action, time), direction);
  };
  forEachOf(*fade.target, add);
  if (synced_.empty()) return;
  forEachOutgoing(fade, [&](AnimationAction& outgoing) {
    if (outgoing.fadeValue() > 0) add(outgoing);
  });
  if (fade.options.sync == Sync::Markers) useMarkers(synced_.front()->clipId());
}

/// Replaces whole cycles by markers, if all synced clips have the names of this one.
void Transition::useMarkers(ClipId clip) {
  const SyncMarkers* const common = markers_.find(clip);
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

void Transition::updateSync(LayerFade& fade, double delta) {
  if (fade.options.sync == Sync::None || !std::isfinite(delta) || delta == 0) return;
  collectSynced(fade, mixer_->time() + delta / 2, fade.target->timeScale);
  syncCycles(members_, mixer_->clipsRunBackwards ? -delta : delta, remainingOf(fade));
  for (std::size_t i = 0; i < synced_.size(); ++i) synced_[i]->holdWarp(members_[i].ratio);
  fade.syncing = fade.syncing || !synced_.empty();
}

/// Returns each clip to its own speed within `seconds`.
void Transition::endSync(LayerFade& fade, double seconds) {
  if (!std::exchange(fade.syncing, false)) return;
  forEachAction(fade, [seconds](AnimationAction& action) { releaseWarp(action, seconds); });
}

void Transition::add(BlendSpacePlayer& space) { spaces_.push_back(&space); }

void Transition::remove(const BlendSpacePlayer& space) {
  for (AnimationAction* const action : space.actions()) {
    forget(*action);
    mixer_->destroy(mixer_->actions_[static_cast<std::size_t>(action->slot())]);
  }
  std::erase(spaces_, &space);
}

/// Whether a fade sets the speeds of its clips.
bool Transition::isSynced(const BlendSpacePlayer& space) const {
  return std::any_of(fades_.begin(), fades_.end(),
                     [&](const LayerFade& fade) { return fade.syncing && isIn(fade, space.lead()); });
}

/// The share at a moment that may lie outside the current cell.
double Transition::shareAt(const AnimationAction& action, double time) {
  return action.blendSpace_ ? action.blendSpace_->shareAt(action, time) : 1;
}

void Transition::collectSynced(const BlendSpacePlayer& space, double time) {
  members_.clear();
  synced_.clear();
  for (AnimationAction* const action : space.actions()) addSynced(*action, space.shareAt(*action, time), 1);
  if (space.sync() == Sync::Markers && !synced_.empty()) useMarkers(synced_.front()->clipId());
}

/// From its first clip's beginning, with the speeds that its clips have at its point.
void Transition::start(BlendSpacePlayer& space) {
  if (space.sync() == Sync::Markers) {
    collectSynced(space, mixer_->time());
    for (std::size_t i = 1; i < synced_.size(); ++i) synced_[i]->time = syncedTime(members_.front(), members_[i]);
  }
  space.now_.phaseEnd = mixer_->time();
  updateSpace(space);
}

/// Sets shares and speeds for one cell: shares change evenly, and all clips keep the same phase. Once nothing changes
/// any more, they hold.
void Transition::updateSpace(BlendSpacePlayer& space) {
  BlendSpacePlayer::State& now = space.now_;
  const double begin = mixer_->time();
  const bool moves = now.end - begin > kSameTime;
  const bool changes = moves || now.phaseEnd - begin > kSameTime || space.sync() == Sync::Markers;
  const double end = moves ? std::min(begin + kTimeCell, now.end) : begin + kTimeCell;
  space.setShares(begin, end);
  if (space.sync() != Sync::None && !isSynced(space)) {
    collectSynced(space, (begin + end) / 2);
    syncCycles(members_, mixer_->clipsRunBackwards ? begin - end : end - begin,
               changes ? now.phaseEnd - begin : std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < synced_.size(); ++i) synced_[i]->holdWarp(members_[i].ratio);
  }
  now.cell = changes ? end : std::numeric_limits<double>::infinity();
}

}  // namespace crossfade
