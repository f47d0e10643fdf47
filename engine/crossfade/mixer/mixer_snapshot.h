// One moment of a mixer: everything that updates and callers change.
#ifndef CROSSFADE_MIXER_MIXER_SNAPSHOT_H
#define CROSSFADE_MIXER_MIXER_SNAPSHOT_H

#include <optional>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/mixer/animation_mixer.h"

namespace crossfade {

/// A saved list with the clips of another moment, or of another set with the same ids; those that are gone are left
/// out.
CROSSFADE_API void restoreBlendList(const std::vector<BlendEntry>& saved, const ClipSet& clips,
                                    std::vector<BlendEntry>& entries);

/// Made by AnimationMixer::save. Plain values that refer to actions by slot, so it outlives them.
class CROSSFADE_API MixerSnapshot {
 public:
  /// Seconds, as AnimationMixer::time() was.
  double time() const { return time_; }

  int slotCount() const { return static_cast<int>(actions_.size()); }
  /// Approximate memory, in bytes.
  std::size_t bytes() const;

  /// See PlayerSnapshot::visit. Events are left out.
  template <class Visitor>
  void visit(Visitor& each);
  /// A blend list, whose clips are those of the actions.
  template <class Visitor>
  void visitEntries(std::vector<BlendEntry>& entries, Visitor& each) const;

 private:
  friend class AnimationMixer;

  struct SavedAction {
    AnimationAction action;
  };
  struct SavedEvent {
    int slot = 0;
    MixerEvent event;
  };
  template <class Visitor>
  void visit(AnimationAction& action, Visitor& each) const;

  double time_ = 0;
  double timeScale_ = 1;
  bool clipsRunBackwards_ = false;
  std::vector<std::optional<SavedAction>> actions_;  // by slot
  std::vector<int> active_;                          // slots, in activation order
  std::vector<BlendEntry> blendList_;
  std::vector<SavedEvent> events_;
};

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
    entry.clipId = entry.slot >= 0 && actions_[index] ? actions_[index]->action.clip_ : ClipId{};
    entry.clip = nullptr;
  }
}

template <class Visitor>
void MixerSnapshot::visit(AnimationAction& action, Visitor& each) const {
  const auto number = [&each](auto& value) { each(value); };
  const auto ramp = [&each](Ramp& value) {
    for (double* const part : {&value.begin, &value.end, &value.from, &value.to}) each(*part);
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

#endif  // CROSSFADE_MIXER_MIXER_SNAPSHOT_H
