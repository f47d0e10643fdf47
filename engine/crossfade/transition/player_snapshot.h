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

  /// Shows a visitor every value, in an order that never changes: to write the snapshot to a file, or to read it again
  /// into one that a player of the same model has just saved. The visitor takes them by reference:
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

template <class Visitor>
void visitPose(Pose& pose, Visitor& each) {
  each.expect(static_cast<int>(pose.locals.size()));
  for (Transform& local : pose.locals)
    for (float* const value :
         {&local.translation.x, &local.translation.y, &local.translation.z, &local.rotation.x, &local.rotation.y,
          &local.rotation.z, &local.rotation.w, &local.scale.x, &local.scale.y, &local.scale.z})
      each(*value);
  each.expect(static_cast<int>(pose.morphWeights.size()));
  for (float& weight : pose.morphWeights) each(weight);
}

/// Of a state that is not running, only what was shown.
template <class Visitor>
void visitState(TransitionState& state, Visitor& each) {
  const auto numbers = [&each](std::vector<double>& values) {
    each.expect(static_cast<int>(values.size()));
    for (double& value : values) each(value);
  };
  const auto offsets = [&each](std::vector<JointOffset>& values) {
    each.expect(static_cast<int>(values.size()));
    for (JointOffset& offset : values)
      for (glm::dvec3* const vector : {&offset.translation, &offset.rotation, &offset.scale})
        for (int i = 0; i < 3; ++i) each((*vector)[i]);
  };
  visitPose(state.shown, each);
  visitPose(state.shownBefore, each);
  each(state.lastDelta);
  each(state.running);
  if (!state.running) return;
  each(state.kind, TransitionKind::DeadBlending);
  each(state.shape, FadeShape::Kind::Curve);
  each.curve(state.curve);
  each.mask(state.mask);
  each(state.elapsed);
  each(state.seconds);
  visitPose(state.source, each);
  visitPose(state.target, each);
  for (auto* const list : {&state.sourceVelocities, &state.offsets, &state.offsetVelocities}) offsets(*list);
  for (auto* const list :
       {&state.sourceMorphVelocities, &state.sourceStart, &state.morphOffsets, &state.morphOffsetVelocities})
    numbers(*list);
}

template <class Visitor>
void PlayerSnapshot::visitTransition(Visitor& each) {
  const auto slots = [this, &each](std::vector<int>& list) {
    list.resize(each.length(list.size(), static_cast<std::size_t>(slotCount())));
    for (int& slot : list) each.slot(slot);
  };
  each.slotOrNone(transition_.target);
  each.slotOrNone(transition_.from);
  slots(transition_.outgoing);
  slots(transition_.others);
  each(transition_.options.seconds);
  each(transition_.options.kind, TransitionKind::DeadBlending);
  each.shape(transition_.options.shape);
  each(transition_.options.sync, Sync::Markers);
  each.mask(transition_.options.mask);
  for (double* const value : {&transition_.begin, &transition_.progressAtAnchor, &transition_.anchor}) each(*value);
  each(transition_.change, TransitionChange::Jumped);
  each(transition_.syncing);
}

template <class Visitor>
void PlayerSnapshot::visitSigns(Visitor& each) {
  const auto rotation = [&each](RotationSigns::Quat& value) {
    for (double& part : value) each(part);
  };
  each.expect(static_cast<int>(signs_.joints.size()));
  for (RotationSigns::Joint& joint : signs_.joints) {
    rotation(joint.shown);
    each(joint.restSign);
    each(joint.restContributed);
  }
  each(signs_.call);
  each(signs_.fresh);
  signs_.slots.resize(each.length(signs_.slots.size(), static_cast<std::size_t>(slotCount())));
  for (int& slot : signs_.slots) each.slot(slot);
  signs_.rotations.resize(signs_.slots.size() * signs_.joints.size());
  for (RotationSigns::Quat& value : signs_.rotations) rotation(value);
}

template <class Visitor>
void PlayerSnapshot::visit(Visitor& each) {
  if (empty()) return;
  mixer_.visit(each);
  visitTransition(each);
  mixer_.visitEntries(shown_, each);
  visitState(*state_, each);
  visitSigns(each);
  each(threeJsOrder_);
  each(inertializeSeconds_);
  mixer_.visitEntries(before_, each);
}

}  // namespace crossfade

#endif  // CROSSFADE_TRANSITION_PLAYER_SNAPSHOT_H
