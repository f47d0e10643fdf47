#include "crossfade/transition/detail/pose_blender.h"

namespace crossfade {

PoseBlender::PoseBlender(const ChannelLayout& layout, const Pose& rest)
    : shown_(layout, rest), probe_(layout, rest), orderFree_(layout, shown_.values()) {}

int PoseBlender::bind(int slot, const AnimationClip& clip) {
  orderFree_.bind(slot, clip);
  probe_.bind(slot, clip);
  return shown_.bind(slot, clip);
}

void PoseBlender::sampleClip(int slot, const AnimationClip& clip, double time, Pose& pose) {
  const BlendEntry alone{.slot = slot, .clip = &clip, .time = time, .weight = 1, .blendMode = clip.blendMode()};
  probe_.sample(std::span(&alone, 1));
  probe_.writePose(pose);
}

void PoseBlender::sample(ExactSampler& clips, std::span<const BlendEntry> entries, Pose& pose) {
  if (threeJsOrder) {
    clips.sample(entries);
    clips.writePose(pose);
  } else {
    orderFree_.sample(clips, entries);
    orderFree_.writePose(pose);
  }
}

}  // namespace crossfade
