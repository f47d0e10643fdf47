#include "crossfade/transition/detail/pose_blender.h"

namespace crossfade {

PoseBlender::PoseBlender(const ChannelLayout& layout, const Pose& rest)
    : shown_(layout, rest),
      probe_(layout, rest),
      signs_(layout.channels()),
      probeSigns_(signs_),
      ways_(layout.channels()) {
  shown_.endingsAtOnce = probe_.endingsAtOnce = true;
}

int PoseBlender::bind(int slot, const AnimationClip& clip) {
  signs_.reserve(slot + 1);
  probeSigns_.reserve(slot + 1);
  probe_.bind(slot, clip);
  return shown_.bind(slot, clip);
}

void PoseBlender::sampleClip(int slot, const AnimationClip& clip, double time, Pose& pose) {
  const BlendEntry alone{.slot = slot, .clip = &clip, .time = time, .weight = 1, .blendMode = clip.blendMode()};
  probe_.sampleInOrder(std::span(&alone, 1));
  probe_.writePose(pose);
}

void PoseBlender::sampleProbe(std::span<const BlendEntry> entries, Pose& pose) {
  if (!threeJsOrder) probeSigns_.continueFrom(signs_);
  sample(probe_, probeSigns_, entries, pose);
}

void PoseBlender::startLookingAhead() {
  probeSigns_.continueFrom(signs_);
  ways_.start();
}

void PoseBlender::lookAhead(std::span<const BlendEntry> entries, int targetSlot) {
  probe_.sampleOrderFree(entries, probeSigns_);
  ways_.add(probe_.layout().channels(), probe_.layers(), probeSigns_, targetSlot);
}

void PoseBlender::sample(PoseSampler& sampler, RotationSigns& signs, std::span<const BlendEntry> entries, Pose& pose) {
  if (threeJsOrder)
    sampler.sampleInOrder(entries);
  else
    sampler.sampleOrderFree(entries, signs);
  sampler.writePose(pose);
}

}  // namespace crossfade
