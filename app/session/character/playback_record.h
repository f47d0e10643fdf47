// What a player has played: weights and phases over the last seconds, and the last loops and ends of each clip.
#ifndef APP_SESSION_CHARACTER_PLAYBACK_RECORD_H
#define APP_SESSION_CHARACTER_PLAYBACK_RECORD_H

#include <span>
#include <vector>

#include "app/session/character/clip_events.h"
#include "app/session/character/weight_history.h"
#include "crossfade/mixer/animation_mixer.h"

namespace app {

/// The clip of an action; -1 for none. `actions`: one for each clip.
int clipOf(const crossfade::AnimationAction* action, std::span<crossfade::AnimationAction* const> actions);

/// Adding never allocates.
class PlaybackRecord {
 public:
  explicit PlaybackRecord(std::size_t clipCount);

  /// What the mixer did in its last update. `actions`: one for each clip.
  void add(const crossfade::AnimationMixer& mixer, std::span<crossfade::AnimationAction* const> actions);
  /// The same without a row of weights: of a part of a frame.
  void addEvents(const crossfade::AnimationMixer& mixer, std::span<crossfade::AnimationAction* const> actions);
  /// Forgets the weights after a mixer time.
  void dropAfter(double time) { weights_.dropAfter(time); }

  const WeightHistory& weights() const { return weights_; }
  const ClipEvents& events() const { return events_; }

 private:
  WeightHistory weights_;
  ClipEvents events_;
  std::vector<float> weightRow_, phaseRow_;
};

}  // namespace app

#endif  // APP_SESSION_CHARACTER_PLAYBACK_RECORD_H
