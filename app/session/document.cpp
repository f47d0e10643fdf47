#include "app/session/document.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "app/session/character/retargeting.h"
#include "app/session/curves/curves_scene.h"
#include "app/session/session.h"
#include "app/session/shapes/shape_scene.h"
#include "app/session/timing/timing_scene.h"

namespace app {
namespace {

/// A mask of a joint that is gone is no longer chosen.
void carryMask(FadeChoice& how, const VersionMatch& match) {
  if (how.maskJoint.value_or(-1) < 0) return;
  how.maskJoint = match.mask(*how.maskJoint);
  if (how.maskJoint == -1) how.maskJoint = how.maskFeather = std::nullopt;
}

/// Without what is gone.
FadeSequence carriedOver(FadeSequence queue, const VersionMatch& match) {
  for (SequenceItem& item : queue.items) {
    item.fade.clip = match.clip(item.fade.clip);
    carryMask(item.fade.how, match);
  }
  std::erase_if(queue.items, [](const SequenceItem& item) { return item.fade.clip == -1; });
  return queue;
}

/// Joints that are new have no weight.
NamedMask carriedOver(const NamedMask& mask, const VersionMatch& match, int joints) {
  NamedMask carried{mask.name, std::vector<float>(static_cast<std::size_t>(joints))};
  for (std::size_t i = 0; i < mask.weights.size(); ++i)
    if (const int joint = match.joint(static_cast<int>(i)); joint >= 0) nth(carried.weights, joint) = mask.weights[i];
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

/// Without clips that are gone, and without spaces that have no others.
std::vector<BlendSpaceSettings> carriedOver(std::vector<BlendSpaceSettings> spaces, const VersionMatch& match) {
  for (BlendSpaceSettings& space : spaces) {
    for (BlendSampleSettings& sample : space.samples) sample.clip = match.clip(sample.clip);
    std::erase_if(space.samples, [](const BlendSampleSettings& sample) { return sample.clip == -1; });
  }
  std::erase_if(spaces, [](const BlendSpaceSettings& space) { return space.samples.empty(); });
  return spaces;
}

/// `spaces`: those that are left.
TransitionCells carriedOver(const TransitionCells& cells, const std::vector<BlendSpaceSettings>& spaces,
                            const VersionMatch& match) {
  TransitionCells carried;
  const auto carry = [&](int index) { return findBlendSpace(spaces, index) ? index : match.clip(index); };
  for (const auto& [pair, settings] : cells.cells()) {
    const CellIndex before = indexOf(pair), after{carry(before.from), carry(before.to)};
    if ((after.from == -1) != (before.from == -1) || (after.to == -1) != (before.to == -1)) continue;
    FadeChoice kept = settings;
    carryMask(kept, match);
    carried.set(pairOf(after), std::move(kept));
  }
  return carried;
}

/// The entry of `later` with the name of entry `index` of `before`; -1: there is none.
template <class Entry, class NameOf>
int sameName(int index, const std::vector<Entry>& before, const std::vector<Entry>& later, NameOf nameOf) {
  if (index < 0) return -1;
  const std::string& name = std::invoke(nameOf, nth(before, index));
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
    if (match.clips[i] >= 0) nth(clips, match.clips[i]) = std::move(document.clips[i]);
  document.clips = std::move(clips);
  for (NamedMask& mask : document.masks) mask = carriedOver(mask, match, later.skeleton.jointCount());
  document.layers = carriedOver(std::move(document.layers), match);
  document.blendSpaces = carriedOver(std::move(document.blendSpaces), match);
  document.fade.maskJoint = match.mask(document.fade.maskJoint);
  document.queue = carriedOver(std::move(document.queue), match);
  document.transitions = carriedOver(document.transitions, document.blendSpaces, match);
  document.retargets = carriedOver(document.retargets, before, later);
  const ModelView view = document.view.model;
  document.view.model.variant = sameName(view.variant, before.variants, later.variants, std::identity());
  document.view.model.camera = sameName(view.camera, before.cameras, later.cameras, &FileCamera::name);
  std::vector<std::optional<float>> held(later.restMorphWeights.size());
  for (std::size_t i = 0; i < document.heldMorphs.size(); ++i)
    if (match.values[i] >= 0) nth(held, match.values[i]) = document.heldMorphs[i];
  document.heldMorphs = std::move(held);
  for (int& joint : document.tracedJoints) joint = match.joint(joint);
  std::erase(document.tracedJoints, -1);
  return document;
}

namespace {

// ---- What turns one document into another, command by command.

std::string nameOfMorph(const Model& model, int index) {
  for (const MeshInstance& instance : model.instances) {
    const int target = index - instance.morphOffset;
    const auto& names = nth(model.meshes, instance.mesh).morphTargetNames;
    if (target >= 0 && target < instance.morphCount && static_cast<std::size_t>(target) < names.size())
      return nth(names, target);
  }
  return std::to_string(index);
}

/// Collects the commands; one function for each section of a document.
class Comparison {
 public:
  Comparison(const Document& from, const Document& to, const Model& model) : from_(from), to_(to), model_(model) {}

  std::vector<DocumentChange> take() {
    whenChanged(from_.turn, to_.turn, SetTurn{to_.turn}, "Turn of the model");
    compareRetargets();
    compareMasks();
    for (std::size_t clip = 0; clip < to_.clips.size(); ++clip) compareClip(static_cast<int>(clip));
    compareFade();
    compareSequences();
    compareBlendSpaces();  // before the set, which uses them
    compareTransitions();
    compareLayers();
    comparePose();
    removeMasks();
    of_ = ChangeOf::Session;
    comparePlayback();
    compareAll<SetTiming>(from_.timing, to_.timing);
    compareAll<SetCrowd>(from_.crowd, to_.crowd);
    compareAll<SetCurves>(from_.curves, to_.curves);
    compareShapes();
    of_ = ChangeOf::View;
    compareView();
    return std::move(changes_);
  }

 private:
  void add(Command command, std::string name) { changes_.push_back({std::move(command), std::move(name), of_}); }
  /// Adds the values to the name, if they are short.
  template <class Value>
  void whenChanged(const Value& from, const Value& to, Command command, const std::string& name) {
    if (!(from == to)) add(std::move(command), name + changeText(Field{"", "", 0}, from, to));
  }

  /// One command for all fields that differ.
  template <class Change, HasFields T>
  void compareAll(const T& from, const T& to) {
    if (const std::string found = differences(from, to); !found.empty()) add(Change{to, differing(from, to)}, found);
  }
  /// A command for each field that differs: commandFor(its bit).
  template <HasFields T, class CommandFor>
  void compareFields(const T& from, const T& to, const std::string& place, const CommandFor& commandFor) {
    forEachField<T>([&, bit = FieldSet{1}](const auto& field) mutable {
      const auto &before = field.of(from), &after = field.of(to);
      if (!(before == after)) add(commandFor(bit), place + difference(field, before, after));
      bit <<= 1;
    });
  }

  /// Before all that uses masks; those that are gone are removed after it.
  void compareMasks() {
    for (const NamedMask& mask : to_.masks) {
      if (std::find(from_.masks.begin(), from_.masks.end(), mask) != from_.masks.end()) continue;
      if (const std::string* const before = earlierName(mask)) {
        renamed_.push_back(*before);
        add(RenameMask{*before, mask.name}, "Mask " + mask.name);
      } else {
        add(SetMask{mask.name, mask.weights}, "Mask " + mask.name);
      }
    }
  }
  void removeMasks() {
    for (const NamedMask& mask : from_.masks)
      if (isGone(mask)) add(RemoveMask{mask.name}, "Mask " + mask.name);
  }
  /// A mask that is new and has the weights of one that is gone is that one, so that running fades keep it.
  const std::string* earlierName(const NamedMask& mask) const {
    if (hasName(from_.masks, mask.name)) return nullptr;
    const auto before = std::find_if(from_.masks.begin(), from_.masks.end(), [&](const NamedMask& each) {
      return each.weights == mask.weights && isGone(each);
    });
    return before == from_.masks.end() ? nullptr : &before->name;
  }
  bool isGone(const NamedMask& mask) const {
    return !hasName(to_.masks, mask.name) && std::find(renamed_.begin(), renamed_.end(), mask.name) == renamed_.end();
  }
  static bool hasName(const std::vector<NamedMask>& masks, const std::string& name) {
    return std::any_of(masks.begin(), masks.end(), [&](const NamedMask& each) { return each.name == name; });
  }
  void compareLayers() {
    const LayerStack &a = from_.layers, &b = to_.layers;
    const bool sameBase = a.baseMuted == b.baseMuted && a.baseSolo == b.baseSolo;
    if (!sameBase || a.layers.size() != b.layers.size())
      return whenChanged(a, b, SetLayers{b}, sameBase ? "Layers" : "Base layer");
    for (std::size_t i = 0; i < b.layers.size(); ++i)
      whenChanged(a.layers[i], b.layers[i], SetLayer{static_cast<int>(i), b.layers[i]},
                  layerChange(a.layers[i], b.layers[i]));
  }

  void compareBlendSpaces() {
    for (std::size_t i = 0; i < from_.blendSpaces.size(); ++i) {
      const std::string& name = from_.blendSpaces[i].name;
      if (isRenamed(i)) {
        const std::string& later = to_.blendSpaces[i].name;
        renamedSpaces_.push_back({blendSpaceNumber(name), blendSpaceNumber(later)});
        add(RenameBlendSpace{name, later}, "Blend space " + later);
      } else if (!findBlendSpace(to_.blendSpaces, blendSpaceNumber(name))) {
        add(RemoveBlendSpace{name}, "Blend space " + name);
      }
    }
    for (std::size_t i = 0; i < to_.blendSpaces.size(); ++i) {
      if (isRenamed(i)) continue;
      const BlendSpaceSettings& space = to_.blendSpaces[i];
      const int number = blendSpaceNumber(space.name);
      const BlendSpaceSettings* const before = findBlendSpace(from_.blendSpaces, number);
      if (!before) {
        add(SetBlendSpace{space, static_cast<int>(i)}, "Blend space " + space.name);
        continue;
      }
      BlendSpaceSettings moved = *before;
      moved.x = space.x;
      moved.y = space.y;
      const std::string name = space.name + ": " + differences(*before, space);
      if (moved == space)
        whenChanged(*before, space, MoveBlendPoint{number, space.x, space.y, kBlendEditSeconds}, name);
      else
        add(SetBlendSpace{space}, name);
    }
  }

  /// Whether the space of this index differs by its name alone, and no other has either name.
  bool isRenamed(std::size_t index) const {
    const std::vector<BlendSpaceSettings>&a = from_.blendSpaces, &b = to_.blendSpaces;
    if (a.size() != b.size() || a[index].name == b[index].name) return false;
    BlendSpaceSettings named = a[index];
    named.name = b[index].name;
    return named == b[index] && !findBlendSpace(b, blendSpaceNumber(a[index].name)) &&
           !findBlendSpace(a, blendSpaceNumber(b[index].name));
  }
  /// The earlier set, with the later names of its spaces.
  TransitionCells transitionsBefore() const {
    if (renamedSpaces_.empty()) return from_.transitions;
    const auto later = [this](int index) {
      for (const auto& [before, after] : renamedSpaces_)
        if (index == before) return after;
      return index;
    };
    TransitionCells cells;
    for (const auto& [pair, settings] : from_.transitions.cells())
      cells.set(pairOf({later(indexOf(pair).from), later(indexOf(pair).to)}), settings);
    return cells;
  }

  std::string layerChange(const LayerSettings& from, const LayerSettings& to) const {
    const std::string name = "Layer " + nth(model_.clips, to.clip).name();
    const std::string found = differences(from, to);
    return found.empty() ? name : name + ": " + found;
  }

  void compareRetargets() {
    for (std::size_t file = 0; file < to_.retargets.size(); ++file)
      whenChanged(from_.retargets[file], to_.retargets[file], SetRetarget{static_cast<int>(file), to_.retargets[file]},
                  "Joints of " + model_.clipFiles[file].name);
  }

  void compareClip(int clip) {
    ClipSettings from = nth(from_.clips, clip);
    const ClipSettings& to = nth(to_.clips, clip);
    if (from == to) return;
    const std::string& name = nth(model_.clips, clip).name();
    if (from.loop != to.loop) from.clamp = to.loop == crossfade::Loop::Once;  // as SetClip does
    compareFields(from, to, name + ": ", [&](FieldSet which) { return SetClip{clip, to, which}; });
    whenChanged(from.markers, to.markers, SetMarkers{clip, to.markers}, name + ": Markers");
    whenChanged(from.events, to.events, SetClipEvents{clip, to.events}, name + ": Events");
    whenChanged(from.root, to.root, SetRoot{clip, to.root}, name + ": " + differences(from.root, to.root));
  }

  void compareFade() {
    const FadeSettings &a = from_.fade, &b = to_.fade;
    of_ = b.maskJoint == FadeMask().joint ? ChangeOf::Session : ChangeOf::Model;
    if (const std::string found = differences(a, b); !found.empty()) add(SetFadeSettings{b}, found);
    of_ = ChangeOf::Session;
    whenChanged(from_.fadeCurve, to_.fadeCurve, SetFadeCurve{to_.fadeCurve}, "Fade curve");
    of_ = ChangeOf::Model;
  }

  /// A comparison that begins loops the pair, so the pair comes after it.
  void compareSequences() {
    const bool begins = from_.comparison.variants.empty() && !to_.comparison.variants.empty();
    whenChanged(from_.comparison, to_.comparison, SetComparison{to_.comparison}, "Comparison");
    const std::string found = differences(from_.pair, to_.pair);
    if (begins || !found.empty()) add(SetPair{to_.pair}, found.empty() ? "Comparison" : found);
    whenChanged(from_.queue, to_.queue, SetQueue{to_.queue.items, to_.queue.loops}, "Queue");
  }

  /// One command for all cells that become alike.
  void compareTransitions() {
    std::vector<SetTransitionCell> made;
    const auto change = [&](const crossfade::TransitionCell& cell, const FadeChoice& settings) {
      auto same = std::find_if(made.begin(), made.end(), [&](const auto& each) { return each.settings == settings; });
      if (same == made.end()) same = made.insert(made.end(), {.cells = {}, .settings = settings, .replaces = true});
      same->cells.push_back(indexOf(cell));
    };
    const TransitionCells a = transitionsBefore();
    const TransitionCells& b = to_.transitions;
    for (const auto& [cell, settings] : a.cells())
      if (b.at(cell) == nullptr) change(cell, {});
    for (const auto& [cell, settings] : b.cells())
      if (const FadeChoice* const before = a.at(cell); before == nullptr || !(*before == settings))
        change(cell, settings);
    for (SetTransitionCell& command : made) {
      std::string name = nameOf(command.cells);
      add(std::move(command), std::move(name));
    }
  }
  std::string nameOf(const std::vector<CellIndex>& cells) const {
    if (cells.size() > 1) return std::to_string(cells.size()) + " transitions";
    const auto clip = [this](const char* word, int index) {
      if (index < 0) return std::string();
      if (!isBlendSpace(index)) return word + nth(model_.clips, index).name();
      const BlendSpaceSettings* const later = findBlendSpace(to_.blendSpaces, index);
      const BlendSpaceSettings* const space = later ? later : findBlendSpace(from_.blendSpaces, index);
      return space ? word + space->name : std::string();
    };
    const CellIndex cell = cells.front();
    if (cell == CellIndex{}) return "All transitions";
    return (cell.from < 0 || cell.to < 0 ? "Transitions" : "Transition") + clip(" from ", cell.from) +
           clip(" to ", cell.to);
  }

  void comparePose() {
    for (std::size_t i = 0; i < to_.heldMorphs.size(); ++i)
      whenChanged(from_.heldMorphs[i], to_.heldMorphs[i], HoldMorph{static_cast<int>(i), to_.heldMorphs[i]},
                  "Morph " + nameOfMorph(model_, static_cast<int>(i)));
  }

  void compareView() {
    const ViewOptions &a = from_.view, &b = to_.view;
    compareAll<SetViewOptions>(a, b);
    if (a.model.variant != b.model.variant) add(ShowVariant{b.model.variant}, "Variant");
    if (a.model.camera != b.model.camera) add(LookThrough{b.model.camera}, "Camera");
    whenChanged(a.model.lights, b.model.lights, SetLights{b.model.lights}, "Lights");
    const auto [firstOff, firstOn] = std::mismatch(from_.tracedJoints.begin(), from_.tracedJoints.end(),
                                                   to_.tracedJoints.begin(), to_.tracedJoints.end());
    const auto trace = [this](int joint, bool on) {
      add(TraceJoint{joint, on}, "Path of " + model_.skeleton.name(joint));
    };
    for (auto joint = firstOff; joint != from_.tracedJoints.end(); ++joint) trace(*joint, false);
    for (auto joint = firstOn; joint != to_.tracedJoints.end(); ++joint) trace(*joint, true);
  }

  void comparePlayback() {
    whenChanged(from_.footLock, to_.footLock, SetFootLock{to_.footLock}, "Foot lock");
    whenChanged(from_.travel, to_.travel, SetTravel{to_.travel}, "Travel");
    whenChanged(from_.speed, to_.speed, SetSpeed{to_.speed}, "Speed");
    const ClockChoice& clock = to_.clock;
    whenChanged(from_.clock, clock, SetClock{clock.kind, static_cast<double>(clock.rate.steps) / clock.rate.seconds},
                "Clock");
  }

  void compareShapes() {
    if (from_.shapes.keys != to_.shapes.keys || from_.drawing != to_.drawing)
      add(shapes::SetContent{to_.shapes.keys, to_.drawing}, "Shapes");
    const ShapeSettings &a = from_.shapes.settings, &b = to_.shapes.settings;
    compareFields(a, b, "", [&](FieldSet which) { return SetShapes{b, which}; });
  }

  const Document& from_;
  const Document& to_;
  const Model& model_;
  std::vector<std::string> renamed_;                // masks of `from_`
  std::vector<std::pair<int, int>> renamedSpaces_;  // their numbers before and after
  ChangeOf of_ = ChangeOf::Model;
  std::vector<DocumentChange> changes_;
};

}  // namespace

std::vector<DocumentChange> changesBetween(const Document& from, const Document& to, const Model& model) {
  return Comparison(from, to, model).take();
}

SetFadeSettings betweenChosenClips(SetFadeSettings fade, const Session& session) {
  fade.settings.from = session.fadeSettings().from;
  fade.settings.to = session.fadeSettings().to;
  return fade;
}

Commands commandsTo(const Document& wanted, const Session& session) {
  Commands commands;
  for (DocumentChange& change : changesBetween(session.document(), wanted, session.model())) {
    if (auto* const fade = change.command.as<SetFadeSettings>()) *fade = betweenChosenClips(*fade, session);
    commands.push_back(std::move(change.command));
  }
  return commands;
}

}  // namespace app
