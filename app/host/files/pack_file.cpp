#include "app/host/files/pack_file.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "app/format/settings/settings_code.h"
#include "app/host/files/text_file.h"
#include "app/import/file/file_bytes.h"
#include "app/import/file/import_limits.h"
#include "app/model/pose_value_names.h"
#include "app/model/root_clip.h"
#include "app/record/pending_file.h"
#include "app/session/character/motion/clip_study.h"
#include "app/session/character/settings/clip_settings.h"
#include "app/session/character/settings/fade_settings.h"
#include "app/view/model_matrices.h"
#include "crossfade/ground/contact_markers.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Pack;
using crossfade::PackedClip;

PackedClip factsOf(const Session& session, std::size_t index, bool marksSteps, ClipStudy& study) {
  const Model& model = session.model();
  const ClipSettings& settings = session.character().clipSettings()[index];
  const crossfade::AnimationClip& clip = model.clips[index];
  const GroundFacts& known = study.of(static_cast<int>(index));
  PackedClip facts;
  if (settings.root.mode != RootMode::Keep) {
    RootClip root = rootClipOf(model.skeleton, clip, settings.root, known.root, study.body());
    facts.root = std::move(root.track);
    facts.inPlace = std::move(root.held);
  }
  if (!known.contacts.feet.empty()) facts.contacts = known.contacts;
  facts.markers = settings.markers;
  if (facts.markers.empty() && known.contacts.isCyclic)
    facts.markers = crossfade::markersOf(known.contacts, crossfade::ContactEvents::Strikes);
  if (const auto* const events = session.character().player().clipEvents(static_cast<int>(index)))
    facts.events.assign(events->events().begin(), events->events().end());
  else if (marksSteps)
    facts.events = crossfade::eventsOf(known.contacts, crossfade::ContactEvents::Strikes);
  return facts;
}

/// Cells of the session as settings of the library. Masks and curves that several cells share are packed once.
class SetPacker {
 public:
  SetPacker(const SettingsExport& set, Pack& pack) : set_(set), pack_(pack) {
    pack_.masks.reserve(set.masks.size() + set.cells.size() + 1);  // settings point to masks
    for (const NamedMask& mask : set.masks)
      pack_.masks.push_back({mask.name, *crossfade::JointMask::make(mask.weights)});
  }

  void add() {
    pack_.transitions.set({}, settingsOf(set_.defaults));
    for (const auto& [cell, settings] : set_.cells.cells())
      pack_.transitions.set({sourceOf(indexOf(cell).from), sourceOf(indexOf(cell).to)}, settingsOf(settings));
  }

 private:
  /// By its index in a cell.
  crossfade::ClipOrSpace sourceOf(int index) const {
    if (index < 0) return crossfade::kAnyClip;
    const auto i = static_cast<std::size_t>(index);
    if (i >= set_.clips.size()) return crossfade::ClipOrSpace::ofSpace(static_cast<int>(i - set_.clips.size()));
    return pack_.clips.ids()[static_cast<std::size_t>(set_.clips[i].index)];
  }

  crossfade::TransitionSettings settingsOf(const FadeChoice& cell) {
    crossfade::TransitionSettings settings = transitionSettingsOf(cell);
    if (cell.curve) settings.shape = shapeOf(*cell.curve);
    if (cell.mask()) settings.mask = maskOf(*cell.mask());
    return settings;
  }

  crossfade::FadeShape shapeOf(const crossfade::AnimationCurve& curve) {
    if (curve == fadeCurve(FadeCurvePreset::Smooth)) return crossfade::kSmoothFade;
    const auto found = std::find(pack_.curves.begin(), pack_.curves.end(), curve);
    const auto index = static_cast<std::int32_t>(found - pack_.curves.begin());
    if (found == pack_.curves.end()) pack_.curves.push_back(curve);
    return crossfade::alongCurve({.index = index});
  }

  const crossfade::JointMask* maskOf(const FadeMask& mask) {
    if (mask.joint == -1) return nullptr;
    if (isNamedMask(mask.joint)) {
      for (const NamedMask& named : set_.masks)
        if (namedMask(named.name) == mask.joint) return pack_.findMask(named.name);
      return nullptr;
    }
    const auto [made, isNew] = made_.try_emplace({mask.joint, mask.feather}, pack_.masks.size());
    if (isNew)
      pack_.masks.push_back({pack_.skeleton.name(mask.joint) + ", feather " + std::to_string(mask.feather),
                             crossfade::JointMask::ofSubtree(pack_.skeleton, mask.joint, mask.feather)});
    return &pack_.masks[made->second].weights;
  }

  const SettingsExport& set_;
  Pack& pack_;
  std::map<std::pair<int, int>, std::size_t> made_;
};

}  // namespace

Pack packOf(const Session& session, bool marksSteps) {
  const Model& model = session.model();
  Pack pack;
  pack.skeleton = model.skeleton;
  pack.rest = restPoseOf(model);
  pack.valueNames = poseValueNames(model);
  for (const crossfade::MorphChannel& morph : morphChannelsOf(model))
    if (morph.count > 0) pack.morphs.push_back(morph);
  pack.values = valueChannelsOf(model);
  for (const Skin& skin : model.skins) {
    pack.skinNames.push_back(skin.name);
    pack.skins.push_back({skin.joints, skin.inverseBinds});
  }
  ClipStudy study(model);
  for (std::size_t i = 0; i < model.clips.size(); ++i) {
    pack.clips.add(model.clips[i]);
    pack.clipFacts.push_back(factsOf(session, i, marksSteps, study));
  }
  const SettingsExport set = exportOfSet(session);
  SetPacker transitions(set, pack);
  if (!session.character().transitions().empty()) transitions.add();
  for (const BlendSpaceSettings& space : session.character().blendSpaces())
    pack.blendSpaces.push_back({space.name, *makeBlendSpace(space, pack.clips.ids()), space.sync});
  return pack;
}

crossfade::Result<OpenedPack> loadPack(const std::string& path) {
  return withinMemory(path, [&]() -> crossfade::Result<OpenedPack> {
    auto bytes = tryReadRegularFile(path, limits::kFileBytes);
    if (!bytes) return bytes.error();
    auto pack = crossfade::openPack(std::as_bytes(std::span(*bytes)));
    if (!pack) return Error{path + ": " + pack.error().message};
    return OpenedPack{*std::move(bytes), *std::move(pack)};
  });
}

crossfade::Result<SavedPack> savePack(const std::string& path, const Pack& pack,
                                      const crossfade::PackOptions& options) {
  return withinMemory(
      path,
      [&]() -> crossfade::Result<SavedPack> {
        const auto block = crossfade::writePack(pack, options);
        if (!block) return Error{path + ": " + block.error().message};
        if (auto written = writeWholeFile(path, *block, Flush::No); !written) return written.error();
        SavedPack saved{.bytes = block->size(), .keyed = pack.clips.size()};
        if (!options.tolerance) return saved;
        const auto opened = crossfade::openPack(*block);
        if (!opened) return Error{path + ": " + opened.error().message};
        const auto ids = opened->clips.ids();
        saved.keyed = static_cast<std::size_t>(
            std::count_if(ids.begin(), ids.end(), [&](crossfade::ClipId id) { return opened->clips[id].hasKeys(); }));
        return saved;
      },
      "write");
}

}  // namespace app
