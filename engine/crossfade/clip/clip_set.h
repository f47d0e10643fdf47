// The clips that characters play, known by id: what mixers, sync markers and crowd rigs remember instead of addresses.
#ifndef CROSSFADE_CLIP_CLIP_SET_H
#define CROSSFADE_CLIP_CLIP_SET_H

#include "crossfade/base/id_set.h"
#include "crossfade/clip/animation_clip.h"

namespace crossfade {

using ClipId = Id<AnimationClip>;

/// An id finds nothing once its clip is removed, even if another clip takes the slot. Only blend lists, which live for
/// one frame, hold addresses. Clips never change while they are in the set. Add and remove them between frames; an
/// action whose clip was removed shows nothing from the next update on.
using ClipSet = IdSet<const AnimationClip>;

}  // namespace crossfade

#endif  // CROSSFADE_CLIP_CLIP_SET_H
