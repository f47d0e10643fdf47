// One moment of a character: everything that the next frames depend on.
#ifndef CROSSFADE_TRANSITION_PLAYER_SNAPSHOT_H
#define CROSSFADE_TRANSITION_PLAYER_SNAPSHOT_H

#include <optional>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/mixer/mixer_snapshot.h"
#include "crossfade/pose/blend.h"
#include "crossfade/transition/transition.h"
#include "crossfade/transition/transition_state.h"

namespace crossfade {

/// Made by TransitionPlayer::save. Plain values that refer to actions by slot, so it outlives them.
class CROSSFADE_API PlayerSnapshot {
 public:
  /// Seconds of mixer time.
  double time() const { return mixer_.time(); }
  bool empty() const { return !state_; }
  /// Slots of actions, used or not.
  int slotCount() const { return mixer_.slotCount(); }
  /// Approximate memory, in bytes.
  std::size_t bytes() const;

  /// Defined in player_snapshot_visit.h. Shows a visitor every value, in an order that never changes: to write the
  /// snapshot to a file, or to read it again into one that a player of the same model has just saved. The visitor takes
  /// them by reference:
  ///   each(x)             bool, int, std::int64_t, long, double or float
  ///   each.orInfinity(x)  a double that may be infinite; the others are finite
  ///   each(x, last)       an enumerator up to `last`
  ///   each.slot(x)        the slot of an action; each.slotOrNone(x): or -1
  ///   each.mask(x)        const JointMask*
  ///   each.shape(x)       FadeShape
  ///   each.curve(x)       AnimationCurve
  ///   each.expect(n)      returns nothing: what is read must be n
  ///   each.length(n, max) the length of a list, up to max: n when writing, what is read when reading
  template <class Visitor>
  void visit(Visitor& each);

 private:
  friend class Transition;
  friend class TransitionMixer;
  friend class TransitionPlayer;

  struct SavedFade {
    LayerFade fade;   // without its actions:
    int target = -1;  // slots; -1: none
    int from = -1;
  };
  struct SavedOutgoing {
    int slot = 0;
    int fade = 0;  // LayerFade::id
  };
  struct SavedTransition {
    std::vector<SavedFade> fades;
    std::vector<SavedOutgoing> outgoing;
    std::vector<int> others;
    std::vector<BlendSpacePlayer::State> spaces;
    int lastId = 0;
    bool jumpedOutside = false;
  };

  /// Of the clips in the last blend; the others start over.
  struct SavedSigns {
    std::vector<RotationSigns::Joint> joints;
    long call = 0;
    bool fresh = true;
    std::vector<int> slots;
    std::vector<RotationSigns::Quat> rotations;  // of each slot in turn
  };

  template <class Visitor>
  void visitTransition(Visitor& each);
  template <class Visitor>
  void visitSigns(Visitor& each);
  void saveSigns(const RotationSigns& signs);
  void restoreSigns(RotationSigns& signs) const;

  MixerSnapshot mixer_;
  SavedTransition transition_;
  std::vector<BlendEntry> shown_;
  std::optional<TransitionState> state_;
  SavedSigns signs_;
  bool threeJsOrder_ = false;
  double inertializeSeconds_ = 0;
  std::vector<BlendEntry> before_;
};

}  // namespace crossfade

#endif  // CROSSFADE_TRANSITION_PLAYER_SNAPSHOT_H
