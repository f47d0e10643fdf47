#include "crossfade/ground/clip_ground.h"

#include <algorithm>
#include <cmath>

namespace crossfade {

void ClipGround::set(ClipId clip, GroundContacts contacts) { clips_.set(clip, std::move(contacts)); }
void ClipGround::remove(ClipId clip) { clips_.remove(clip); }
const GroundContacts* ClipGround::find(ClipId clip) const { return clips_.find(clip); }

const GroundContacts* ClipGround::contactsOf(ClipId clip, const JointMask* mask, BlendMode blendMode) const {
  const GroundContacts* const contacts = mask || blendMode != BlendMode::Normal ? nullptr : find(clip);
  return contacts && contacts->feet.size() == state_.contact.size() ? contacts : nullptr;
}

const GroundState& ClipGround::now(const AnimationMixer& mixer, double delta) {
  double sum = 0;
  for (const BlendEntry& entry : mixer.blendList())
    if (contactsOf(entry.clipId, entry.mask, entry.blendMode)) sum += entry.weight;
  if (!(sum > 0)) return state_;
  std::fill(state_.contact.begin(), state_.contact.end(), 0.0);
  for (const BlendEntry& entry : mixer.blendList()) {
    const GroundContacts* const contacts = contactsOf(entry.clipId, entry.mask, entry.blendMode);
    if (!contacts) continue;
    for (std::size_t foot = 0; foot < state_.contact.size(); ++foot)
      if (contacts->isInContact(foot, entry.time)) state_.contact[foot] += entry.weight / sum;
  }
  if (std::isfinite(delta) && delta != 0) state_.velocity = movedIn(mixer) / delta;
  return state_;
}

/// With the mean weights of the update.
glm::dvec3 ClipGround::movedIn(const AnimationMixer& mixer) const {
  glm::dvec3 moved(0.0);
  double sum = 0;
  for (const ActionMotion& motion : mixer.motions()) {
    const GroundContacts* const contacts = contactsOf(motion.clip, motion.mask, motion.blendMode);
    if (!contacts) continue;
    moved += contacts->groundVelocity * (motion.moved * motion.weightSeconds);
    sum += motion.weightSeconds;
  }
  return sum > 0 ? moved / sum : moved;
}

}  // namespace crossfade
