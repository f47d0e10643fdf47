// A fade's settings as the library takes them: the one place where playing, measuring and packing get them from.
#pragma once

#include <optional>

#include "app/session/character/settings/fade_settings.h"
#include "crossfade/transition/transition_set.h"

namespace app {

/// Without shape and mask, which belong to a player or a pack.
inline crossfade::TransitionSettings transitionSettingsOf(const FadeChoice& how) {
  return {.seconds = how.seconds,
          .kind = how.kind,
          .sync = how.sync,
          .endsMaskedLayers = how.layers ? std::optional(*how.layers == MaskedLayers::End) : std::nullopt,
          .fromPhase = how.fromPhase,
          .toPhase = how.toPhase};
}

inline crossfade::TransitionOptions transitionOptionsOf(const FadeSettings& how) {
  FadeChoice choice;
  overrideFields(choice, how);
  return transitionSettingsOf(choice).options();
}

}  // namespace app
