#include "crossfade/travel/root_motion_mixer.h"

namespace crossfade {
namespace {

/// A running mean, so that nothing has to be stored.
struct Mean {
  RootDelta delta;
  double weight = 0;

  void add(const RootDelta& other, double otherWeight) {
    if (!(otherWeight > 0)) return;
    weight += otherWeight;
    const double part = otherWeight / weight;
    delta.translation += (other.translation - delta.translation) * part;
    delta.turn += (other.turn - delta.turn) * part;
  }
};

}  // namespace

RootDelta blend(std::span<const RootShare> shares) {
  Mean mean;
  for (const RootShare& share : shares) mean.add(share.delta, share.weight);
  return mean.delta;
}

void RootMotionMixer::setTrack(ClipId clip, RootTrack track) { tracks_.set(clip, std::move(track)); }
void RootMotionMixer::removeTrack(ClipId clip) { tracks_.remove(clip); }
const RootTrack* RootMotionMixer::findTrack(ClipId clip) const { return tracks_.find(clip); }

RootDelta RootMotionMixer::step(const AnimationMixer& mixer) const {
  Mean mean;
  for (const BlendEntry& entry : mixer.blendList()) {
    if (entry.blendMode == BlendMode::Additive) continue;
    const RootTrack* const track = tracks_.find(entry.clipId);
    const RootDelta step = track ? track->delta(entry.time - entry.moved, entry.time) : RootDelta{};
    const bool hasRoot = track && track->joint() != kNoJoint;
    const double covered = !entry.mask ? 1 : hasRoot ? static_cast<double>(entry.mask->weight(track->joint())) : 0;
    mean.add(step, entry.weight * covered);
  }
  return mean.delta;
}

}  // namespace crossfade
