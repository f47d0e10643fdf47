// The definition of PlayerSnapshot::visit, for those that write or read snapshots.
#ifndef CROSSFADE_TRANSITION_PLAYER_SNAPSHOT_VISIT_H
#define CROSSFADE_TRANSITION_PLAYER_SNAPSHOT_VISIT_H

#include <cstdint>
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
  for (TransitionClock& clock : state.clocks) {
    each(clock.running);
    if (!clock.running) continue;
    each(clock.kind, TransitionKind::DeadBlending);
    each(clock.shape, FadeShape::Kind::Curve);
    each.curve(clock.curve);
    each(clock.elapsed);
    each(clock.seconds);
  }
  for (auto* const list : {&state.jointClocks, &state.morphClocks})
    for (std::uint8_t& clock : *list) {
      each(clock);
      if (clock >= kTransitionClocks || !state.clocks[clock].running) clock = kNoClock;
    }
  visitPose(state.source, each);
  visitPose(state.target, each);
  for (auto* const list : {&state.sourceVelocities, &state.offsets, &state.offsetVelocities}) offsets(*list);
  for (auto* const list :
       {&state.sourceMorphVelocities, &state.sourceStart, &state.morphOffsets, &state.morphOffsetVelocities})
    numbers(*list);
}

template <class Visitor>
void PlayerSnapshot::visitTransition(Visitor& each) {
  const auto most = static_cast<std::size_t>(slotCount());
  transition_.fades.resize(each.length(transition_.fades.size(), most + 1));
  for (SavedFade& saved : transition_.fades) {
    LayerFade& fade = saved.fade;
    each.slot(saved.target);
    each.slotOrNone(saved.from);
    each(fade.options.seconds);
    each(fade.options.kind, TransitionKind::DeadBlending);
    each.shape(fade.options.shape);
    each(fade.options.sync, Sync::Markers);
    each.mask(fade.options.mask);
    each(fade.options.endsMaskedLayers);
    for (double* const value : {&fade.begin, &fade.progressAtAnchor, &fade.anchor}) each(*value);
    each(fade.onlyEnds);
    each(fade.id);
    each(fade.syncing);
    each(fade.change, TransitionChange::Jumped);
    each(fade.movesTarget);
    each.mask(fade.movedFrom);
  }
  transition_.outgoing.resize(each.length(transition_.outgoing.size(), most));
  for (SavedOutgoing& outgoing : transition_.outgoing) {
    each.slot(outgoing.slot);
    each(outgoing.fade);
  }
  transition_.others.resize(each.length(transition_.others.size(), most));
  for (int& slot : transition_.others) each.slot(slot);
  each(transition_.lastId);
  each(transition_.jumpedOutside);
  for (BlendSpacePlayer::State& space : transition_.spaces) {
    for (double* const value : {&space.from.x, &space.from.y, &space.to.x, &space.to.y, &space.begin, &space.end,
                                &space.phaseEnd, &space.timeScale})
      each(*value);
    each.orInfinity(space.cell);
  }
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
    each(joint.keepsRestSign);
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
