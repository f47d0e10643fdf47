#include "crossfade/mixer/mixer_snapshot.h"

#include <algorithm>

namespace crossfade {

void restoreBlendList(const std::vector<BlendEntry>& saved, const ClipSet& clips, std::vector<BlendEntry>& entries) {
  entries = saved;
  for (BlendEntry& entry : entries) entry.clip = clips.find(entry.clipId);
  std::erase_if(entries, [](const BlendEntry& entry) { return !entry.clip; });
}

std::size_t MixerSnapshot::bytes() const {
  return actions_.capacity() * sizeof(actions_[0]) + active_.capacity() * sizeof(int) +
         blendList_.capacity() * sizeof(BlendEntry) + events_.capacity() * sizeof(SavedEvent) +
         (passed_.capacity() + cut_.capacity()) * sizeof(SavedPassed);
}

void AnimationMixer::save(MixerSnapshot& snapshot) const {
  snapshot.time_ = time_;
  snapshot.timeScale_ = timeScale;
  snapshot.clipsRunBackwards_ = clipsRunBackwards;
  snapshot.actions_.resize(actions_.size());
  for (std::size_t slot = 0; slot < actions_.size(); ++slot)
    if (actions_[slot])
      snapshot.actions_[slot] = MixerSnapshot::SavedAction{*actions_[slot]};
    else
      snapshot.actions_[slot].reset();
  snapshot.active_.clear();
  snapshot.active_.reserve(actions_.size());
  for (const AnimationAction* action : active_) snapshot.active_.push_back(action->slot());
  snapshot.blendList_.reserve(blendList_.capacity());
  snapshot.blendList_ = blendList_;
  snapshot.events_.clear();
  snapshot.events_.reserve(events_.capacity());
  for (const MixerEvent& event : events_) snapshot.events_.push_back({event.action->slot(), event});
  const auto saveEvents = [](const std::vector<PassedEvent>& events, std::vector<MixerSnapshot::SavedPassed>& saved) {
    saved.clear();
    saved.reserve(events.capacity());
    for (const PassedEvent& event : events) saved.push_back({event.action ? event.action->slot() : -1, event});
  };
  saveEvents(passed_, snapshot.passed_);
  saveEvents(cut_, snapshot.cut_);
}

void AnimationMixer::restore(const MixerSnapshot& snapshot) {
  time_ = snapshot.time_;
  timeScale = snapshot.timeScale_;
  clipsRunBackwards = snapshot.clipsRunBackwards_;
  active_.clear();
  for (const auto& action : actions_) {
    if (!action) continue;
    const auto slot = static_cast<std::size_t>(action->slot());
    const bool known = slot < snapshot.actions_.size() && snapshot.actions_[slot] &&
                       snapshot.actions_[slot]->action.clip_ == action->clip_ &&
                       snapshot.actions_[slot]->action.blendMode_ == action->blendMode_;
    if (known)
      action->takeOver(snapshot.actions_[slot]->action);
    else
      action->takeOver(AnimationAction(*this, action->clip_, action->blendMode_, action->slot_));
  }
  for (const int slot : snapshot.active_)  // which may come from a file
    if (AnimationAction* const action = actionIn(slot);
        action && action->active_ && std::find(active_.begin(), active_.end(), action) == active_.end())
      active_.push_back(action);
  for (const auto& action : actions_)
    if (action) action->active_ = std::find(active_.begin(), active_.end(), action.get()) != active_.end();
  restoreBlendList(snapshot.blendList_, *clips_, blendList_);
  events_.clear();
  for (const MixerSnapshot::SavedEvent& saved : snapshot.events_) {
    events_.push_back(saved.event);
    events_.back().action = actionIn(saved.slot);
  }
  std::erase_if(events_, [](const MixerEvent& event) { return event.action == nullptr; });
  const auto restoreEvents = [this](const std::vector<MixerSnapshot::SavedPassed>& saved,
                                    std::vector<PassedEvent>& events) {
    events.clear();
    for (const auto& [slot, event] : saved) {
      const ClipEvents* const known = eventsOf(event.clip);
      const auto index = static_cast<std::size_t>(event.index);
      if (!known || index >= known->events().size() || events.size() == events.capacity()) continue;
      events.push_back(event);
      events.back().action = actionIn(slot);
      events.back().event = &known->events()[index];
    }
  };
  restoreEvents(snapshot.passed_, passed_);
  restoreEvents(snapshot.cut_, cut_);
}

/// The action in a slot, or nullptr.
AnimationAction* AnimationMixer::actionIn(int slot) const {
  const auto index = static_cast<std::size_t>(slot);
  return slot >= 0 && index < actions_.size() ? actions_[index].get() : nullptr;
}

}  // namespace crossfade
