// A small pack that uses every section, and code that reads everything in a pack.
#ifndef TESTS_SUPPORT_SAMPLE_PACKS_H
#define TESTS_SUPPORT_SAMPLE_PACKS_H

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "crossfade/asset/pack.h"
#include "crossfade/pose/clip_pose.h"
#include "crossfade/skeleton/local_to_model.h"
#include "crossfade/skeleton/skinning_palette.h"
#include "crossfade/transition/transition_player.h"
#include "tests/support/sample_clips.h"

namespace crossfade::test {

/// A chain of three joints with one morphed mesh, a color, a skin, and clips with tracks of every interpolation.
inline Pack samplePack() {
  Pack pack;
  pack.skeleton = *Skeleton::make({{.name = "root", .rest = {.translation = {0, 1, 0}}, .documentIndex = 2},
                                   {.name = "spine", .parent = 0, .rest = {.scale = {1, -1, 2}}, .documentIndex = 0},
                                   {.name = "K\u00f6pfchen", .parent = 1, .documentIndex = 1}});
  pack.rest = {.locals = {pack.skeleton.restLocals().begin(), pack.skeleton.restLocals().end()},
               .morphWeights = {0.25f, 0, 1, 0.5f, 0.125f}};
  pack.morphs = {{.node = 2, .offset = 0, .count = 2}};
  pack.values = {{.node = 1, .offset = 2, .count = 3}};
  pack.valueNames = {"Head/smile", "Head/", "Skin/base color/0", "Skin/base color/1", "Skin/base color/2"};
  pack.skins = {{.joints = {2, 0}, .inverseBinds = {glm::mat4(2.0f), glm::mat4(1.0f)}}};
  pack.skins[0].inverseBinds[1][3] = {0, -1, 0, 1};
  pack.skinNames = {"body"};

  const std::vector<float> turned{0, 0, 0, 1, 0, 0.6f, 0, 0.8f, 0, 0, 1, 0};
  std::vector<float> spline;
  for (std::size_t key = 0; key < 3; ++key)
    for (const float scale : {0.5f, 1.0f, -2.0f})
      for (std::size_t i = 0; i < 4; ++i) spline.push_back(turned[key * 4 + i] * scale);
  const std::vector<float> times{0, 0.5f, 1};
  pack.clips.add(
      clip("walk", {track({0, Channel::Translation}, Interpolation::Linear, times, {0, 1, 0, 0, 1, 1, 0, 1, 2}),
                    track({1, Channel::Rotation}, Interpolation::Linear, times, turned),
                    track({2, Channel::Rotation}, Interpolation::Hermite, times, spline),
                    track({2, Channel::Weights}, Interpolation::Linear, times, {0, 0, 1, 0.5f, 0, 1}),
                    track({0, Channel::Values}, Interpolation::Discrete, {0, 0.25f}, {1, 1, 1, 0, 0, 0})}));
  pack.clips.add(clip(
      "run",
      {track({0, Channel::Translation}, Interpolation::Smooth, times, {0, 1, 0, 0, 2, 1, 0, 1, 2}),
       *KeyframeTrack::make({1, Channel::Scale}, Interpolation::Bezier, {0, 1}, {1, 1, 1, 2, 2, 2},
                            {0, 1, 0, 1, 0, 1, 0.5f, 1, 0.5f, 1, 0.5f, 1, 0.5f, 2, 0.5f, 2, 0.5f, 2, 1, 2, 1, 2, 1, 2}),
       track({1, Channel::Rotation}, Interpolation::Discrete, times, turned)}));
  pack.clips.add(
      clip("nod", {track({2, Channel::Rotation}, Interpolation::Linear, {0}, {0, 0, 0, 1})}, BlendMode::Additive));

  const auto stride = track({0, Channel::Translation}, Interpolation::Linear, times, {0, 0, 0, 0, 0, 1, 0, 0, 2});
  const auto turn = track({0, Channel::Values}, Interpolation::Linear, {0, 1}, {0, 0.5f});
  pack.clipFacts.resize(3);
  pack.clipFacts[0].root.emplace(0, 1.0, stride, turn, glm::dvec3(0.5, 0, -0.5));
  pack.clipFacts[0].inPlace =
      clip("walk", {track({0, Channel::Translation}, Interpolation::Linear, times, {0, 1, 0, 0, 1, 0, 0, 1, 0}),
                    pack.clips[0].tracks()[1]});
  pack.clipFacts[0].contacts = {
      .feet = {{"left", {{0.1, 0.6}}, {{0.1, 0.3}}, {{0.2, 0.6}}}, {"right", {{0.7, 1.2}}, {}, {}}},
      .groundVelocity = {0, 0, -1.5},
      .floor = 0.01,
      .lift = 0.1,
      .flights = 2,
      .duration = 1,
      .isCyclic = true};
  pack.clipFacts[0].markers = {{"left down", 0.1}, {"right down", 0.7}};
  pack.clipFacts[0].events = {{.name = "step", .time = 0.75, .value = 0.5}, {.name = "swing", .time = 0.25, .end = 1}};
  pack.clipFacts[1].events = {{.name = "step"}};

  pack.masks.push_back({"upper", JointMask::ofSubtree(pack.skeleton, 1, 1)});
  pack.curves = {
      *AnimationCurve::make({{.time = 0, .outTangent = 2, .weightedMode = WeightedMode::Out, .outWeight = 0.5},
                             {.time = 0.5, .value = 0.75, .inTangent = kStepTangent},
                             {.time = 1, .value = 1}})};
  const ClipId walk = pack.clips.ids()[0], run = pack.clips.ids()[1];
  pack.transitions.set({}, {.seconds = 0.25});
  pack.transitions.set({walk, kAnyClip}, {.shape = alongCurve({.index = 0}), .mask = &pack.masks[0].weights});
  pack.transitions.set({walk, run}, {.kind = TransitionKind::Inertial,
                                     .sync = Sync::Phase,
                                     .mask = nullptr,
                                     .endsMaskedLayers = true,
                                     .fromPhase = 0.5,
                                     .toPhase = 0.125});
  pack.blendSpaces = {{.name = "gaits",
                       .space = *BlendSpace::make({{walk, {1, 0}}, {run, {3, -10}, 1.25}, {walk, {1, 90}, 0.5}}),
                       .sync = Sync::Markers}};
  pack.transitions.set({run, ClipOrSpace::ofSpace(0)}, {.seconds = 0.75, .kind = TransitionKind::Frozen});
  return pack;
}

/// A chain of three joints whose only clip is worth packing: 40 keys of every kind, and steps beside them.
inline Pack swayingPack() {
  Pack pack = samplePack();
  pack.transitions = {};
  pack.blendSpaces = {};
  pack.clips = {};
  pack.clipFacts.resize(1);
  pack.clipFacts[0] = {};
  std::vector<float> times, turned, moved, scaled, weights;
  for (int key = 0; key < 40; ++key) {
    const double x = key / 6.0;
    times.push_back(static_cast<float>(key) / 30);
    for (const double value : {0.3 * std::sin(x), 0.2 * std::cos(2 * x), 0.0})
      turned.push_back(static_cast<float>(value));
    turned.push_back(std::sqrt(1 - turned[turned.size() - 3] * turned[turned.size() - 3] -
                               turned[turned.size() - 2] * turned[turned.size() - 2]));
    for (const double value : {0.1 * std::sin(x), 1 + 0.1 * std::cos(x), 0.02 * x})
      moved.push_back(static_cast<float>(value));
    for (const double value : {1.0, 1 + 0.1 * std::sin(x), 1.0}) scaled.push_back(static_cast<float>(value));
    for (const double value : {0.5 + 0.5 * std::sin(x), 0.25}) weights.push_back(static_cast<float>(value));
  }
  const std::vector<KeyframeTrack> tracks{
      track({0, Channel::Translation}, Interpolation::Linear, times, moved),
      track({0, Channel::Rotation}, Interpolation::Linear, times, turned),
      track({1, Channel::Rotation}, Interpolation::Linear, times, turned),
      track({2, Channel::Rotation}, Interpolation::Linear, {0}, {0, 0.6f, 0, 0.8f}),
      track({2, Channel::Scale}, Interpolation::Linear, times, scaled),
      track({2, Channel::Weights}, Interpolation::Linear, times, weights),
      track({0, Channel::Values}, Interpolation::Discrete, {0, 0.25f}, {1, 1, 1, 0, 0, 0})};
  pack.clips.add(clip("sway", tracks));
  pack.clipFacts[0].inPlace = clip("sway", {tracks.begin() + 1, tracks.end()}, BlendMode::Normal);
  return pack;
}

/// Plays and fades every clip, in its place and where it goes, and makes matrices of the last pose. Returns a sum of
/// what was seen, so that nothing is optimized away.
inline double useAll(const Pack& pack) {
  double seen = 0;
  const ChannelLayout layout = pack.layout();
  const ClipSet inPlace = inPlaceClips(pack);
  const ClipEventSet events = eventsOf(pack);
  for (const ClipSet* const clips : {&pack.clips, &inPlace}) {
    if (pack.skeleton.jointCount() == 0) break;
    TransitionPlayer player(*clips, layout, pack.rest);
    addCurves(pack, player);
    player.setEvents(&events);
    Pose pose = pack.rest;
    ClipId from = kAnyClip;
    for (const ClipId id : clips->ids()) {
      TransitionSettings settings = pack.transitions.resolve(from, id);
      if (!(settings.seconds && *settings.seconds < 10)) settings.seconds = 0.1;
      AnimationAction& action = player.clipAction(id);
      if (!from) action.play();
      if (from) start(player.transition(), action, settings);
      player.advance(0.05, pose);
      player.advance((*clips)[id].duration() / 2, pose);
      for (const PassedEvent& passed : player.mixer().passedEvents())
        seen += passed.time + passed.event->value.value_or(1) + static_cast<double>(passed.event->name.size());
      from = id;
    }
    for (std::size_t i = 0; i < pack.blendSpaces.size(); ++i) {
      const auto& [name, space, sync] = pack.blendSpaces[i];
      BlendSpacePlayer& playing = player.addBlendSpace(space, sync);
      seen += pack.transitions.resolve(from, ClipOrSpace::ofSpace(static_cast<int>(i))).seconds.value_or(0);
      const glm::dvec2 first = space.samples().front().at, last = space.samples().back().at;
      player.transition().to(playing, {.seconds = 0.1});
      playing.moveTo(first);
      player.advance(0.05, pose);
      playing.moveTo((first + last) / 2.0, 0.1);
      player.advance(0.1, pose);
      seen += playing.phase() + static_cast<double>(name.size() + space.triangles().size());
    }
    std::vector<glm::mat4> models(pose.locals.size());
    localToModel(pack.skeleton.parents(), pose.locals, models);
    for (const auto& [joints, inverseBinds] : pack.skins) {
      std::vector<glm::mat4> palette(joints.size());
      skinningPalette(models, joints, inverseBinds, palette);
      for (const glm::mat4& matrix : palette) seen += static_cast<double>(matrix[3][0]);
    }
    for (const float weight : pose.morphWeights) seen += static_cast<double>(weight);
  }
  for (std::size_t i = 0; i < pack.clips.size(); ++i) {
    const PackedClip& facts = pack.clipFacts[i];
    if (facts.root) seen += facts.root->delta(0.1, 0.7).turn;
    if (facts.contacts) seen += facts.contacts->contactShare();
    if (!facts.markers.empty()) seen += SyncMarkers::make(facts.markers, pack.clips[i].duration())->phaseOf(0.3);
  }
  for (const AnimationCurve& curve : pack.curves) seen += curve.evaluate(0.4);
  return seen;
}

}  // namespace crossfade::test

#endif  // TESTS_SUPPORT_SAMPLE_PACKS_H
