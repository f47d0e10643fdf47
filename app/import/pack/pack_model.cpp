#include "app/import/pack/pack_model.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "app/import/file/import_error.h"
#include "app/import/file/wrong_file.h"
#include "crossfade/asset/pack.h"

namespace app {
namespace {

/// Ascending; empty without skins.
std::vector<int> skinJointsOf(const crossfade::Pack& pack) {
  std::vector<int> joints;
  for (const crossfade::SkinBinding& skin : pack.skins)
    joints.insert(joints.end(), skin.joints.begin(), skin.joints.end());
  std::sort(joints.begin(), joints.end());
  joints.erase(std::unique(joints.begin(), joints.end()), joints.end());
  return joints;
}

/// The same keys, but not in the pack's block.
crossfade::KeyframeTrack ownedOf(const crossfade::KeyframeTrack& lent) {
  const auto copyOf = [](std::span<const float> values) { return std::vector<float>(values.begin(), values.end()); };
  return orRefuse(crossfade::KeyframeTrack::make(lent.target(), lent.interpolation(), copyOf(lent.times()),
                                                 copyOf(lent.values()), copyOf(lent.tangents())));
}

/// The tracks that move joints, with keys.
crossfade::AnimationClip jointClipOf(const crossfade::AnimationClip& packed, int& dropped) {
  const crossfade::AnimationClip keyed = packed.unpacked();
  std::vector<crossfade::KeyframeTrack> tracks;
  for (const crossfade::KeyframeTrack& track : keyed.tracks()) {
    if (crossfade::isTransform(track.target().channel))
      tracks.push_back(ownedOf(track));
    else
      ++dropped;
  }
  return orRefuse(crossfade::AnimationClip::make(keyed.name(), std::move(tracks), keyed.blendMode(), keyed.duration()));
}

}  // namespace

void fillPackModel(Model& model, ByteSpan file, const ImportWatch& watch) {
  refuseWrongFile(file, ".xfade");
  crossfade::Pack pack = orRefuse(crossfade::openPack(std::as_bytes(file)));
  model.skeleton = std::move(pack.skeleton);
  model.bones = skinJointsOf(pack);
  const auto report = [&](Finding kind, std::string what) { model.report.add(kind, "document", std::move(what)); };
  report(Finding::Found, "a pack holds no meshes; open it together with its model, and its clips are added to it");
  const ImportWatch converting = watch.enter(ImportStage::Converting);
  const auto packed = pack.clips.ids();
  int dropped = 0;
  for (std::size_t i = 0; i < packed.size(); ++i) {
    converting.at(i, packed.size());
    const crossfade::ClipId id = model.clips.add(jointClipOf(pack.clips[packed[i]], dropped));
    if (std::vector<crossfade::ClipEvent>& events = pack.clipFacts[i].events; !events.empty())
      if (auto made = crossfade::ClipEvents::make(std::move(events), model.clips[id].duration()))
        model.clipEvents.set(id, *std::move(made));
  }
  if (dropped > 0)
    report(Finding::Lost,
           std::to_string(dropped) + " tracks of morph weights and other values, which belong to meshes");
  if (!pack.masks.empty() || !pack.transitions.empty() || !pack.blendSpaces.empty())
    report(Finding::Ignored, "the masks, transitions and blend spaces of a pack; keep them in a project");
}

}  // namespace app
