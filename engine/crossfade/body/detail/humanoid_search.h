// The two ways to find a human body in a skeleton, and what follows from the limbs in both.
#ifndef CROSSFADE_BODY_DETAIL_HUMANOID_SEARCH_H
#define CROSSFADE_BODY_DETAIL_HUMANOID_SEARCH_H

#include "crossfade/body/humanoid.h"

namespace crossfade::detail {

Humanoid humanoidByNames(const Skeleton& skeleton);
/// By the rest pose alone: y up, standing on two feet, mirrored about a vertical plane.
Humanoid humanoidByShape(const Skeleton& skeleton);
/// Fills the spine, the neck and, where they have no name, hips and head, from where the limbs branch off.
void findTrunk(const Skeleton& skeleton, Humanoid& body);

}  // namespace crossfade::detail

#endif  // CROSSFADE_BODY_DETAIL_HUMANOID_SEARCH_H
