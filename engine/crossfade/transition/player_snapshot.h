// One moment of a character: everything that the next frames depend on.
#pragma once

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

 private:
  friend class Transition;
  friend class TransitionMixer;
  friend class TransitionPlayer;

  struct SavedTransition {
    int target = -1;  // slots; -1: none
    int from = -1;
    std::vector<int> outgoing;
    std::vector<int> others;
    TransitionOptions options;
    double begin = 0;
    double progressAtAnchor = 0;
    double anchor = 0;
    TransitionChange change = TransitionChange::None;
    bool syncing = false;
  };

  /// Of the clips in the last blend; others start anew.
  struct SavedSigns {
    std::vector<RotationSigns::Joint> joints;
    long call = 0;
    bool fresh = true;
    std::vector<int> slots;
    std::vector<RotationSigns::Quat> rotations;  // of each slot in turn
  };

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
