#include "crossfade/transition/player_snapshot.h"

#include <algorithm>

#include "crossfade/transition/detail/pose_blender.h"
#include "crossfade/transition/transition_player.h"

namespace crossfade {
namespace {

void saveSlots(std::span<AnimationAction* const> actions, std::size_t room, std::vector<int>& slots) {
  slots.clear();
  slots.reserve(room);
  for (const AnimationAction* action : actions) slots.push_back(action->slot());
}

}  // namespace

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
                            morphs * (4 * sizeof(float) + 3 * sizeof(double));
  const std::size_t signs =
      signs_.joints.capacity() * sizeof(RotationSigns::Joint) + signs_.rotations.size() * sizeof(RotationSigns::Quat);
  return mixer_.bytes() + state + signs + (shown_.capacity() + before_.capacity()) * sizeof(BlendEntry);
}

void Transition::save(PlayerSnapshot& snapshot) const {
  PlayerSnapshot::SavedTransition& saved = snapshot.transition_;
  saved.target = target_ ? target_->slot() : -1;
  saved.from = from_ ? from_->slot() : -1;
  saveSlots(outgoing_, mixer_->actions_.size(), saved.outgoing);
  saveSlots(others_, mixer_->actions_.size(), saved.others);
  saved.options = options_;
  saved.begin = begin_;
  saved.progressAtAnchor = progressAtAnchor_;
  saved.anchor = anchor_;
  saved.change = change_;
  saved.syncing = syncing_;
}

void Transition::restore(const PlayerSnapshot& snapshot) {
  const PlayerSnapshot::SavedTransition& saved = snapshot.transition_;
  const auto actionsIn = [this](const std::vector<int>& slots, std::vector<AnimationAction*>& actions) {
    actions.clear();
    for (const int slot : slots)
      if (AnimationAction* const action = mixer_->actionIn(slot)) actions.push_back(action);
  };
  target_ = mixer_->actionIn(saved.target);
  from_ = mixer_->actionIn(saved.from);
  actionsIn(saved.outgoing, outgoing_);
  actionsIn(saved.others, others_);
  options_ = saved.options;
  begin_ = saved.begin;
  progressAtAnchor_ = saved.progressAtAnchor;
  anchor_ = saved.anchor;
  change_ = saved.change;
  syncing_ = saved.syncing;
  for (const AnimationAction* action : mixer_->activeActions()) cacheCycle(action->clipId());
  members_.reserve(outgoing_.size() + 1);
  synced_.reserve(outgoing_.size() + 1);
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
  mixing_.save(snapshot);
  snapshot.state_ = state_;
  snapshot.saveSigns(blender_->signs());
  snapshot.threeJsOrder_ = blender_->threeJsOrder;
  snapshot.inertializeSeconds_ = inertializeSeconds_;
  snapshot.before_.reserve(before_.capacity());
  snapshot.before_ = before_;
}

void TransitionPlayer::restore(const PlayerSnapshot& snapshot) {
  if (snapshot.empty()) return;
  mixing_.restore(snapshot);
  state_ = *snapshot.state_;
  snapshot.restoreSigns(blender_->signs());
  blender_->threeJsOrder = snapshot.threeJsOrder_;
  inertializeSeconds_ = snapshot.inertializeSeconds_;
  restoreBlendList(snapshot.before_, mixer().clips(), before_);
}

}  // namespace crossfade
