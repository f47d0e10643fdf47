#include "crossfade/transition/detail/fade_scope.h"

#include <algorithm>

namespace crossfade {
namespace {

constexpr double kInFull = 1 - 1e-6;  // of a layer that covers what is below

/// Whether the clips of one layer cover the channel.
bool isCovered(std::span<const ScopeClip> above, std::size_t channel, int node) {
  for (const ScopeClip& clip : above) {
    double sum = 0;
    for (const ScopeClip& other : above)
      if (other.mask == clip.mask && other.present[channel]) sum += other.weight;
    if (std::min(sum, 1.0) * static_cast<double>(clip.mask ? clip.mask->weight(node) : 1) >= kInFull) return true;
  }
  return false;
}

}  // namespace

FadeScope::FadeScope(const ChannelLayout& layout)
    : joints_(static_cast<std::size_t>(layout.jointCount())),
      morphs_(static_cast<std::size_t>(layout.valueCount() - layout.jointCount() * kValuesPerJoint)) {}

TransitionScope FadeScope::of(const ChannelLayout& layout, std::span<const ScopeClip> faded,
                              std::span<const ScopeClip> above) {
  std::fill(joints_.begin(), joints_.end(), std::uint8_t{0});
  std::fill(morphs_.begin(), morphs_.end(), std::uint8_t{0});
  const int firstMorph = layout.jointCount() * kValuesPerJoint;
  const auto channels = layout.channels();
  for (std::size_t channel = 0; channel < channels.size(); ++channel) {
    const ChannelSlot& slot = channels[channel];
    const bool moves = std::any_of(faded.begin(), faded.end(), [&](const ScopeClip& clip) {
      return clip.present[channel] && (!clip.mask || clip.mask->weight(slot.node) > 0);
    });
    if (!moves || isCovered(above, channel, slot.node)) continue;
    if (slot.offset < firstMorph)
      joints_[static_cast<std::size_t>(slot.offset / kValuesPerJoint)] = 1;
    else
      std::fill_n(morphs_.begin() + (slot.offset - firstMorph), slot.size, std::uint8_t{1});
  }
  return {.joints = joints_, .morphs = morphs_};
}

TransitionScope FadeScope::inTransition(const TransitionState& state, TransitionScope scope) {
  const auto mark = [](std::span<const std::uint8_t> in, std::span<const std::uint8_t> clocks,
                       std::vector<std::uint8_t>& marks) {
    for (std::size_t i = 0; i < marks.size(); ++i) marks[i] = (in.empty() || in[i] != 0) && clocks[i] != kNoClock;
  };
  mark(scope.joints, state.jointClocks, joints_);
  mark(scope.morphs, state.morphClocks, morphs_);
  return {.joints = joints_, .morphs = morphs_};
}

}  // namespace crossfade
