// The step of a character in a frame: what its clips travel, blended by their weights.
//
//   RootMotionMixer root;
//   root.setTrack(walk, extracted.track);
//   each frame: player.advance(seconds, pose); const RootDelta step = root.step(player.mixer());
#ifndef CROSSFADE_TRAVEL_ROOT_MOTION_MIXER_H
#define CROSSFADE_TRAVEL_ROOT_MOTION_MIXER_H

#include <span>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/base/id_map.h"
#include "crossfade/clip/clip_set.h"
#include "crossfade/mixer/animation_mixer.h"
#include "crossfade/travel/root_track.h"

namespace crossfade {

struct RootShare {
  RootDelta delta;
  double weight = 0;
};
/// The weighted mean of all steps. They take the same time, so this blends velocities. Weights of 0 and below do not
/// count; without any others, the step is zero. No allocation.
CROSSFADE_API RootDelta blend(std::span<const RootShare> shares);

/// What a character's clips have done since the last multiple of kTimeCell of mixer time: summed up cell by cell, its
/// way does not depend on frames.
struct CROSSFADE_API RootCell {
  double seconds = 0;
  std::vector<ActionMotion> motions;  // by slot

  /// After an update that took `passed` seconds of mixer time and did not cross the end of a cell. Allocates only if
  /// the mixer has new slots.
  void add(const AnimationMixer& mixer, double passed);
  /// The next cell begins.
  void clear();
};

/// The root tracks of one character's clips. A step follows the mixer's weights and how far each clip has moved in its
/// time, so fades of every kind go from one velocity to the other; speeds, sync, loops and ping-pong count. Setting a
/// clip to another time does not move the character. Additive clips do not count; masked clips count by what their mask
/// has at the root (0 without a track that has one).
class CROSSFADE_API RootMotionMixer {
 public:
  /// Clips without a track stand still. Allocates; nothing in a frame does.
  void setTrack(ClipId clip, RootTrack track);
  void removeTrack(ClipId clip);
  /// nullptr without one.
  const RootTrack* findTrack(ClipId clip) const;

  /// What the character did in the mixer's last update, with the mean of each weight over it. To be right in a fade of
  /// clips that change their speeds, the update must be short.
  RootDelta step(const AnimationMixer& mixer) const { return step(mixer.motions()); }
  /// The same over several updates, whose motions were added up.
  RootDelta step(std::span<const ActionMotion> motions) const;

 private:
  IdMap<AnimationClip, RootTrack> tracks_;
};

}  // namespace crossfade

#endif  // CROSSFADE_TRAVEL_ROOT_MOTION_MIXER_H
