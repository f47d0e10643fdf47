#include "crossfade/travel/root_motion_mixer.h"

#include <algorithm>

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

RootDelta RootMotionMixer::step(std::span<const ActionMotion> motions) const {
  Mean mean;
  for (const ActionMotion& motion : motions) {
    if (motion.blendMode == BlendMode::Additive) continue;
    const RootTrack* const track = tracks_.find(motion.clip);
    const RootDelta step = track ? track->delta(motion.time - motion.moved, motion.time) : RootDelta{};
    const bool hasRoot = track && track->joint() != kNoJoint;
    const double covered = !motion.mask ? 1 : hasRoot ? static_cast<double>(motion.mask->weight(track->joint())) : 0;
    mean.add(step, motion.weightSeconds * covered);
  }
  return mean.delta;
}

void RootCell::add(const AnimationMixer& mixer, double passed) {
  seconds += passed;
  motions.resize(std::max(motions.size(), mixer.motions().size()));
  for (std::size_t slot = 0; slot < mixer.motions().size(); ++slot) {
    const ActionMotion& more = mixer.motions()[slot];
    if (!(more.weightSeconds > 0) && more.moved == 0) continue;
    ActionMotion& sum = motions[slot];
    const double moved = sum.moved + more.moved, weightSeconds = sum.weightSeconds + more.weightSeconds;
    sum = more;
    sum.moved = moved;
    sum.weightSeconds = weightSeconds;
  }
}

void RootCell::clear() {
  seconds = 0;
  std::fill(motions.begin(), motions.end(), ActionMotion{});
}

}  // namespace crossfade
