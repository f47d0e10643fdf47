#include "crossfade/asset/pack.h"

#include <algorithm>

#include "crossfade/base/assert.h"
#include "crossfade/transition/transition_player.h"

namespace crossfade {

ClipId Pack::findClip(std::string_view name) const {
  for (const ClipId id : clips.ids())
    if (clips[id].name() == name) return id;
  return {};
}

const JointMask* Pack::findMask(std::string_view name) const {
  const auto found =
      std::find_if(masks.begin(), masks.end(), [&](const PackedMask& mask) { return mask.name == name; });
  return found == masks.end() ? nullptr : &found->weights;
}

const PackedBlendSpace* Pack::findBlendSpace(std::string_view name) const {
  const auto found = std::find_if(blendSpaces.begin(), blendSpaces.end(),
                                  [&](const PackedBlendSpace& each) { return each.name == name; });
  return found == blendSpaces.end() ? nullptr : &*found;
}

ClipOrSpace Pack::find(std::string_view name) const {
  if (const ClipId clip = findClip(name)) return clip;
  const PackedBlendSpace* const space = findBlendSpace(name);
  return space == nullptr ? kAnyClip : ClipOrSpace::ofSpace(static_cast<std::int32_t>(space - blendSpaces.data()));
}

int Pack::findJoint(std::string_view name) const {
  for (int joint = 0; joint < skeleton.jointCount(); ++joint)
    if (skeleton.name(joint) == name) return joint;
  return kNoJoint;
}

void addCurves(const Pack& pack, TransitionPlayer& player) {
  for (std::size_t i = 0; i < pack.curves.size(); ++i) {
    const CurveId id = player.addCurve(pack.curves[i]);
    CROSSFADE_ASSERT(id == CurveId{.index = static_cast<std::int32_t>(i)}, "addCurves: the player has curves already");
  }
}

ClipEventSet eventsOf(const Pack& pack) {
  ClipEventSet set;
  const auto ids = pack.clips.ids();
  for (std::size_t i = 0; i < std::min(ids.size(), pack.clipFacts.size()); ++i)
    if (auto events = ClipEvents::make(pack.clipFacts[i].events, pack.clips[ids[i]].duration());
        events && !events->events().empty())
      set.set(ids[i], *std::move(events));
  return set;
}

ClipSet inPlaceClips(const Pack& pack) {
  ClipSet inPlace;
  for (std::size_t i = 0; i < pack.clips.size(); ++i)
    inPlace.add(i < pack.clipFacts.size() && pack.clipFacts[i].inPlace ? *pack.clipFacts[i].inPlace
                                                                       : pack.clips[i]);  // ids count up from 0
  return inPlace;
}

}  // namespace crossfade
