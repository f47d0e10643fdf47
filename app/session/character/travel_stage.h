// The stage of a player's frame that moves the character as the root tracks of its clips say.
#ifndef APP_SESSION_CHARACTER_TRAVEL_STAGE_H
#define APP_SESSION_CHARACTER_TRAVEL_STAGE_H

#include <glm/vec3.hpp>

#include "app/session/character/root_clips.h"
#include "app/session/character/travel.h"
#include "app/session/character/travel_path.h"
#include "crossfade/mixer/animation_mixer.h"
#include "crossfade/travel/root_motion_mixer.h"

namespace app {

class TravelStage {
 public:
  /// Travels by these tracks, from the start; nullptr: stands still. They must outlive the stage.
  void use(const RootClips* roots);
  const RootClips* roots() const { return roots_; }
  bool isOn() const { return roots_ != nullptr; }
  /// After the mixer was advanced by `seconds`, which did not cross the end of a time cell.
  void advance(double seconds, const crossfade::AnimationMixer& mixer, TravelCell& cell, TravelState& state);
  /// Adds where it is now to the path.
  void addToPath(const crossfade::AnimationMixer& mixer, const TravelState& state);
  /// Per second, in the last advance that took time, relative to the heading.
  const glm::dvec3& velocity() const { return velocity_; }
  const TravelPath& path() const { return path_; }
  /// Forgets the way after a mixer time.
  void dropPathAfter(double time) { path_.dropAfter(time); }

 private:
  const RootClips* roots_ = nullptr;
  crossfade::RootMotionMixer tracks_;  // of roots_
  TravelPath path_;
  glm::dvec3 velocity_{0.0};
};

}  // namespace app

#endif  // APP_SESSION_CHARACTER_TRAVEL_STAGE_H
