#include "app/session/character/travel_stage.h"

#include <limits>

namespace app {

void TravelStage::use(const RootClips* roots) {
  roots_ = roots;
  velocity_ = glm::dvec3(0.0);
  path_.dropAfter(-std::numeric_limits<double>::infinity());
  tracks_ = {};
  if (!roots) return;
  for (std::size_t i = 0; i < roots->tracks.size(); ++i)
    if (roots->tracks[i]) tracks_.setTrack(roots->clips.ids()[i], *roots->tracks[i]);
}

void TravelStage::advance(double seconds, const crossfade::AnimationMixer& mixer, TravelCell& cell,
                          TravelState& state) {
  if (!roots_) return;
  const glm::dvec3 before = tracks_.step(cell.motion.motions).translation;
  cell.motion.add(mixer, seconds);
  const double passed = cell.motion.seconds;
  const crossfade::RootDelta step = tracks_.step(cell.motion.motions);
  if (seconds > crossfade::kSameTime) velocity_ = (step.translation - before) / seconds;
  state = cell.begin;
  app::advance(state, step, passed);
  if (!crossfade::isTimeCellBegin(mixer.time())) return;
  cell.begin = state;
  cell.motion.clear();
}

void TravelStage::addToPath(const crossfade::AnimationMixer& mixer, const TravelState& state) {
  if (roots_) path_.add(mixer.time(), state.at.translation);
}

}  // namespace app
