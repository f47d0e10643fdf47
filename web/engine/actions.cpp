// One playback of a clip, with three.js's names: src/action.ts numbers what is read, set and called.
#include <algorithm>
#include <cmath>
#include <utility>

#include "character.h"
#include "surface.h"

namespace crossfade::web {
namespace {

/// In the order of src/action.ts.
enum class Field { Time, TimeScale, Weight, Repetitions, Loop, Clamps, Paused, Enabled, SlopeAtStart, SlopeAtEnd };
enum class Fact { EffectiveWeight, EffectiveTimeScale, IsRunning, IsScheduled, FadeValue, Phase };
enum class Call {
  Play,
  Stop,
  Reset,
  StartAt,
  SetEffectiveWeight,
  FadeIn,
  FadeOut,
  CrossFadeFrom,
  CrossFadeTo,
  StopFading,
  SetEffectiveTimeScale,
  SetDuration,
  SyncWith,
  Halt,
  Warp,
  StopWarping,
  FadeTo,
};

/// From its weight now, as the desktop's commands fadeIn and fadeOut do.
void fadeTo(TransitionPlayer& player, AnimationAction& action, double weight, double seconds) {
  const auto fades = std::as_const(player).transition().fades();
  const bool isTarget =
      std::any_of(fades.begin(), fades.end(), [&](const LayerFade& fade) { return fade.target == &action; });
  if (!(weight > 0) && isTarget) player.endTransition(seconds);
  if (weight > 0 && player.transition().isOutgoing(action)) player.transition().forget(action);
  if (weight > 0 && action.fadeValue() == 0) action.playFadedOut();
  if (action.fadeValue() > 0 || weight > 0) action.fadeTo(weight, seconds);
}

}  // namespace

/// The one action of a clip; with `extra` another one. `additive`: 1 or 0, or -1 for what the clip is.
CROSSFADE_WEB(crossfade_action)
AnimationAction* crossfadeAction(Character* character, int clip, int additive, int extra) {
  const ClipId id = character->rig.clipIds[static_cast<std::size_t>(clip)];
  const BlendMode own = character->rig.clip(clip).blendMode();
  const BlendMode mode = additive < 0 ? own : additive ? BlendMode::Additive : BlendMode::Normal;
  return extra ? &character->player.addAction(id, mode) : &character->player.clipAction(id, mode);
}

CROSSFADE_WEB(crossfade_action_get) double crossfadeActionGet(const AnimationAction* action, int field) {
  switch (static_cast<Field>(field)) {
    case Field::Time:
      return action->time;
    case Field::TimeScale:
      return action->timeScale;
    case Field::Weight:
      return action->weight;
    case Field::Repetitions:
      return action->repetitions;
    case Field::Loop:
      return static_cast<double>(action->loop);
    case Field::Clamps:
      return action->clampWhenFinished;
    case Field::Paused:
      return action->paused;
    case Field::Enabled:
      return action->enabled;
    case Field::SlopeAtStart:
      return action->zeroSlopeAtStart;
    case Field::SlopeAtEnd:
      return action->zeroSlopeAtEnd;
  }
  return 0;
}

/// NaN is ignored.
CROSSFADE_WEB(crossfade_action_set) void crossfadeActionSet(AnimationAction* action, int field, double value) {
  if (std::isnan(value)) return;
  const bool on = value != 0;
  switch (static_cast<Field>(field)) {
    case Field::Time:
      action->time = value;
      break;
    case Field::TimeScale:
      action->timeScale = value;
      break;
    case Field::Weight:
      action->weight = value;
      break;
    case Field::Repetitions:
      action->repetitions = value;
      break;
    case Field::Loop:
      action->loop = static_cast<Loop>(static_cast<int>(value));
      break;
    case Field::Clamps:
      action->clampWhenFinished = on;
      break;
    case Field::Paused:
      action->paused = on;
      break;
    case Field::Enabled:
      action->enabled = on;
      break;
    case Field::SlopeAtStart:
      action->zeroSlopeAtStart = on;
      break;
    case Field::SlopeAtEnd:
      action->zeroSlopeAtEnd = on;
      break;
  }
}

CROSSFADE_WEB(crossfade_action_mask)
void crossfadeActionMask(const Character* character, AnimationAction* action, int mask) {
  action->mask = mask < 0 ? nullptr : &character->rig.masks[static_cast<std::size_t>(mask)];
}

CROSSFADE_WEB(crossfade_action_fact) double crossfadeActionFact(const AnimationAction* action, int fact) {
  switch (static_cast<Fact>(fact)) {
    case Fact::EffectiveWeight:
      return action->getEffectiveWeight() * action->share();
    case Fact::EffectiveTimeScale:
      return action->getEffectiveTimeScale();
    case Fact::IsRunning:
      return action->isRunning();
    case Fact::IsScheduled:
      return action->isScheduled();
    case Fact::FadeValue:
      return action->fadeValue();
    case Fact::Phase:
      return action->duration() > 0 ? action->time / action->duration() : 0;
  }
  return 0;
}

/// `other`: of calls that have one.
CROSSFADE_WEB(crossfade_action_call)
void crossfadeActionCall(Character* character, AnimationAction* action, int call, double a, double b, double c,
                         AnimationAction* other) {
  Transition& transition = character->player.transition();
  switch (static_cast<Call>(call)) {
    case Call::Play:
      if (transition.isOutgoing(*action)) transition.forget(*action);
      action->play();
      break;
    case Call::Stop:
      transition.forget(*action);
      action->stop();
      break;
    case Call::Reset:
      action->reset();
      break;
    case Call::StartAt:
      action->startAt(a);
      break;
    case Call::SetEffectiveWeight:
      action->setEffectiveWeight(a);
      break;
    case Call::FadeIn:
      action->fadeIn(a);
      break;
    case Call::FadeOut:
      action->fadeOut(a);
      break;
    case Call::CrossFadeFrom:
      character->player.useThreeJsFades();
      action->crossFadeFrom(*other, a, b != 0);
      break;
    case Call::CrossFadeTo:
      character->player.useThreeJsFades();
      action->crossFadeTo(*other, a, b != 0);
      break;
    case Call::StopFading:
      action->stopFading();
      break;
    case Call::SetEffectiveTimeScale:
      action->setEffectiveTimeScale(a);
      break;
    case Call::SetDuration:
      action->setDuration(a);
      break;
    case Call::SyncWith:
      action->syncWith(*other);
      break;
    case Call::Halt:
      action->halt(a);
      break;
    case Call::Warp:
      action->warp(a, b, c);
      break;
    case Call::StopWarping:
      action->stopWarping();
      break;
    case Call::FadeTo:
      fadeTo(character->player, *action, a, b);
      break;
  }
}

}  // namespace crossfade::web
