// Characters of a crowd that go from clip to clip: the fades, updates and matrices of all of them in one call.
//
//   CrowdPlayer crowd(rig, clips, 300);
//   for (std::size_t i = 0; i < crowd.size(); ++i) crowd[i].clipAction(walk).play();
//   each frame: crowd.advance(seconds, fades, matrices);   // fades: {{.character = 7, .target = run}, ...}, often none
#ifndef CROSSFADE_CROWD_CROWD_PLAYER_H
#define CROSSFADE_CROWD_CROWD_PLAYER_H

#include <cstddef>
#include <memory>
#include <span>

#include "crossfade/base/export.h"
#include "crossfade/clip/clip_set.h"
#include "crossfade/crowd/crowd_options.h"
#include "crossfade/crowd/crowd_rig.h"
#include "crossfade/crowd/job_queues.h"
#include "crossfade/transition/transition_mixer.h"

namespace crossfade {

/// A fade that one character begins.
struct CrowdFade {
  std::size_t character = 0;
  ClipId target;
  TransitionOptions options = {};
};

/// A TransitionMixer for each character, what it remembers of the screen (together about 35 KB for 67 joints and eight
/// clips), and a CrowdSampler. Fades of every kind begin from the pose on screen and may be interrupted at any time, as
/// those of a TransitionPlayer; a masked fade of a kind that works on poses takes over the joints of its mask. Fades
/// that change weights choose which way around each rotation goes, as a TransitionPlayer's do; those that you start on
/// a character's TransitionMixer go the shorter way.
class CROSSFADE_API CrowdPlayer {
 public:
  /// `rig` and `clips` must outlive it. Makes an action of each clip for each character, so no frame allocates. `jobs`
  /// may run at once.
  CrowdPlayer(const CrowdRig& rig, const ClipSet& clips, std::size_t characters, int jobs = 1);
  ~CrowdPlayer();
  CrowdPlayer(CrowdPlayer&&) noexcept;
  CrowdPlayer& operator=(CrowdPlayer&&) noexcept;

  std::size_t size() const;
  /// Its actions, events and root motion. Not below size(): prints a sentence and aborts, in every build. Fades that
  /// you start here change weights at once, but those of kinds that work on poses begin from the screen only through
  /// advance().
  TransitionMixer& operator[](std::size_t character);
  const TransitionMixer& operator[](std::size_t character) const;

  /// One frame of `seconds` for all: begins the fades, in their order and as of the last frame, updates, and writes
  /// rig.matrixCount() times floatCount(options.shape) floats for each character in turn; characters for which there
  /// is no room are updated alone. Skips fades of characters or clips that do not exist. `options.delta` is ignored.
  /// No allocation, except for a curve with more keys than any before.
  void advance(double seconds, std::span<const CrowdFade> fades, std::span<float> matrices,
               const CrowdOptions& options = {}, const JobRunner& run = runJobsHere);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace crossfade

#endif  // CROSSFADE_CROWD_CROWD_PLAYER_H
