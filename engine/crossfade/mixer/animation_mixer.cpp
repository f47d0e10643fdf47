#include "crossfade/mixer/animation_mixer.h"

#include <algorithm>
#include <cmath>

#include "crossfade/base/assert.h"
#include "crossfade/mixer/event_walk.h"

namespace crossfade {
namespace {

/// An action can complete loops and then finish; after that it does nothing until it is played again.
constexpr std::size_t kMaxEventsPerAction = 2;

/// Room for the events of clips in one update.
constexpr std::size_t kMostPassedEvents = 4096, kPassesOfEach = 16;

}  // namespace

AnimationAction& AnimationMixer::clipAction(ClipId clip) {
  const AnimationClip* const data = clips_->find(clip);
  return clipAction(clip, data ? data->blendMode() : BlendMode::Normal);
}

AnimationAction& AnimationMixer::clipAction(ClipId clip, BlendMode blendMode) {
  CROSSFADE_ASSERT(clips_->find(clip), "AnimationMixer::clipAction: the set has no clip with this id");
  if (AnimationAction* known = existingAction(clip, blendMode)) return *known;
  return makeAction(clip, blendMode);
}

AnimationAction& AnimationMixer::addAction(ClipId clip, BlendMode blendMode) {
  CROSSFADE_ASSERT(clips_->find(clip), "AnimationMixer::addAction: the set has no clip with this id");
  AnimationAction& action = makeAction(clip, blendMode);
  action.isExtra_ = true;
  return action;
}

AnimationAction& AnimationMixer::makeAction(ClipId clip, BlendMode blendMode) {
  auto freeSlot = std::find(actions_.begin(), actions_.end(), nullptr);
  if (freeSlot == actions_.end()) freeSlot = actions_.emplace(actions_.end());
  const int slot = static_cast<int>(freeSlot - actions_.begin());
  *freeSlot = makeOwned<AnimationAction>(*this, clip, blendMode, slot);
  active_.reserve(actions_.size());
  blendList_.reserve(actions_.size());
  events_.reserve(kMaxEventsPerAction * actions_.size());
  motions_.resize(actions_.size());
  reserveEvents();
  return **freeSlot;
}

AnimationAction* AnimationMixer::existingAction(ClipId clip, BlendMode blendMode) const {
  for (const auto& action : actions_)
    if (action && action->clipId() == clip && action->blendMode() == blendMode && !action->isExtra_)
      return action.get();
  return nullptr;
}

void AnimationMixer::stopAllAction() {
  while (!active_.empty()) active_.back()->stop();
}

void AnimationMixer::uncacheAction(ClipId clip, BlendMode blendMode) {
  for (auto& action : actions_)
    if (action && action->clipId() == clip && action->blendMode() == blendMode) destroy(action);
}

void AnimationMixer::destroy(Owned<AnimationAction>& action) {
  deactivate(*action);
  std::erase_if(events_, [&](const MixerEvent& event) { return event.action == action.get(); });
  for (std::vector<PassedEvent>* const list : {&passed_, &cut_})
    for (PassedEvent& event : *list)
      if (event.action == action.get()) event.action = nullptr;
  motions_[static_cast<std::size_t>(action->slot())] = {};
  action.reset();
}

void AnimationMixer::uncacheClip(ClipId clip) {
  uncacheAction(clip, BlendMode::Normal);
  uncacheAction(clip, BlendMode::Additive);
}

void AnimationMixer::update(double delta) {
  beginFrame();
  updateFurther(delta);
}

void AnimationMixer::beginFrame() {
  events_.clear();
  passed_.clear();
  unreported_ = 0;
  std::fill(motions_.begin(), motions_.end(), ActionMotion{});
  for (AnimationAction* action : active_) action->shown_.moved = 0;
}

void AnimationMixer::updateFurther(double delta) {
  delta *= timeScale;
  if (!std::isfinite(delta)) delta = 0;  // differs from three.js: there the clock stays NaN forever
  time_ += delta;
  makeBlendList(delta);
}

/// As updateFurther, to this very time: sums of steps round.
void AnimationMixer::moveTo(double time) {
  const double passed = time - time_;
  time_ = time;
  makeBlendList(passed);
}

void AnimationMixer::makeBlendList(double passed) {
  const int direction = (passed > 0) - (passed < 0);
  const std::size_t earlier = events_.size();
  if (passed != 0) takeCutEvents();
  const std::size_t passedBefore = passed_.size();
  isUpdating_ = true;
  blendList_.clear();
  for (AnimationAction* action : active_) {
    for (const MixerEvent& event : action->update(time_, passed, direction))
      if (event.action) note(event, earlier);
    action->addMotion(std::abs(passed), motions_[static_cast<std::size_t>(action->slot())]);
    if (action->shown_.weight > 0) blendList_.push_back(action->shown_);
  }
  isUpdating_ = false;
  sortPassed(passedBefore, direction);
}

void AnimationMixer::setEvents(const ClipEventSet* events, double leastWeight) {
  eventSet_ = events;
  leastEventWeight_ = leastWeight;
  passed_.clear();
  cut_.clear();
  for (const auto& action : actions_)
    if (action) action->openSpans_ = 0;
  reserveEvents();
}

void AnimationMixer::reserveEvents() {
  if (!eventSet_) return;
  std::size_t boundaries = 0, spans = 0;
  for (const auto& action : actions_)
    if (const ClipEvents* const events = action ? eventSet_->find(action->clipId()) : nullptr) {
      boundaries += events->boundaries().size();
      spans += events->spans().size();
    }
  passed_.reserve(std::min(kPassesOfEach * boundaries, kMostPassedEvents));
  cut_.reserve(spans);
}

void AnimationMixer::report(const PassedEvent& event) {
  std::vector<PassedEvent>& list = isUpdating_ ? passed_ : cut_;
  if (list.size() < list.capacity())
    list.push_back(event);
  else
    addToCount(unreported_, 1);
}

/// What was cut since the last update.
void AnimationMixer::takeCutEvents() {
  isUpdating_ = true;
  for (const PassedEvent& event : cut_) report(event);
  cut_.clear();
}

/// Those of this update, in the direction of time. Each action's are in order already.
void AnimationMixer::sortPassed(std::size_t first, int direction) {
  for (std::size_t i = first + 1; i < passed_.size(); ++i)
    for (std::size_t at = i; at > first && direction * (passed_[at].time - passed_[at - 1].time) < 0; --at)
      std::swap(passed_[at], passed_[at - 1]);
}

/// The first `earlier` events come from earlier updates in the same frame.
void AnimationMixer::note(const MixerEvent& event, std::size_t earlier) {
  const auto end = events_.begin() + static_cast<std::ptrdiff_t>(earlier);
  const auto same = std::find_if(events_.begin(), end, [&](const MixerEvent& known) {
    return known.action == event.action && known.kind == event.kind;
  });
  if (same == end) {
    events_.push_back(event);
  } else {
    addToCount(same->loopDelta, event.loopDelta);
    same->direction = event.direction;
    same->time = event.time;
  }
}

void AnimationMixer::setTime(double seconds) {
  time_ = 0;
  for (PassedEvent& event : cut_) event.time = 0;
  for (const auto& action : actions_)
    if (action) action->time = 0;
  update(seconds);
}

void AnimationMixer::activate(AnimationAction& action) {
  if (action.active_) return;
  action.active_ = true;
  active_.push_back(&action);
}

/// The last active action takes the index of the removed one, as in three.js: the order affects the result. The blend
/// list drops the action at once, for callers that sample before the next update.
void AnimationMixer::deactivate(AnimationAction& action) {
  if (!action.active_) return;
  action.cutSpans(time_);
  action.active_ = false;
  action.shown_ = {};
  std::erase_if(blendList_, [&](const BlendEntry& entry) { return entry.slot == action.slot(); });
  *std::find(active_.begin(), active_.end(), &action) = active_.back();
  active_.pop_back();
}

}  // namespace crossfade
