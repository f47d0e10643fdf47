// Settings of the next cross-fade.
#ifndef APP_SESSION_CHARACTER_FADE_SETTINGS_H
#define APP_SESSION_CHARACTER_FADE_SETTINGS_H

#include "app/fields/engine_words.h"
#include "crossfade/transition/transition.h"

namespace app {

inline constexpr double kMaxFadeSeconds = 3600;
inline constexpr int kMaxMaskFeather = 64;

/// The fields of a fade, wherever one is described: in the panel, a script, the queue, the set, a comparison.
namespace fade_fields {
constexpr auto seconds(auto get) { return Field{"seconds", "Fade length", get, {0, kMaxFadeSeconds}, "s"}; }
constexpr auto kind(auto get) { return Field{"kind", "Fade kind", get}; }
constexpr auto sync(auto get) { return Field{"sync", "Fade sync", get}; }
constexpr auto mask(auto get) { return referenceField<Reference::Mask>("mask", "Fade mask", get); }
constexpr auto feather(auto get) { return Field{"feather", "Mask feather", get, {0, kMaxMaskFeather}}; }
constexpr auto layers(auto get) { return Field{"layers", "Masked layers", get}; }
constexpr auto curve(auto get) { return Field{"curve", "Fade curve", get}; }
constexpr auto entry(auto get) { return Field{"entry", "Entry phase", get, {0, 1}}; }
}  // namespace fade_fields

/// What masked layers do when a clip takes over the whole body.
enum class MaskedLayers { Keep, End };
template <>
inline constexpr std::array<std::string_view, 2> kWords<MaskedLayers>{"keep", "end"};

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

constexpr auto fieldsOf(const FadeSettings*) {
  return std::tuple{
      referenceField<Reference::Clip>("from", "From", &FadeSettings::from),
      referenceField<Reference::Clip>("to", "To", &FadeSettings::to),
      fade_fields::seconds(&FadeSettings::seconds),
      fade_fields::kind(&FadeSettings::kind),
      fade_fields::sync(&FadeSettings::sync),
      Field{"warp", "Fade tempo", &FadeSettings::warp},
      fade_fields::mask(&FadeSettings::maskJoint),
      fade_fields::feather(&FadeSettings::maskFeather),
      fade_fields::layers(&FadeSettings::layers),
  };
}

}  // namespace app

#endif  // APP_SESSION_CHARACTER_FADE_SETTINGS_H
