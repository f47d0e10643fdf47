// Fades, their curves and markers, and blend spaces.
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "character.h"
#include "crossfade/transition/transition_set.h"
#include "surface.h"

namespace crossfade::web {
namespace {

bool hasFinished(const AnimationAction& action) {
  const bool atAnEnd = action.time <= 0 || action.time >= action.duration();
  return action.paused && (action.loop == Loop::Once || (std::isfinite(action.repetitions) && atAnEnd));
}

/// A fade to a clip that stands still sets it going; to one that has ended, from its start.
void resume(AnimationAction& action) {
  if (!action.paused) return;
  if (hasFinished(action)) action.restart();
  action.paused = false;
  action.stopWarping();
}

const JointMask* maskOf(const Character& character, int mask) {
  return mask < 0 ? nullptr : &character.rig.masks[static_cast<std::size_t>(mask)];
}

/// The blend space whose lead the action is; none: nullptr.
BlendSpacePlayer* spaceOf(const Character& character, const AnimationAction& lead) {
  if (!lead.blendSpace()) return nullptr;
  for (const auto& space : character.player.blendSpaces())
    if (&space->lead() == &lead) return &*space;
  return nullptr;
}

FadeShape shapeOf(const Character& character, int curve) {
  return curve < 0 ? kSmoothFade : alongCurve(character.curves[static_cast<std::size_t>(curve)]);
}

}  // namespace

/// Starts a fade to an action, or to the lead of a blend space, from whatever is on screen. `curve`: an index, or -1
/// for the smooth one; `mask`: an index, or -1 for the whole body; `toPhase`: the phase at which a target that is not
/// visible comes in, or NaN. 0: it did not start.
CROSSFADE_WEB(crossfade_to)
int crossfadeTo(Character* character, AnimationAction* target, double seconds, int kind, int curve, int sync, int mask,
                int endsMaskedLayers, double toPhase) {
  BlendSpacePlayer* const space = spaceOf(*character, *target);
  if (!space) resume(*target);
  const bool wasVisible = target->fadeValue() > 0;
  const TransitionSettings settings{.seconds = seconds,
                                    .kind = static_cast<TransitionKind>(kind),
                                    .shape = shapeOf(*character, curve),
                                    .sync = static_cast<Sync>(sync),
                                    .mask = maskOf(*character, mask),
                                    .endsMaskedLayers = endsMaskedLayers != 0,
                                    .toPhase = space || std::isnan(toPhase) ? std::nullopt : std::optional(toPhase)};
  Transition& transition = character->player.transition();
  if (!start(transition, *target, settings)) return 0;
  if (space && !wasVisible && !std::isnan(toPhase)) space->setPhase(toPhase);
  const bool ofSpace = target->blendSpace() || (transition.from() && transition.from()->blendSpace());
  const bool hasTempo = settings.sync != Sync::None || ofSpace || transition.fades().back().onlyEnds;
  if (!hasTempo && target->isWarping())  // left over from an earlier fade
    target->warpBetween(target->warpValue(), 1, transition.remaining());
  return 1;
}

/// Shows the action alone and in full from the next frame on, at its beginning unless it shows already.
CROSSFADE_WEB(crossfade_play) void crossfadePlay(Character* character, AnimationAction* target) {
  resume(*target);
  if (target->fadeValue() == 0 && !target->blendSpace()) target->stop();
  character->player.transition().to(*target, {.seconds = 0, .endsMaskedLayers = true});
}

/// Of the current fade: what it goes to, or 0. Below: its progress, 0 to 1, or 1 without a fade.
CROSSFADE_WEB(crossfade_fade_target) const AnimationAction* crossfadeFadeTarget(const Character* character) {
  return character->player.transition().target();
}
/// What it comes from, or 0.
CROSSFADE_WEB(crossfade_fade_from) const AnimationAction* crossfadeFadeFrom(const Character* character) {
  return character->player.transition().from();
}
CROSSFADE_WEB(crossfade_fade_progress) double crossfadeFadeProgress(const Character* character) {
  const Transition& transition = character->player.transition();
  return transition.isRunning() ? transition.progress() : 1;
}
CROSSFADE_WEB(crossfade_fade_set_seconds) void crossfadeFadeSetSeconds(Character* character, double seconds) {
  if (character->player.transition().isRunning()) character->player.transition().setSeconds(seconds);
}
CROSSFADE_WEB(crossfade_fade_set_kind) void crossfadeFadeSetKind(Character* character, int kind, int curve) {
  Transition& transition = character->player.transition();
  if (transition.isRunning()) transition.setKind(static_cast<TransitionKind>(kind), shapeOf(*character, curve));
}

/// The index of a curve that fades may follow, or -1. Seven numbers for each key: time, value, slope before, slope
/// after (infinite: a step), which tangents have a length of their own (WeightedMode), and those lengths.
CROSSFADE_WEB(crossfade_curve) int crossfadeCurve(Character* character, const double* keys, int keyCount) {
  std::vector<CurveKey> list;
  for (int i = 0; i < keyCount; ++i, keys += 7)
    list.push_back({.time = keys[0],
                    .value = keys[1],
                    .inTangent = keys[2],
                    .outTangent = keys[3],
                    .weightedMode = static_cast<WeightedMode>(static_cast<int>(keys[4])),
                    .inWeight = keys[5],
                    .outWeight = keys[6]});
  auto curve = AnimationCurve::make(std::move(list));
  if (!curve) return setError(curve.error()), -1;
  character->curves.push_back(character->player.addCurve(*curve));
  return static_cast<int>(character->curves.size()) - 1;
}

/// Named points of a clip's cycle: names separated by zeros, times in seconds. None: removes them. 0: not possible.
CROSSFADE_WEB(crossfade_markers)
int crossfadeMarkers(Character* character, int clip, const char* names, const double* times, int count) {
  const ClipId id = character->rig.clipIds[static_cast<std::size_t>(clip)];
  if (count == 0) return character->player.transition().removeMarkers(id), 1;
  std::vector<SyncMarker> markers;
  for (int i = 0; i < count; ++i) {
    markers.push_back({.name = names, .time = times[i]});
    names += markers.back().name.size() + 1;
  }
  auto made = SyncMarkers::make(std::move(markers), character->rig.clip(clip).duration());
  if (!made) return setError(made.error()), 0;
  return character->player.transition().setMarkers(id, *std::move(made)), 1;
}

/// A blend space. Four numbers for each sample: clip, x, y, time scale. 0: not possible.
CROSSFADE_WEB(crossfade_space)
BlendSpacePlayer* crossfadeSpace(Character* character, const double* samples, int count, int sync) {
  std::vector<BlendSample> list;
  for (int i = 0; i < count; ++i, samples += 4)
    list.push_back({.clip = character->rig.clipIds[static_cast<std::size_t>(samples[0])],
                    .at = {samples[1], samples[2]},
                    .timeScale = samples[3]});
  auto space = BlendSpace::make(std::move(list));
  if (!space) return setError(space.error()), nullptr;
  return &character->player.addBlendSpace(*space, static_cast<Sync>(sync));
}
/// What crossfade_to fades to.
CROSSFADE_WEB(crossfade_space_lead) const AnimationAction* crossfadeSpaceLead(const BlendSpacePlayer* space) {
  return &space->lead();
}
CROSSFADE_WEB(crossfade_space_move_to)
void crossfadeSpaceMoveTo(BlendSpacePlayer* space, double x, double y, double seconds) {
  space->moveTo({x, y}, seconds);
}

}  // namespace crossfade::web
