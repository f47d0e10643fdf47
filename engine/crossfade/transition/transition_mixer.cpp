#include "crossfade/transition/transition_mixer.h"

#include <algorithm>
#include <utility>

#include "crossfade/base/assert.h"

namespace crossfade {

AnimationAction& TransitionMixer::clipAction(ClipId clip) {
  const AnimationClip* const data = mixer_.clips().find(clip);
  return clipAction(clip, data ? data->blendMode() : BlendMode::Normal);
}

AnimationAction& TransitionMixer::clipAction(ClipId clip, BlendMode blendMode) {
  AnimationAction& action = mixer_.clipAction(clip, blendMode);
  shown_.reserve(static_cast<std::size_t>(action.slot()) + 1);
  return action;
}

AnimationAction& TransitionMixer::addAction(ClipId clip, BlendMode blendMode) {
  AnimationAction& action = mixer_.addAction(clip, blendMode);
  shown_.reserve(static_cast<std::size_t>(action.slot()) + 1);
  return action;
}

BlendSpacePlayer& TransitionMixer::addBlendSpace(const BlendSpace& space, Sync sync) {
  CROSSFADE_ASSERT(!space.samples().empty(), "TransitionMixer::addBlendSpace: the space has no samples");
  if (space.samples().empty()) return addBlendSpace(*BlendSpace::make({BlendSample{}}), sync);
  const AnimationClip* const first = mixer_.clips().find(space.samples().front().clip);
  std::vector<AnimationAction*> actions;
  for (const BlendSample& sample : space.samples())
    actions.push_back(&addAction(sample.clip, first ? first->blendMode() : BlendMode::Normal));
  spaces_.push_back(Owned<BlendSpacePlayer>(new BlendSpacePlayer(space, sync, mixer_, std::move(actions))));
  transition_.add(*spaces_.back());
  return *spaces_.back();
}

void TransitionMixer::removeBlendSpace(const BlendSpacePlayer& space) {
  const bool isOurs =
      std::any_of(spaces_.begin(), spaces_.end(), [&](const auto& each) { return each.get() == &space; });
  CROSSFADE_ASSERT(isOurs, "TransitionMixer::removeBlendSpace: the space is not one of this mixer");
  if (!isOurs) return;
  const auto isOfSpace = [&](const BlendEntry& entry) {
    return std::any_of(space.actions().begin(), space.actions().end(),
                       [&](const AnimationAction* action) { return action->slot() == entry.slot; });
  };
  std::erase_if(shown_, isOfSpace);
  transition_.remove(space);
  std::erase_if(spaces_, [&](const auto& each) { return each.get() == &space; });
}

void TransitionMixer::uncacheClip(ClipId clip) {
  const auto contains = [clip](const Owned<BlendSpacePlayer>& space) {
    const auto samples = space->space().samples();
    return std::any_of(samples.begin(), samples.end(), [&](const BlendSample& each) { return each.clip == clip; });
  };
  for (auto found = std::find_if(spaces_.begin(), spaces_.end(), contains); found != spaces_.end();
       found = std::find_if(spaces_.begin(), spaces_.end(), contains))
    removeBlendSpace(**found);
  transition_.forgetClip(clip);
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
  for (const auto& space : spaces_) space->moveTo(space->goal());
}

void TransitionMixer::setCurve(CurveId id, const AnimationCurve& curve) {
  AnimationCurve* const known = mixer_.curves.find(id);
  CROSSFADE_ASSERT(known, "TransitionMixer::setCurve: there is no curve with this id");
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
