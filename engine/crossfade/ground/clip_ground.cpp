#include "crossfade/ground/clip_ground.h"

#include <algorithm>

namespace crossfade {

void ClipGround::set(ClipId clip, GroundContacts contacts) {
  remove(clip);
  clips_.emplace_back(clip, std::move(contacts));
}

void ClipGround::remove(ClipId clip) {
  std::erase_if(clips_, [clip](const auto& each) { return each.first == clip; });
}

const GroundContacts* ClipGround::find(ClipId clip) const {
  const auto found =
      std::find_if(clips_.begin(), clips_.end(), [clip](const auto& each) { return each.first == clip; });
  return found == clips_.end() ? nullptr : &found->second;
}

const GroundState& ClipGround::now(const AnimationMixer& mixer) {
  const auto contactsOf = [&](const BlendEntry& entry) {
    const GroundContacts* const contacts = find(entry.clipId);
    const bool counts = contacts && contacts->feet.size() == state_.down.size() && !entry.mask;
    return counts && entry.blendMode == BlendMode::Normal ? contacts : nullptr;
  };
  double sum = 0;
  for (const BlendEntry& entry : mixer.blendList())
    if (contactsOf(entry)) sum += entry.weight;
  if (!(sum > 0)) return state_;
  state_.velocity = glm::dvec3(0.0);
  std::fill(state_.down.begin(), state_.down.end(), 0.0);
  for (const BlendEntry& entry : mixer.blendList()) {
    const GroundContacts* const contacts = contactsOf(entry);
    if (!contacts) continue;
    const double share = entry.weight / sum;
    const AnimationAction* const action = mixer.existingAction(entry.clipId, entry.blendMode);
    const double speed = action && action->isRunning() ? action->getEffectiveTimeScale() * mixer.timeScale : 0;
    state_.velocity += contacts->groundVelocity * (mixer.clipsRunBackwards ? -speed * share : speed * share);
    for (std::size_t foot = 0; foot < state_.down.size(); ++foot)
      if (contacts->isDown(foot, entry.time)) state_.down[foot] += share;
  }
  return state_;
}

}  // namespace crossfade
