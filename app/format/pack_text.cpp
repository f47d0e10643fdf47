#include "app/format/pack_text.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <span>

#include <nlohmann/json.hpp>

#include "app/fields/engine_words.h"
#include "app/model/counted.h"
#include "app/model/json/event_json.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

using crossfade::AnimationClip;
using crossfade::KeyframeTrack;
using crossfade::Pack;
using crossfade::PackedClip;
using Json = nlohmann::json;

Json floats(std::span<const float> values) {
  Json list = Json::array();
  for (const float value : values) list.push_back(static_cast<double>(value));
  return list;
}

Json jsonOf(const glm::dvec3& v) { return {v.x, v.y, v.z}; }

Json jsonOf(const KeyframeTrack& track) {
  const auto size = track.values().size() / static_cast<std::size_t>(track.keyCount());
  return {{"node", track.target().node},
          {"channel", nameOf(track.target().channel)},
          {"interpolation", nameOf(track.interpolation())},
          {"keys", track.keyCount()},
          {"components", track.valueSize()},
          {"times", {static_cast<double>(track.firstTime()), static_cast<double>(track.lastTime())}},
          {"first", floats(track.values().first(size))},
          {"last", floats(track.values().last(size))},
          {"tangents", track.tangents().size()}};
}

Json tracksOf(const AnimationClip& clip) {
  Json list = Json::array();
  for (const KeyframeTrack& track : clip.tracks()) list.push_back(jsonOf(track));
  return list;
}

/// What is packed, and its first and last frame.
Json packedOf(const AnimationClip& clip) {
  const crossfade::PackedTracks& packed = clip.packed();
  Json list = Json::array();
  for (const KeyframeTrack& track : crossfade::unpackTracks(packed, clip.duration())) {
    const auto size = static_cast<std::size_t>(track.valueSize());
    list.push_back({{"node", track.target().node},
                    {"channel", nameOf(track.target().channel)},
                    {"frames", track.keyCount()},
                    {"first", floats(track.values().first(size))},
                    {"last", floats(track.values().last(size))}});
  }
  return {{"intervals", packed.intervals},
          {"segmentIntervals", packed.segmentIntervals},
          {"bytes", packed.words.size_bytes()},
          {"tracks", list}};
}

Json jsonOf(const std::vector<crossfade::ContactInterval>& intervals) {
  Json list = Json::array();
  for (const auto& [start, end] : intervals) list.push_back({start, end});
  return list;
}

Json jsonOf(const crossfade::GroundContacts& contacts) {
  Json feet = Json::array();
  for (const crossfade::FootContacts& foot : contacts.feet)
    feet.push_back(
        {{"name", foot.name}, {"foot", jsonOf(foot.foot)}, {"heel", jsonOf(foot.heel)}, {"toe", jsonOf(foot.toe)}});
  return {{"groundVelocity", jsonOf(contacts.groundVelocity)},
          {"floor", contacts.floor},
          {"lift", contacts.lift},
          {"flights", contacts.flights},
          {"duration", contacts.duration},
          {"cyclic", contacts.isCyclic},
          {"feet", feet}};
}

Json jsonOf(const crossfade::RootTrack& root) {
  Json json = {{"joint", root.joint()}, {"duration", root.duration()}, {"pivot", jsonOf(root.pivot())}};
  if (root.translationTrack()) json["translation"] = jsonOf(*root.translationTrack());
  if (root.turnTrack()) json["turn"] = jsonOf(*root.turnTrack());
  return json;
}

Json jsonOf(const AnimationClip& clip, const PackedClip& facts) {
  Json json = {{"name", clip.name()},
               {"duration", clip.duration()},
               {"additive", clip.blendMode() == crossfade::BlendMode::Additive},
               {"tracks", tracksOf(clip)},
               {"markers", Json::array()}};
  if (!clip.hasKeys()) json["packed"] = packedOf(clip);
  if (facts.inPlace) json["inPlace"] = tracksOf(*facts.inPlace);
  if (facts.inPlace && !facts.inPlace->hasKeys()) json["inPlacePacked"] = packedOf(*facts.inPlace);
  if (facts.root) json["root"] = jsonOf(*facts.root);
  if (facts.contacts) json["contacts"] = jsonOf(*facts.contacts);
  for (const crossfade::SyncMarker& marker : facts.markers)
    json["markers"].push_back({{"name", marker.name}, {"time", marker.time}});
  json["events"] = clipEventsToJson(facts.events);
  return json;
}

int maskIndexOf(const Pack& pack, const crossfade::JointMask* mask) {
  for (std::size_t i = 0; i < pack.masks.size(); ++i)
    if (&pack.masks[i].weights == mask) return static_cast<int>(i);
  return -1;
}

Json jsonOf(crossfade::ClipOrSpace source) {
  return source.space < 0 ? Json(source.clip.index) : Json{{"space", source.space}};
}

Json jsonOf(const Pack& pack, const crossfade::TransitionCell& cell, const crossfade::TransitionSettings& settings) {
  Json json = {{"from", jsonOf(cell.from)}, {"to", jsonOf(cell.to)}};
  if (settings.seconds) json["seconds"] = *settings.seconds;
  if (settings.kind) json["kind"] = wordOf(*settings.kind);
  if (settings.shape) {
    constexpr std::array kShapes{"straight", "smooth", "curve"};
    json["shape"] = kShapes[static_cast<std::size_t>(settings.shape->kind)];
    if (settings.shape->kind == crossfade::FadeShape::Kind::Curve) json["curve"] = settings.shape->curve.index;
  }
  if (settings.sync) json["sync"] = wordOf(*settings.sync);
  if (settings.mask) json["mask"] = maskIndexOf(pack, *settings.mask);
  if (settings.endsMaskedLayers) json["endsMaskedLayers"] = *settings.endsMaskedLayers;
  if (settings.fromPhase) json["fromPhase"] = *settings.fromPhase;
  if (settings.toPhase) json["toPhase"] = *settings.toPhase;
  return json;
}

Json jsonOf(const crossfade::AnimationCurve& curve) {
  Json times = Json::array();
  for (const crossfade::CurveKey& key : curve.keys()) times.push_back(key.time);
  return {{"keys", curve.keys().size()},
          {"wrap", {static_cast<int>(curve.before), static_cast<int>(curve.after)}},
          {"times", times}};
}

Json jsonOf(const Pack& pack, const crossfade::PackedBlendSpace& space) {
  Json samples = Json::array();
  for (const crossfade::BlendSample& sample : space.space.samples()) {
    const auto ids = pack.clips.ids();
    samples.push_back({{"clip", std::find(ids.begin(), ids.end(), sample.clip) - ids.begin()},
                       {"at", {sample.at.x, sample.at.y}},
                       {"timeScale", sample.timeScale}});
  }
  return {{"name", space.name}, {"sync", wordOf(space.sync)}, {"samples", samples}};
}

Json jointsOf(const crossfade::Skeleton& skeleton) {
  Json list = Json::array();
  for (int i = 0; i < skeleton.jointCount(); ++i) {
    const auto& [t, r, s] = skeleton.restLocals()[static_cast<std::size_t>(i)];
    list.push_back({{"name", skeleton.name(i)},
                    {"parent", skeleton.parents()[static_cast<std::size_t>(i)]},
                    {"documentIndex", skeleton.documentIndexOf(i)},
                    {"translation", floats(std::array{t.x, t.y, t.z})},
                    {"rotation", floats(std::array{r.x, r.y, r.z, r.w})},
                    {"scale", floats(std::array{s.x, s.y, s.z})}});
  }
  return list;
}

Json skinsOf(const Pack& pack) {
  Json list = Json::array();
  for (std::size_t i = 0; i < pack.skins.size(); ++i) {
    const auto& [joints, inverseBinds] = pack.skins[i];
    Json matrices = Json::array();
    for (const glm::mat4& matrix : inverseBinds) matrices.push_back(floats(std::span(&matrix[0][0], 16)));
    list.push_back({{"name", pack.skinNames[i]}, {"joints", joints}, {"inverseBinds", matrices}});
  }
  return list;
}

template <class Channels>
Json channelsOf(const Channels& channels) {
  Json list = Json::array();
  for (const auto& [node, offset, count] : channels)
    list.push_back({{"node", node}, {"offset", offset}, {"count", count}});
  return list;
}

/// "walk 1.2 s, 68 tracks, in place, root motion, contacts, 2 markers, 1 event".
std::string lineOf(const AnimationClip& clip, const PackedClip& facts) {
  char start[96];
  std::snprintf(start, sizeof start, "%-28s %8s s  ", clip.name().substr(0, 60).c_str(),
                crossfade::formatNumber(clip.duration(), 3).c_str());
  const std::size_t packed = clip.packed().targets.size();
  std::string line = start + counted(clip.tracks().size() + packed, "track");
  if (packed > 0) line += ", packed (" + std::to_string(clip.packed().words.size_bytes()) + " bytes)";
  if (facts.root) line += facts.inPlace ? ", root motion" : ", root motion of the feet";
  if (facts.contacts) line += ", contacts";
  if (!facts.markers.empty()) line += ", " + counted(facts.markers.size(), "marker");
  if (!facts.events.empty()) line += ", " + counted(facts.events.size(), "event");
  return line;
}

}  // namespace

Json packToJson(const Pack& pack) {
  Json values = Json::array(), clips = Json::array(), masks = Json::array(), curves = Json::array(),
       transitions = Json::array(), spaces = Json::array();
  for (std::size_t i = 0; i < pack.valueNames.size(); ++i)
    values.push_back({{"name", pack.valueNames[i]}, {"rest", static_cast<double>(pack.rest.morphWeights[i])}});
  for (std::size_t i = 0; i < pack.clips.size(); ++i) clips.push_back(jsonOf(pack.clips[i], pack.clipFacts[i]));
  for (const crossfade::PackedMask& mask : pack.masks)
    masks.push_back({{"name", mask.name}, {"weights", floats(mask.weights.weights())}});
  for (const crossfade::AnimationCurve& curve : pack.curves) curves.push_back(jsonOf(curve));
  for (const auto& [cell, settings] : pack.transitions.cells()) transitions.push_back(jsonOf(pack, cell, settings));
  for (const crossfade::PackedBlendSpace& space : pack.blendSpaces) spaces.push_back(jsonOf(pack, space));
  return {{"version", crossfade::kPackVersion},
          {"joints", jointsOf(pack.skeleton)},
          {"morphs", channelsOf(pack.morphs)},
          {"values", channelsOf(pack.values)},
          {"poseValues", values},
          {"skins", skinsOf(pack)},
          {"clips", clips},
          {"masks", masks},
          {"curves", curves},
          {"transitions", transitions},
          {"blendSpaces", spaces}};
}

std::string packText(const Pack& pack, const std::string& name, std::size_t size) {
  std::string text = name + "\n  " + counted(static_cast<std::size_t>(pack.skeleton.jointCount()), "joint") + ", " +
                     counted(pack.skins.size(), "skin") + ", " + counted(pack.rest.morphWeights.size(), "pose value") +
                     ", " + counted(pack.masks.size(), "mask") + ", " + counted(pack.transitions.size(), "transition") +
                     (pack.blendSpaces.empty() ? "" : ", " + counted(pack.blendSpaces.size(), "blend space")) + ", " +
                     std::to_string(size) + " bytes\n  " + counted(pack.clips.size(), "clip") + "\n";
  for (std::size_t i = 0; i < pack.clips.size(); ++i)
    text += "    #" + std::to_string(i) + (i < 10 ? "   " : "  ") + lineOf(pack.clips[i], pack.clipFacts[i]) + "\n";
  const auto addNames = [&text](const char* what, std::size_t count, const auto& nameOf) {
    for (std::size_t i = 0; i < count; ++i) text += (i == 0 ? "  " + std::string(what) + ": " : ", ") + nameOf(i);
    if (count > 0) text += "\n";
  };
  addNames("blend spaces", pack.blendSpaces.size(), [&](std::size_t i) { return pack.blendSpaces[i].name; });
  addNames("masks", pack.masks.size(), [&](std::size_t i) { return pack.masks[i].name; });
  addNames("joints", static_cast<std::size_t>(pack.skeleton.jointCount()),
           [&](std::size_t i) { return pack.skeleton.name(static_cast<int>(i)); });
  return text;
}

}  // namespace app
