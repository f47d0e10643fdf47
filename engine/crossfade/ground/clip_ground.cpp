#include "crossfade/ground/clip_ground.h"

#include <algorithm>
#include <cmath>

namespace crossfade {

void ClipGround::set(ClipId clip, GroundContacts contacts) { clips_.set(clip, std::move(contacts)); }
void ClipGround::remove(ClipId clip) { clips_.remove(clip); }
const GroundContacts* ClipGround::find(ClipId clip) const { return clips_.find(clip); }

const GroundState& ClipGround::now(const AnimationMixer& mixer, double delta) {
  const auto contactsOf = [&](const BlendEntry& entry) {
    const GroundContacts* const contacts = find(entry.clipId);
    const bool counts = contacts && contacts->feet.size() == state_.contact.size() && !entry.mask;
    return counts && entry.blendMode == BlendMode::Normal ? contacts : nullptr;
  };
  double sum = 0;
  for (const BlendEntry& entry : mixer.blendList())
    if (contactsOf(entry)) sum += entry.weight;
  if (!(sum > 0)) return state_;
  const bool timePassed = std::isfinite(delta) && delta != 0;
  if (timePassed) state_.velocity = glm::dvec3(0.0);
  std::fill(state_.contact.begin(), state_.contact.end(), 0.0);
  for (const BlendEntry& entry : mixer.blendList()) {
    const GroundContacts* const contacts = contactsOf(entry);
    if (!contacts) continue;
    const double share = entry.weight / sum;
    if (timePassed) state_.velocity += contacts->groundVelocity * (entry.moved / delta * share);
    for (std::size_t foot = 0; foot < state_.contact.size(); ++foot)
      if (contacts->isInContact(foot, entry.time)) state_.contact[foot] += share;
  }
  return state_;
}

}  // namespace crossfade
