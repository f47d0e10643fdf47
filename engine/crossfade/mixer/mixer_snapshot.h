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

  /// See PlayerSnapshot::visit; defined in mixer_snapshot_visit.h. Events are left out, and which spans have begun.
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
  struct SavedPassed {
    int slot = -1;  // -1: the action was gone
    PassedEvent event;
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
  std::vector<SavedPassed> passed_, cut_;
};

}  // namespace crossfade

#endif  // CROSSFADE_MIXER_MIXER_SNAPSHOT_H
