// Settings of the next cross-fade.
#ifndef APP_SESSION_CHARACTER_FADE_SETTINGS_H
#define APP_SESSION_CHARACTER_FADE_SETTINGS_H

#include "crossfade/transition/transition.h"

namespace app {

inline constexpr double kMaxFadeSeconds = 3600;
inline constexpr int kMaxMaskFeather = 64;

/// What masked layers do when a clip takes over the whole body.
enum class MaskedLayers { Keep, End };

struct FadeSettings {
  int from = -1;         // -1: whatever plays
  int to = -1;           // -1: no clip chosen
  double seconds = 0.4;  // the viewer's default; the library's own is in TransitionOptions
  bool warp = false;     // both clips share one tempo during the fade; ignored unless `sync` is None
  crossfade::TransitionKind kind = crossfade::kDefaultTransitionKind;
  crossfade::Sync sync = crossfade::Sync::None;
  int maskJoint = -1;   // the clip takes over from this joint down, the rest keeps playing; -1: whole body; or a mask
                        // with a name, see named_masks.h
  int maskFeather = 2;  // joints over which the mask grows from 0 to 1
  MaskedLayers layers = MaskedLayers::Keep;
  friend bool operator==(const FadeSettings&, const FadeSettings&) = default;

  /// The same settings for a model with other clips and joints.
  FadeSettings forAnotherModel() const {
    FadeSettings settings = *this;
    settings.from = settings.to = settings.maskJoint = -1;
    return settings;
  }
};

}  // namespace app

#endif  // APP_SESSION_CHARACTER_FADE_SETTINGS_H
