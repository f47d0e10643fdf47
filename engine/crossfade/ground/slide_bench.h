// Measures what feet do in a transition: how far they slide, with and without FootLock, and what the lock costs in
// smoothness.
#ifndef CROSSFADE_GROUND_SLIDE_BENCH_H
#define CROSSFADE_GROUND_SLIDE_BENCH_H

#include <memory>

#include "crossfade/base/export.h"
#include "crossfade/ground/clip_ground.h"
#include "crossfade/ground/contact_markers.h"
#include "crossfade/ground/foot_lock.h"
#include "crossfade/ground/foot_slide.h"
#include "crossfade/quality/seam.h"

namespace crossfade {

struct SlideReport {
  FootSlide slide;           // from the switch to the end of the transition
  double legLength = 0;      // Feet::legLength
  double velocityRatio = 0;  // as in SeamJoint, of the worst joint, from just before the switch until the lock settles
};

/// Plays transitions between the clips of one character at kSeamRate. Each clip has its own contacts, which become the
/// sync markers of those that are cycles.
class CROSSFADE_API SlideBench {
 public:
  /// `clips` and `seams` must outlive the bench. Finds the contacts of every clip.
  SlideBench(const Skeleton& skeleton, const Feet& feet, const ChannelLayout& layout, const Pose& rest,
             const ClipSet& clips, const SeamBench& seams);
  ~SlideBench();

  /// Empty for a clip that does not exist.
  const GroundContacts& contactsOf(int clip) const;
  /// Whether it is a cycle in place in which every foot comes down and lifts, on ground that moves.
  bool walks(int clip) const;
  /// The first clip plays for a second before the switch; interruptions are played, too. Empty if a clip does not
  /// exist.
  SlideReport measure(const SeamCase& wanted, bool withLock = false);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace crossfade

#endif  // CROSSFADE_GROUND_SLIDE_BENCH_H
