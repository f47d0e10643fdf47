#include "crossfade/transition/player_snapshot.h"

#include <algorithm>

#include "crossfade/base/assert.h"
#include "crossfade/transition/detail/pose_blender.h"
#include "crossfade/transition/transition_player.h"

namespace crossfade {

void PlayerSnapshot::saveSigns(const RotationSigns& signs) {
  signs_.joints = signs.joints;
  signs_.call = signs.call;
  signs_.fresh = signs.fresh;
  signs_.slots.clear();
  signs_.rotations.clear();
  signs_.slots.reserve(signs.clips.size());  // a blend may show them all; memory that is not used costs nothing
  signs_.rotations.reserve(signs.clips.size() * signs.joints.size());
  for (std::size_t slot = 0; slot < signs.clips.size(); ++slot) {
    const RotationSigns::Clip& clip = signs.clips[slot];
    if (clip.lastCall != signs.call) continue;
    signs_.slots.push_back(static_cast<int>(slot));
    signs_.rotations.insert(signs_.rotations.end(), clip.rotations.begin(), clip.rotations.end());
  }
}

void PlayerSnapshot::restoreSigns(RotationSigns& signs) const {
  signs.joints = signs_.joints;
  signs.call = signs_.call;
  signs.fresh = signs_.fresh;
  for (RotationSigns::Clip& clip : signs.clips) clip.lastCall = -1;
  auto rotation = signs_.rotations.begin();
  for (const int slot : signs_.slots) {
    signs.reserve(slot + 1);
    RotationSigns::Clip& clip = signs.clips[static_cast<std::size_t>(slot)];
    clip.lastCall = signs_.call;
    const auto next = rotation + static_cast<std::ptrdiff_t>(clip.rotations.size());
    std::copy(rotation, next, clip.rotations.begin());
    rotation = next;
  }
}

std::size_t PlayerSnapshot::bytes() const {
  const std::size_t joints = state_ ? state_->shown.locals.size() : 0;
  const std::size_t morphs = state_ ? state_->shown.morphWeights.size() : 0;
  const std::size_t state = joints * (4 * sizeof(Transform) + 3 * sizeof(JointOffset) + sizeof(double)) +
                            morphs * (4 * sizeof(float) + 3 * sizeof(double)) + joints + morphs;
  const std::size_t signs =
      signs_.joints.capacity() * sizeof(RotationSigns::Joint) + signs_.rotations.size() * sizeof(RotationSigns::Quat);
  return mixer_.bytes() + state + signs + (shown_.capacity() + before_.capacity()) * sizeof(BlendEntry);
}

void Transition::save(PlayerSnapshot& snapshot) const {
  PlayerSnapshot::SavedTransition& saved = snapshot.transition_;
  const std::size_t room = mixer_->actions_.size() + 1;
  saved.fades.clear();
  saved.fades.reserve(room);
  for (const LayerFade& fade : fades_) {
    saved.fades.push_back({.fade = fade, .target = fade.target->slot(), .from = fade.from ? fade.from->slot() : -1});
    saved.fades.back().fade.target = saved.fades.back().fade.from = nullptr;
  }
  saved.outgoing.clear();
  saved.outgoing.reserve(room);
  for (const Outgoing& each : outgoing_) saved.outgoing.push_back({.slot = each.action->slot(), .fade = each.fade});
  saved.others.clear();
  saved.others.reserve(room);
  for (const AnimationAction* action : others_) saved.others.push_back(action->slot());
  saved.spaces.clear();
  saved.spaces.reserve(spaces_.size());
  for (const BlendSpacePlayer* const space : spaces_) saved.spaces.push_back(space->now_);
  saved.lastId = lastId_;
  saved.jumpedOutside = jumpedOutside_;
}

void Transition::restore(const PlayerSnapshot& snapshot) {
  const PlayerSnapshot::SavedTransition& saved = snapshot.transition_;
  if (isRunning()) last_ = current();
  last_.target = last_.from = nullptr;
  fades_.clear();
  outgoing_.clear();
  others_.clear();
  for (const PlayerSnapshot::SavedFade& each : saved.fades) {
    AnimationAction* const target = mixer_->actionIn(each.target);
    if (!target) continue;  // uncached since
    fades_.push_back(each.fade);
    fades_.back().target = target;
    fades_.back().from = mixer_->actionIn(each.from);
  }
  for (const PlayerSnapshot::SavedOutgoing& each : saved.outgoing) {
    AnimationAction* const action = mixer_->actionIn(each.slot);
    const bool runs =
        std::any_of(fades_.begin(), fades_.end(), [&](const LayerFade& fade) { return fade.id == each.fade; });
    if (action && runs) outgoing_.push_back({.action = action, .fade = each.fade});
  }
  for (const int slot : saved.others)
    if (AnimationAction* const action = mixer_->actionIn(slot)) others_.push_back(action);
  lastId_ = saved.lastId;
  jumpedOutside_ = saved.jumpedOutside;
  for (std::size_t i = 0; i < spaces_.size() && i < saved.spaces.size(); ++i) spaces_[i]->now_ = saved.spaces[i];
  for (const AnimationAction* action : mixer_->activeActions()) cacheCycle(action->clipId());
  members_.reserve(mixer_->activeActions().size());
  synced_.reserve(mixer_->activeActions().size());
}

void TransitionMixer::save(PlayerSnapshot& snapshot) const {
  mixer_.save(snapshot.mixer_);
  transition_.save(snapshot);
  snapshot.shown_.reserve(shown_.capacity());
  snapshot.shown_ = shown_;
}

void TransitionMixer::restore(const PlayerSnapshot& snapshot) {
  mixer_.restore(snapshot.mixer_);
  transition_.restore(snapshot);
  restoreBlendList(snapshot.shown_, mixer_.clips(), shown_);
}

void TransitionPlayer::save(PlayerSnapshot& snapshot) const {
  mixing_->save(snapshot);
  snapshot.state_ = *state_;
  snapshot.saveSigns(blender_->signs());
  snapshot.threeJsOrder_ = blender_->threeJsOrder;
  snapshot.inertializeSeconds_ = inertializeSeconds_;
  snapshot.before_.reserve(before_.capacity());
  snapshot.before_ = before_;
}

void TransitionPlayer::restore(const PlayerSnapshot& snapshot) {
  if (snapshot.empty()) return;
  const Pose& shown = snapshot.state_->shown;
  const bool fits = shown.locals.size() == state_->shown.locals.size() &&
                    shown.morphWeights.size() == state_->shown.morphWeights.size() &&
                    snapshot.signs_.joints.size() == blender_->signs().joints.size();
  CROSSFADE_ASSERT(fits, "TransitionPlayer::restore: the snapshot is of other joints or values");
  if (!fits) return;
  mixing_->restore(snapshot);
  *state_ = *snapshot.state_;
  snapshot.restoreSigns(blender_->otherSigns());
  blender_->threeJsOrder = snapshot.threeJsOrder_;
  inertializeSeconds_ = snapshot.inertializeSeconds_;
  restoreBlendList(snapshot.before_, mixer().clips(), before_);
}

}  // namespace crossfade
