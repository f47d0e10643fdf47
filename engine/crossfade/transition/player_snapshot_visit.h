// The definition of PlayerSnapshot::visit, for those that write or read snapshots.
#ifndef CROSSFADE_TRANSITION_PLAYER_SNAPSHOT_VISIT_H
#define CROSSFADE_TRANSITION_PLAYER_SNAPSHOT_VISIT_H

#include <vector>

#include "crossfade/mixer/mixer_snapshot_visit.h"
#include "crossfade/transition/player_snapshot.h"

namespace crossfade {

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
    for (double& component : value) each(component);
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

#endif  // CROSSFADE_TRANSITION_PLAYER_SNAPSHOT_VISIT_H
