// Random commands that play, fade and set clips.
#ifndef TESTS_SUPPORT_RANDOM_PLAYBACK_H
#define TESTS_SUPPORT_RANDOM_PLAYBACK_H

#include <optional>
#include <random>

#include "app/session/character/settings/fade_settings.h"
#include "app/session/command.h"

namespace app::test {

/// For the first three clips of a model with two joints or more.
inline Command randomPlayback(std::mt19937& random) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned int>(n)); };
  const int clip = below(3);
  const auto kind = crossfade::kTransitionKinds[static_cast<std::size_t>(below(6))];
  const auto sync = static_cast<crossfade::Sync>(below(3));
  switch (below(20)) {
    case 0:
      return SetClip{clip, &ClipSettings::weight, 0.25 * (1 + below(4))};
    case 1:
      return SetClip{clip, &ClipSettings::timeScale, 0.5 + 0.5 * below(3)};
    case 2:
      return SetClip{clip, &ClipSettings::loop, static_cast<crossfade::Loop>(below(3))};
    case 3:
      return SetFadeSettings{{.to = clip, .seconds = 0.1 * (1 + below(9)), .warp = below(2) == 0, .kind = kind}};
    case 4:
      return FadeIn{clip, 0.3};
    case 5:
      return FadeOut{clip, 0.3};
    case 6:
      return PlayClip{clip};
    case 7:
      return Halt{clip, 0.2};
    case 8:
      return SetClipTime{clip, 0.3};
    case 9:
      return SetSpeed{0.5 + 0.5 * below(3)};
    case 10:
      return SetFadeCurve{fadeCurve(static_cast<FadeCurvePreset>(below(4)))};
    case 11:
      return FadeTo{.clip = clip, .how = {.seconds = 0.6, .kind = kind, .maskJoint = 1}};
    case 12:
      return SetClipDuration{clip, 0.5 + below(3)};
    case 13:
      return SyncClip{clip, (clip + 1) % 3};
    case 14:
      return WarpClip{.clip = clip, .to = 0.5 * below(4), .seconds = 0.3};
    case 15:
      return StopWarping{clip};
    default:
      return FadeTo{.clip = clip,
                    .how = {.kind = kind,
                            .sync = sync,
                            .curve = below(2) == 0 ? std::optional(fadeCurve(FadeCurvePreset::EaseIn)) : std::nullopt}};
  }
}

}  // namespace app::test

#endif  // TESTS_SUPPORT_RANDOM_PLAYBACK_H
