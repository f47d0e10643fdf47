// A human body that walks in place, with feet whose way is known exactly: to test and to measure what works on feet.
#ifndef BENCH_WORKLOAD_WALKER_H
#define BENCH_WORKLOAD_WALKER_H

#include <string>

#include "crossfade/clip/animation_clip.h"
#include "crossfade/skeleton/skeleton.h"

namespace workload {

/// Hips, spine, head, arms, and legs with feet and toes, 0.82 m from hip to ankle; stands on y = 0, faces +z.
crossfade::Skeleton humanSkeleton();
/// The same with feet that are children of the root and not of the legs, as in rigs made for IK.
crossfade::Skeleton humanSkeletonWithFreeFeet();

struct Gait {
  double speed = 1.2;    // of the ground, m/s, toward -z
  double seconds = 1;    // of a cycle
  double stance = 0.6;   // fraction of the cycle in which a foot is on the ground
  bool travels = false;  // the body moves toward +z instead of the ground toward -z
};

/// For humanSkeleton(). The left foot comes down at 0 and lifts at stance * seconds; the right one half a cycle later.
/// Soles stay level; feet in the air rise to 0.1 m.
crossfade::AnimationClip walkingClip(std::string name, const Gait& gait = {});
/// Stands still for `seconds`.
crossfade::AnimationClip standingClip(std::string name, double seconds = 1);

}  // namespace workload

#endif  // BENCH_WORKLOAD_WALKER_H
