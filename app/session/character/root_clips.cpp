#include "app/session/character/root_clips.h"

#include <cassert>
#include <utility>

#include "app/model/root_clip.h"

namespace app {

RootClips rootClipsOf(const Model& model, const std::vector<ClipSettings>& settings, ClipStudy& study,
                      const RootClips* before, int changed) {
  RootClips made;
  for (std::size_t i = 0; i < model.clips.size(); ++i) {
    const int clip = static_cast<int>(i);
    const bool isKept = before && clip != changed;
    RootClip played;
    if (!isKept && settings[i].root.mode != RootMode::Keep)
      played = rootClipOf(model.skeleton, model.clips[i], settings[i].root, study.of(clip).root, study.body());
    if (isKept) played = {.held = before->clips[i], .track = before->tracks[i]};
    if (!played.held) played.held = model.clips[i];
    [[maybe_unused]] const crossfade::ClipId id = made.clips.add(*std::move(played.held));
    assert(id == model.clips.ids()[i]);
    made.tracks.push_back(std::move(played.track));
  }
  return made;
}

}  // namespace app
