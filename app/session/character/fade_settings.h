// How the next cross-fade will be, as the panel is set.
#pragma once

#include "crossfade/transition/transition.h"

namespace app {

struct FadeSettings {
  int from = -1;  // -1: whatever plays
  int to = -1;    // -1: no clip chosen
  double seconds = 0.4;
  bool warp = false;  // both clips keep the same pace during the fade; without meaning when `sync` says how
  crossfade::TransitionKind kind = crossfade::TransitionKind::Inertial;
  crossfade::Sync sync = crossfade::Sync::None;
  int maskJoint = -1;  // the clip takes over from this joint down, and what plays goes on elsewhere; -1: the whole body
  int maskFeather = 2;  // joints over which the mask grows from nothing to all
  friend bool operator==(const FadeSettings&, const FadeSettings&) = default;

  /// The same habits with another model, whose clips and joints are others.
  FadeSettings forAnotherModel() const {
    FadeSettings settings = *this;
    settings.from = settings.to = settings.maskJoint = -1;
    return settings;
  }
};

}  // namespace app
