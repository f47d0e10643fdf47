#include "app/model/root_clip.h"

#include <cmath>
#include <utility>

#include "crossfade/travel/root_extraction.h"

namespace app {
namespace {

/// Faces another way at the end. A clip that spins once stays as it is: the floor would spin under it.
bool endsTurned(const crossfade::RootMotion& motion) {
  return std::abs(std::remainder(motion.turn, 360.0)) > crossfade::kLeastTurn;
}

}  // namespace

RootMode chosenMode(const RootSettings& settings, const crossfade::RootMotion& motion) {
  if (settings.mode != RootMode::Auto) return settings.mode;
  if (motion.travels() || (settings.turn && endsTurned(motion))) return RootMode::Extract;
  return motion.speed() > 0 ? RootMode::Feet : RootMode::Keep;
}

RootClip rootClipOf(const crossfade::Skeleton& skeleton, const crossfade::AnimationClip& clip,
                    const RootSettings& settings, const crossfade::RootMotion& motion, int body) {
  const crossfade::RootMotionParts parts{
      .height = settings.height,
      .turn = settings.turn && (settings.mode == RootMode::Auto ? endsTurned(motion) : motion.turns())};
  switch (chosenMode(settings, motion)) {
    case RootMode::Auto:
    case RootMode::Keep:
      break;
    case RootMode::Hold:
      return {crossfade::holdInPlace(skeleton, clip, motion.joint, parts), {}};
    case RootMode::Extract: {
      auto [held, track] = crossfade::extractRootMotion(skeleton, clip, motion.joint, parts);
      return {std::move(held), std::move(track)};
    }
    case RootMode::Feet:
      return {{}, crossfade::RootTrack::steady(body, clip.duration(), motion.feetVelocity)};
  }
  return {};
}

}  // namespace app
