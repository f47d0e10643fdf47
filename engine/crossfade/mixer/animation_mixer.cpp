#include "crossfade/mixer/animation_mixer.h"

#include <algorithm>
#include <cmath>

namespace crossfade {

AnimationAction& AnimationMixer::clipAction(const AnimationClip& clip) { return clipAction(clip, clip.blendMode()); }

AnimationAction& AnimationMixer::clipAction(const AnimationClip& clip, BlendMode blendMode) {
  if (AnimationAction* known = existingAction(clip, blendMode)) return *known;
  auto freeSlot = std::find(actions_.begin(), actions_.end(), nullptr);
  if (freeSlot == actions_.end()) freeSlot = actions_.emplace(actions_.end());
  const int slot = static_cast<int>(freeSlot - actions_.begin());
  *freeSlot = std::make_unique<AnimationAction>(*this, clip, blendMode, slot);
  active_.reserve(actions_.size());
  blendList_.reserve(actions_.size());
  events_.reserve(4 * actions_.size());
  return **freeSlot;
}

AnimationAction* AnimationMixer::existingAction(const AnimationClip& clip, BlendMode blendMode) const {
  for (const auto& action : actions_)
    if (action && &action->getClip() == &clip && action->blendMode() == blendMode) return action.get();
  return nullptr;
}

void AnimationMixer::stopAllAction() {
  while (!active_.empty()) active_.back()->stop();
}

void AnimationMixer::uncacheAction(const AnimationClip& clip, BlendMode blendMode) {
  AnimationAction* action = existingAction(clip, blendMode);
  if (!action) return;
  deactivate(*action);
  std::erase_if(events_, [&](const MixerEvent& event) { return event.action == action; });
  actions_[static_cast<std::size_t>(action->slot())].reset();
}

void AnimationMixer::uncacheClip(const AnimationClip& clip) {
  uncacheAction(clip, BlendMode::Normal);
  uncacheAction(clip, BlendMode::Additive);
}

void AnimationMixer::update(double delta, bool appendEvents) {
  delta *= timeScale;
  if (!std::isfinite(delta)) delta = 0;  // differs from three.js: one NaN would stay in the clock for good
  time_ += delta;
  const int direction = (delta > 0) - (delta < 0);
  blendList_.clear();
  if (!appendEvents) events_.clear();
  for (AnimationAction* action : active_) {
    BlendEntry shown;
    MixerEvent event;
    bool hasEvent = false;
    if (action->update(time_, clipsRunBackwards ? -delta : delta, direction, shown, event, hasEvent))
      blendList_.push_back(shown);
    if (hasEvent && events_.size() < events_.capacity()) events_.push_back(event);
  }
}

void AnimationMixer::setTime(double seconds) {
  time_ = 0;
  for (const auto& action : actions_)
    if (action) action->time = 0;
  update(seconds);
}

void AnimationMixer::activate(AnimationAction& action) {
  if (action.active_) return;
  action.active_ = true;
  active_.push_back(&action);
}

/// The last active action takes the place of the one that goes, as in three.js; the order of the others is part of the
/// result. It is no longer shown, also where nobody updates before sampling.
void AnimationMixer::deactivate(AnimationAction& action) {
  if (!action.active_) return;
  action.active_ = false;
  std::erase_if(blendList_, [&](const BlendEntry& entry) { return entry.slot == action.slot(); });
  *std::find(active_.begin(), active_.end(), &action) = active_.back();
  active_.pop_back();
}

}  // namespace crossfade
