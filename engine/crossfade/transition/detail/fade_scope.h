// Which joints and morph weights the fade of one layer moves, so that it leaves all others to the fades they are in.
#ifndef CROSSFADE_TRANSITION_DETAIL_FADE_SCOPE_H
#define CROSSFADE_TRANSITION_DETAIL_FADE_SCOPE_H

#include <cstdint>
#include <span>
#include <vector>

#include "crossfade/pose/channel_layout.h"
#include "crossfade/skeleton/joint_mask.h"
#include "crossfade/transition/transition_state.h"

namespace crossfade {

/// A clip of the fade, or of a layer above it.
struct ScopeClip {
  std::span<const std::uint8_t> present;  // per channel: whether the clip animates it
  const JointMask* mask = nullptr;
  double weight = 1;  // read only of a layer above
};

class FadeScope {
 public:
  explicit FadeScope(const ChannelLayout& layout);

  /// Where clips of the fade show: their masks are above 0, and no layer above covers them in full. Valid until the
  /// next call.
  TransitionScope of(const ChannelLayout& layout, std::span<const ScopeClip> faded, std::span<const ScopeClip> above);

  /// What of the scope is in a transition. Valid until the next call.
  TransitionScope inTransition(const TransitionState& state, TransitionScope scope);

 private:
  std::vector<std::uint8_t> joints_, morphs_;
};

}  // namespace crossfade

#endif  // CROSSFADE_TRANSITION_DETAIL_FADE_SCOPE_H
