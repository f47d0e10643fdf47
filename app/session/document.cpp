#include "app/session/document.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "app/session/session.h"

namespace app {

Document documentOf(const Session& session) {
  Document document{.clips = session.character().clipSettings(),
                    .masks = session.character().masks().all(),
                    .layers = session.character().layers(),
                    .fade = session.fadeSettings(),
                    .fadeCurve = session.fadeCurve(),
                    .pair = session.character().program().pair(),
                    .queue = session.character().program().queue(),
                    .comparison = session.character().comparison().choice(),
                    .transitions = session.character().transitions(),
                    .retargets = session.character().retargeting().settings(),
                    .heldMorphs = {},
                    .tracedJoints = session.character().joints().traced(),
                    .travel = session.character().ground().travel(),
                    .footLock = session.character().ground().footLock(),
                    .view = session.view(),
                    .turn = session.model().turn,
                    .speed = session.speed(),
                    .clock = {session.clock().settings.kind, session.clock().settings.rate},
                    .timing = session.timing().settings(),
                    .crowd = session.crowd().settings(),
                    .curves = session.curves().settings(),
                    .shapes = {.keys = session.shapes().keys(), .settings = session.shapes().settings()},
                    .drawing = session.shapes().drawing()};
  document.fade.from = document.fade.to = -1;
  document.timing.paused = document.crowd.paused = false;
  for (std::size_t i = 0; i < session.model().restMorphWeights.size(); ++i)
    document.heldMorphs.push_back(session.heldMorph(static_cast<int>(i)));
  return document;
}

namespace {

/// Without what is gone; masks of joints that are gone become those of the panel.
FadeSequence carriedOver(FadeSequence queue, const VersionMatch& match) {
  for (SequenceItem& item : queue.items) {
    item.fade.clip = match.clip(item.fade.clip);
    if (item.fade.maskJoint.value_or(-1) >= 0 && (item.fade.maskJoint = match.mask(*item.fade.maskJoint)) == -1)
      item.fade.maskJoint = item.fade.maskFeather = std::nullopt;
  }
  std::erase_if(queue.items, [](const SequenceItem& item) { return item.fade.clip == -1; });
  return queue;
}

/// Joints that are new have no weight.
NamedMask carriedOver(const NamedMask& mask, const VersionMatch& match, int joints) {
  NamedMask carried{mask.name, std::vector<float>(static_cast<std::size_t>(joints))};
  for (std::size_t i = 0; i < mask.weights.size(); ++i)
    if (const int joint = match.joint(static_cast<int>(i)); joint >= 0)
      carried.weights[static_cast<std::size_t>(joint)] = mask.weights[i];
  return carried;
}

/// Without layers whose clip or joint is gone.
LayerStack carriedOver(LayerStack stack, const VersionMatch& match) {
  std::erase_if(stack.layers, [&](const LayerSettings& layer) {
    return match.clip(layer.clip) == -1 || (layer.mask != -1 && match.mask(layer.mask) == -1);
  });
  for (LayerSettings& layer : stack.layers) {
    layer.clip = match.clip(layer.clip);
    layer.referenceClip = match.clip(layer.referenceClip);
    layer.mask = match.mask(layer.mask);
  }
  return stack;
}

TransitionCells carriedOver(const TransitionCells& cells, const VersionMatch& match) {
  TransitionCells carried;
  for (const auto& [pair, settings] : cells.cells()) {
    const CellIndex before = indexOf(pair), after{match.clip(before.from), match.clip(before.to)};
    if ((after.from == -1) != (before.from == -1) || (after.to == -1) != (before.to == -1)) continue;
    CellSettings kept = settings;
    if (kept.mask && kept.mask->joint >= 0 && (kept.mask->joint = match.mask(kept.mask->joint)) == -1)
      kept.mask.reset();
    carried.set(pairOf(after), std::move(kept));
  }
  return carried;
}

/// The entry of `later` with the name of entry `index` of `before`; -1: there is none.
template <class Entry, class NameOf>
int sameName(int index, const std::vector<Entry>& before, const std::vector<Entry>& later, NameOf nameOf) {
  if (index < 0) return -1;
  const std::string& name = std::invoke(nameOf, before[static_cast<std::size_t>(index)]);
  const auto found = std::ranges::find(later, name, nameOf);
  return found == later.end() ? -1 : static_cast<int>(found - later.begin());
}

/// Files that are still there keep what is set, which may be newer than what `later` was loaded with.
std::vector<RetargetSettings> carriedOver(const std::vector<RetargetSettings>& set, const Model& before,
                                          const Model& later) {
  std::vector<RetargetSettings> carried;
  for (std::size_t i = 0; i < later.clipFiles.size(); ++i) {
    const ClipFile& file = later.clipFiles[i];
    const bool isSame = i < set.size() && before.clipFiles[i].path == file.path;
    carried.push_back(isSame ? set[i] : file.settings);
  }
  return carried;
}

}  // namespace

Document carriedOver(Document document, const VersionMatch& match, const Model& before, const Model& later) {
  std::vector<ClipSettings> clips(later.clips.size());
  for (std::size_t i = 0; i < document.clips.size(); ++i)
    if (match.clips[i] >= 0) clips[static_cast<std::size_t>(match.clips[i])] = std::move(document.clips[i]);
  document.clips = std::move(clips);
  for (NamedMask& mask : document.masks) mask = carriedOver(mask, match, later.skeleton.jointCount());
  document.layers = carriedOver(std::move(document.layers), match);
  document.fade.maskJoint = match.mask(document.fade.maskJoint);
  document.queue = carriedOver(std::move(document.queue), match);
  document.transitions = carriedOver(document.transitions, match);
  document.retargets = carriedOver(document.retargets, before, later);
  const ModelView view = document.view.model;
  document.view.model.variant = sameName(view.variant, before.variants, later.variants, std::identity());
  document.view.model.camera = sameName(view.camera, before.cameras, later.cameras, &FileCamera::name);
  std::vector<std::optional<float>> held(later.restMorphWeights.size());
  for (std::size_t i = 0; i < document.heldMorphs.size(); ++i)
    if (match.values[i] >= 0) held[static_cast<std::size_t>(match.values[i])] = document.heldMorphs[i];
  document.heldMorphs = std::move(held);
  for (int& joint : document.tracedJoints) joint = match.joint(joint);
  std::erase(document.tracedJoints, -1);
  return document;
}

}  // namespace app
