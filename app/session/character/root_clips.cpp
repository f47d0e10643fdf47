#include "app/session/character/root_clips.h"

#include <cassert>
#include <cmath>
#include <utility>

#include "crossfade/travel/root_extraction.h"

namespace app {
namespace {

using crossfade::AnimationClip;
using crossfade::RootMotion;
using crossfade::RootTrack;

/// Faces another way at the end. A clip that spins once stays as it is: the floor would spin under it.
bool endsTurned(const RootMotion& motion) {
  return std::abs(std::remainder(motion.turn, 360.0)) > crossfade::kLeastTurn;
}

struct PlayedClip {
  AnimationClip clip;
  std::optional<RootTrack> track;
};

PlayedClip playedClip(const Model& model, int index, const RootSettings& settings, ClipStudy& study) {
  const AnimationClip& clip = model.clips[static_cast<std::size_t>(index)];
  if (settings.mode == RootMode::Keep) return {clip, {}};
  const RootMotion& motion = study.of(index).root;
  const crossfade::RootMotionParts parts{
      .height = settings.height,
      .turn = settings.turn && (settings.mode == RootMode::Auto ? endsTurned(motion) : motion.turns())};
  switch (chosenMode(settings, motion)) {
    case RootMode::Auto:
    case RootMode::Keep:
      break;
    case RootMode::Hold:
      return {crossfade::holdInPlace(model.skeleton, clip, motion.joint, parts), {}};
    case RootMode::Extract: {
      auto [held, track] = crossfade::extractRootMotion(model.skeleton, clip, motion.joint, parts);
      return {std::move(held), std::move(track)};
    }
    case RootMode::Feet:
      return {clip, RootTrack::steady(study.body(), clip.duration(), motion.feetVelocity)};
  }
  return {clip, {}};
}

}  // namespace

RootMode chosenMode(const RootSettings& settings, const RootMotion& motion) {
  if (settings.mode != RootMode::Auto) return settings.mode;
  if (motion.travels() || (settings.turn && endsTurned(motion))) return RootMode::Extract;
  return motion.speed() > 0 ? RootMode::Feet : RootMode::Keep;
}

RootClips rootClipsOf(const Model& model, const std::vector<ClipSettings>& settings, ClipStudy& study,
                      const RootClips* before, int changed) {
  RootClips made;
  for (std::size_t i = 0; i < model.clips.size(); ++i) {
    const int clip = static_cast<int>(i);
    PlayedClip played = before && clip != changed ? PlayedClip{before->clips[i], before->tracks[i]}
                                                  : playedClip(model, clip, settings[i].root, study);
    [[maybe_unused]] const crossfade::ClipId id = made.clips.add(std::move(played.clip));
    assert(id == model.clips.ids()[i]);
    made.tracks.push_back(std::move(played.track));
  }
  return made;
}

}  // namespace app
