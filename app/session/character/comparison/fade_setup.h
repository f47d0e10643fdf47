// All fades of a character as they are set now: plain values, for threads that measure them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/session/character/layers/named_masks.h"
#include "app/session/character/settings/fade_settings.h"
#include "app/session/character/settings/transition_cells.h"
#include "crossfade/curve/animation_curve.h"
#include "crossfade/skeleton/joint_mask.h"

namespace app {

/// The fade between two clips, what the transition set says about it included. At most kLongestFade long.
struct FadeAsSet {
  FadeSettings how;
  crossfade::AnimationCurve curve;
  std::optional<double> fromPhase = std::nullopt;
  std::optional<double> toPhase = std::nullopt;
};

struct FadeSetup {
  TransitionCells cells;
  FadeSettings panel;
  crossfade::AnimationCurve curve;
  std::vector<NamedMask> masks;

  /// Whether the panel still says the same; which clips it has chosen does not matter.
  bool isFor(FadeSettings otherPanel, const crossfade::AnimationCurve& otherCurve) const;
  FadeAsSet fade(int from, int to) const;
  /// None: the whole body.
  std::optional<crossfade::JointMask> maskOf(const FadeSettings& how, const crossfade::Skeleton& skeleton) const;
  /// A hash of all that the figures of this fade depend on, never 0.
  std::uint64_t keyOf(const FadeAsSet& fade) const;

 private:
  const NamedMask* named(int mask) const;
};

}  // namespace app
