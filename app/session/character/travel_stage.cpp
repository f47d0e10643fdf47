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

void TravelStage::advance(double seconds, const crossfade::AnimationMixer& mixer, TravelState& state) {
  if (!roots_) return;
  const crossfade::RootDelta step = tracks_.step(mixer);
  if (seconds > 0) velocity_ = step.translation / seconds;
  app::advance(state, step, seconds);
  path_.add(mixer.time(), state.at.translation);
}

}  // namespace app
