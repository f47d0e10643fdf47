// The definition of MixerSnapshot::visit.
#ifndef CROSSFADE_MIXER_MIXER_SNAPSHOT_VISIT_H
#define CROSSFADE_MIXER_MIXER_SNAPSHOT_VISIT_H

#include <optional>
#include <vector>

#include "crossfade/mixer/mixer_snapshot.h"

namespace crossfade {

/// A visitor's view of an optional value: whether there is one, then the value.
template <class T, class Visitor, class VisitValue>
void visitOptional(std::optional<T>& value, Visitor& each, VisitValue visitValue) {
  bool has = value.has_value();
  each(has);
  if (has && !value) value.emplace();
  if (!has) value.reset();
  if (has) visitValue(*value);
}

template <class Visitor>
void MixerSnapshot::visit(Visitor& each) {
  each(time_);
  each(timeScale_);
  each(clipsRunBackwards_);
  for (auto& saved : actions_) {
    each.expect(saved ? 1 + saved->action.clip_.index : 0);
    if (saved) visit(saved->action, each);
  }
  active_.resize(each.length(active_.size(), actions_.size()));
  for (int& slot : active_) each.slot(slot);
  visitEntries(blendList_, each);
}

template <class Visitor>
void MixerSnapshot::visitEntries(std::vector<BlendEntry>& entries, Visitor& each) const {
  entries.resize(each.length(entries.size(), actions_.size()));
  for (BlendEntry& entry : entries) {
    each.slot(entry.slot);
    each(entry.time);
    each(entry.weight);
    each(entry.blendMode, BlendMode::Additive);
    each(entry.endings.start, Ending::Flat);
    each(entry.endings.end, Ending::Flat);
    each.mask(entry.mask);
    const auto index = static_cast<std::size_t>(entry.slot);
    entry.clipId = index < actions_.size() && actions_[index] ? actions_[index]->action.clip_ : ClipId{};
    entry.clip = nullptr;
  }
}

template <class Visitor>
void MixerSnapshot::visit(AnimationAction& action, Visitor& each) const {
  const auto number = [&each](auto& value) { each(value); };
  const auto ramp = [&each](Ramp& value) {
    for (double* const part : {&value.begin, &value.end, &value.from, &value.to, &value.velocity, &value.coastSeconds})
      each(*part);
    each.shape(value.shape);
  };
  for (double* const value : {&action.time, &action.timeScale, &action.weight}) each(*value);
  each.orInfinity(action.repetitions);
  each(action.loop, Loop::PingPong);
  for (bool* const value : {&action.zeroSlopeAtStart, &action.zeroSlopeAtEnd, &action.paused, &action.enabled,
                            &action.clampWhenFinished, &action.active_, &action.holdsEnd_, &action.warpKeepsTimeScale_})
    each(*value);
  each.mask(action.mask);
  each(action.loopCount_);
  for (std::optional<double>* const value : {&action.startTime_, &action.heldWarp_, &action.restoreTimeScale_})
    visitOptional(*value, each, number);
  visitOptional(action.fade_, each, ramp);
  visitOptional(action.warp_, each, ramp);
  if (action.blendSpace_) visitOptional(action.share_, each, ramp);
  each(action.effectiveWeight_);
  each(action.effectiveTimeScale_);
  each(action.endings_.start, Ending::Flat);
  each(action.endings_.end, Ending::Flat);
  bool wasShown = action.shown_.clip != nullptr;
  each(wasShown);
  BlendEntry& shown = action.shown_;
  each(shown.time);
  each(shown.weight);
  each(shown.endings.start, Ending::Flat);
  each(shown.endings.end, Ending::Flat);
  each.mask(shown.mask);
  shown.slot = action.slot_;
  shown.clipId = action.clip_;
  shown.blendMode = action.blendMode_;
  shown.clip = wasShown ? action.getClip() : nullptr;
}

}  // namespace crossfade

#endif  // CROSSFADE_MIXER_MIXER_SNAPSHOT_VISIT_H
