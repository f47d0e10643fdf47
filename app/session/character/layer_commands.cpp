// What the commands do to layers and named masks. User input is checked here and nowhere later.
#include "app/session/character/character_commands.h"

#include <algorithm>
#include <utility>

#include "app/session/character/character_applier.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;

}  // namespace

template <>
struct CharacterScene::Applier<LayerCommand> : CharacterScene::Checks {
  Result<void> operator()(const AddLayer& c) {
    LayerStack next = stack();
    next.layers.push_back(c.settings);
    return show(next);
  }
  Result<void> operator()(const SetLayer& c) {
    if (auto ok = layer(c.layer); !ok) return ok;
    LayerStack next = stack();
    next.layers[static_cast<std::size_t>(c.layer)] = c.settings;
    return show(next);
  }
  Result<void> operator()(const RemoveLayer& c) {
    if (auto ok = layer(c.layer); !ok) return ok;
    LayerStack next = stack();
    next.layers.erase(next.layers.begin() + c.layer);
    return show(next);
  }
  Result<void> operator()(const MoveLayer& c) {
    for (const int index : {c.layer, c.to})
      if (auto ok = layer(index); !ok) return ok;
    LayerStack next = stack();
    const auto from = next.layers.begin() + c.layer, to = next.layers.begin() + c.to;
    if (from < to)
      std::rotate(from, from + 1, to + 1);
    else
      std::rotate(to, from, from + 1);
    return show(next);
  }
  Result<void> operator()(const SetBaseLayer& c) {
    LayerStack next = stack();
    next.baseMuted = c.muted;
    next.baseSolo = c.solo;
    return show(next);
  }
  Result<void> operator()(const SetLayers& c) { return show(c.stack); }

  Result<void> operator()(const SetMask& c) {
    const auto joints = static_cast<std::size_t>(s.model_.skeleton.jointCount());
    if (c.weights.size() != joints)
      return Error{"a mask has a weight for each of the " + std::to_string(joints) + " joints, not " +
                   std::to_string(c.weights.size())};
    return s.masks_.set({c.name, c.weights});
  }
  Result<void> operator()(const RenameMask& c) {
    if (auto ok = known(c.name); !ok) return ok;
    if (c.newName == c.name) return {};
    const int before = namedMask(c.name), after = namedMask(c.newName);
    if (auto ok = s.masks_.rename(before, c.newName); !ok) return ok;
    useInstead(before, after);
    restartTimeline();
    return {};
  }
  Result<void> operator()(const RemoveMask& c) {
    if (auto ok = known(c.name); !ok) return ok;
    const int mask = namedMask(c.name);
    if (const char* const user = userOf(mask))
      return Error{"the mask '" + c.name + "' is used by " + user + "; choose another one there first"};
    s.masks_.remove(mask);
    restartTimeline();
    return {};
  }

  /// Its log may use a mask by a name that is gone.
  void restartTimeline() {
    s.player_.dropLaterHistory();
    s.timeline_.restart();
  }
  const LayerStack& stack() const { return s.player_.layers().stack(); }
  Result<void> layer(int index) const {
    const auto count = static_cast<int>(stack().layers.size());
    if (index >= 0 && index < count) return {};
    return Error{"there is no layer " + std::to_string(index) + "; there are " + std::to_string(count)};
  }
  Result<void> known(const std::string& name) const {
    if (s.masks_.find(namedMask(name)) != nullptr) return {};
    return Error{"there is no mask '" + name + "'"};
  }

  Result<void> show(const LayerStack& next) {
    if (next.layers.size() > kMaxLayers) return Error{"there are at most " + std::to_string(kMaxLayers) + " layers"};
    for (const LayerSettings& layer : next.layers)
      if (auto ok = check(layer); !ok) return ok;
    s.player_.layers().show(next);
    return {};
  }
  Result<void> check(const LayerSettings& layer) const {
    const double lastClip = s.player_.clipCount() - 1;
    if (auto ok = inRange("clip", layer.clip, {0, lastClip}); !ok) return ok;
    if (auto ok = inRange("reference clip", layer.referenceClip, {-1, lastClip}); !ok) return ok;
    if (auto ok = mask(FadeMask{layer.mask, layer.feather}); !ok) return ok;
    return checkFields(layer);
  }

  /// What uses the mask; nullptr: nothing.
  const char* userOf(int mask) const {
    const auto& layers = stack().layers;
    if (std::any_of(layers.begin(), layers.end(), [mask](const LayerSettings& each) { return each.mask == mask; }))
      return "a layer";
    if (s.fade_.settings().maskJoint == mask) return "the fade of the panel";
    for (const SequenceItem& item : s.program_.queue().items)
      if (item.fade.maskJoint == mask) return "the queue";
    for (const auto& [pair, settings] : s.transitions_.cells())
      if (settings.mask && settings.mask->joint == mask) return "the transition set";
    return nullptr;
  }
  void useInstead(int before, int after) {
    FadeSettings fade = s.fade_.settings();
    if (fade.maskJoint == before) fade.maskJoint = after;
    s.fade_.restoreSettings(fade);
    FadeSequence queue = s.program_.queue();
    for (SequenceItem& item : queue.items)
      if (item.fade.maskJoint == before) item.fade.maskJoint = after;
    s.program_.setQueue(std::move(queue));
    const auto cells = s.transitions_.cells();
    for (auto [pair, settings] : cells) {
      if (!settings.mask || settings.mask->joint != before) continue;
      settings.mask->joint = after;
      s.transitions_.set(pair, settings);
    }
    LayerStack layers = stack();
    for (LayerSettings& layer : layers.layers)
      if (layer.mask == before) layer.mask = after;
    s.player_.layers().show(layers);
  }
};

/// Layers and masks act on every moment of the timeline, which does not log them.
Result<void> CharacterScene::apply(const LayerCommand& command) {
  auto done = carryOut(command);
  if (!done) return done;
  player_.layers().findMasks();
  ++transitionsRevision_;
  follow(false, false);
  timeline_.showAgain();
  return done;
}

}  // namespace app
