#include "crossfade/transition/transition_mixer.h"

#include <cassert>

namespace crossfade {

AnimationAction& TransitionMixer::clipAction(ClipId clip) {
  const AnimationClip* const data = mixer_.clips().find(clip);
  assert(data);
  return clipAction(clip, data ? data->blendMode() : BlendMode::Normal);
}

AnimationAction& TransitionMixer::clipAction(ClipId clip, BlendMode blendMode) {
  AnimationAction& action = mixer_.clipAction(clip, blendMode);
  shown_.reserve(static_cast<std::size_t>(action.slot()) + 1);
  return action;
}

void TransitionMixer::uncacheClip(ClipId clip) {
  for (const BlendMode blendMode : {BlendMode::Normal, BlendMode::Additive})
    if (const AnimationAction* const action = mixer_.existingAction(clip, blendMode)) transition_.forget(*action);
  mixer_.uncacheClip(clip);
  std::erase_if(shown_, [&](const BlendEntry& entry) { return entry.clipId == clip; });
}

void TransitionMixer::stopAll() {
  transition_.forget();
  transition_.takeChange();
  mixer_.stopAllAction();
  shown_.clear();
}

void TransitionMixer::restart() {
  stopAll();
  mixer_.timeScale = 1;
  mixer_.setTime(0);
}

void TransitionMixer::setCurve(CurveId id, const AnimationCurve& curve) {
  AnimationCurve* const known = mixer_.curves.find(id);
  assert(known);
  if (!known) return;
  *known = curve;
  transition_.noteCurveChange(id);
}

void TransitionMixer::update(double delta) {
  beginFrame();
  updateFurther(delta);
}

void TransitionMixer::updateFurther(double delta) {
  transition_.updateFurther(delta);
  shown_.clear();
  transition_.appendShown(shown_);
}

void TransitionMixer::extrapolate(double seconds, std::vector<BlendEntry>& entries) const {
  entries.clear();
  transition_.appendShown(entries);
  transition_.extrapolate(seconds, entries);
}

}  // namespace crossfade
