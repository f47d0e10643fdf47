// The clips of a model as they play on the treadmill and in travel: held in place, with tracks of what was taken.
#ifndef APP_SESSION_CHARACTER_ROOT_CLIPS_H
#define APP_SESSION_CHARACTER_ROOT_CLIPS_H

#include <optional>
#include <vector>

#include "app/model/model.h"
#include "app/session/character/clip_settings.h"
#include "app/session/character/clip_study.h"
#include "crossfade/travel/root_track.h"

namespace app {

struct RootClips {
  crossfade::ClipSet clips;                                 // under the same ids as the model's
  std::vector<std::optional<crossfade::RootTrack>> tracks;  // by clip; none: it does not move the character
};

/// Measures clips that are not measured yet, unless they are to be kept. With `before` only `changed` is made again.
RootClips rootClipsOf(const Model& model, const std::vector<ClipSettings>& settings, ClipStudy& study,
                      const RootClips* before = nullptr, int changed = -1);

}  // namespace app

#endif  // APP_SESSION_CHARACTER_ROOT_CLIPS_H
