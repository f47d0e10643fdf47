// The transitions of a game: how each clip or blend space takes over from each other one.
//
//   TransitionSet set;
//   set.set({}, {.seconds = 0.25});                           // every transition
//   set.set({.to = hit}, {.seconds = 0.05});                  // into hit
//   set.set({walk, run}, {.seconds = 0.15, .sync = Sync::Phase});
//   start(player.transition(), player.clipAction(run), set.resolve(walk, run));
//   set.set({hit, ClipOrSpace::ofSpace(0)}, {.seconds = 0.4});  // from hit to the first of your blend spaces
//   start(player.transition(), gaits.lead(), set.resolve(hit, ClipOrSpace::ofSpace(0)));
#ifndef CROSSFADE_TRANSITION_TRANSITION_SET_H
#define CROSSFADE_TRANSITION_TRANSITION_SET_H

#include <optional>

#include "crossfade/base/export.h"
#include "crossfade/transition/transition.h"
#include "crossfade/transition/transition_table.h"

namespace crossfade {

/// Fields without a value are inherited, in the end from TransitionOptions.
struct CROSSFADE_API TransitionSettings {
  std::optional<double> seconds = std::nullopt;
  std::optional<TransitionKind> kind = std::nullopt;
  std::optional<FadeShape> shape = std::nullopt;
  std::optional<Sync> sync = std::nullopt;
  std::optional<const JointMask*> mask = std::nullopt;  // nullptr: everywhere. Must outlive its use.
  std::optional<bool> endsMaskedLayers = std::nullopt;
  /// The phase of the first clip, 0 to 1, at which the transition is meant to begin. Waiting for it is up to you.
  std::optional<double> fromPhase = std::nullopt;
  /// The phase of the target, 0 to 1, at which it comes in; see start().
  std::optional<double> toPhase = std::nullopt;

  /// Takes over what is unset here.
  void inherit(const TransitionSettings& from);
  /// With the defaults for what is unset.
  TransitionOptions options(const TransitionOptions& defaults = {}) const;
  friend bool operator==(const TransitionSettings&, const TransitionSettings&) = default;
};

using TransitionSet = TransitionTable<TransitionSettings>;

/// Transition::to with these settings, and its result. A target that is not visible yet comes in at `toPhase`; without
/// one at its beginning, or with a sync where that puts it.
CROSSFADE_API bool start(Transition& transition, AnimationAction& target, const TransitionSettings& settings,
                         const TransitionOptions& defaults = {});

}  // namespace crossfade

#endif  // CROSSFADE_TRANSITION_TRANSITION_SET_H
