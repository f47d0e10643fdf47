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
  if (!snapshot.signs_) snapshot.signs_ = blender_->signs();
  snapshot.signs_->continueFrom(blender_->signs());
  snapshot.threeJsOrder_ = blender_->threeJsOrder;
  snapshot.inertializeSeconds_ = inertializeSeconds_;
  snapshot.before_.reserve(before_.capacity());
  snapshot.before_ = before_;
}

void TransitionPlayer::restore(const PlayerSnapshot& snapshot) {
  if (snapshot.empty()) return;
  mixing_.restore(snapshot);
  state_ = *snapshot.state_;
  blender_->continueFrom(*snapshot.signs_);
  blender_->threeJsOrder = snapshot.threeJsOrder_;
  inertializeSeconds_ = snapshot.inertializeSeconds_;
  restoreBlendList(snapshot.before_, mixer().clips(), before_);
}

}  // namespace crossfade
