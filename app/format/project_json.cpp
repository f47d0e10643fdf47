// Writes project files.
#include "app/format/project_json.h"

#include <cstdio>

#include <nlohmann/json.hpp>

#include "app/format/curve_json.h"
#include "app/format/json_text.h"
#include "app/format/model_references.h"
#include "app/format/partial_json.h"
#include "app/format/project_words.h"
#include "app/format/script.h"
#include "app/format/shape_json.h"
#include "app/format/transition_json.h"
#include "app/model/pose_value_names.h"
#include "app/session/document.h"

namespace app {
namespace {

using OrderedJson = nlohmann::ordered_json;
namespace words = project_words;

OrderedJson layersJson(const Session& session) {
  const LayerStack& stack = session.character().layers();
  const LayerSettings usual;
  OrderedJson layers = OrderedJson::array();
  for (const LayerSettings& layer : stack.layers) {
    OrderedJson entry = clipReference(session.model(), layer.clip);
    entry["mode"] = wordOf(words::kLayerModes, layer.mode);
    entry["mask"] = maskReference(session, layer.mask);
    entry["feather"] = layer.feather;
    entry["weight"] = layer.weight;
    entry["speed"] = layer.speed;
    entry["phase"] = layer.phase;
    if (layer.muted) entry["muted"] = true;
    if (layer.solo) entry["solo"] = true;
    if (layer.referenceClip >= 0) entry["reference"] = clipReference(session.model(), layer.referenceClip);
    if (layer.referenceTime != usual.referenceTime) entry["referenceTime"] = layer.referenceTime;
    layers.push_back(std::move(entry));
  }
  return {{"baseMuted", stack.baseMuted}, {"baseSolo", stack.baseSolo}, {"stack", std::move(layers)}};
}

OrderedJson filesJson(const ProjectFiles& files) {
  if (files.model.empty()) return nullptr;
  char hash[24];
  std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(files.hash));
  return {{"path", files.model}, {"fnv1a64", files.hash == 0 ? OrderedJson(nullptr) : OrderedJson(hash)}};
}

/// A path alone, if nothing is set.
OrderedJson clipFilesJson(const ProjectFiles& files) {
  OrderedJson entries = OrderedJson::array();
  for (const ClipFileEntry& file : files.clips) {
    if (!file.mirrored && file.reach == 0 && file.map.empty()) {
      entries.push_back(file.path);
      continue;
    }
    entries.push_back({{"path", file.path}, {"mirrored", file.mirrored}});
    if (file.reach != 0) entries.back()["reach"] = file.reach;
    if (!file.map.empty()) entries.back()["joints"] = OrderedJson::parse(file.map).at("joints");
  }
  return entries;
}

OrderedJson clipsJson(const Document& document, const Model& model) {
  const ClipSettings usual;
  OrderedJson clips = OrderedJson::array();
  for (std::size_t i = 0; i < document.clips.size(); ++i) {
    const ClipSettings& clip = document.clips[i];
    if (clip == usual) continue;
    OrderedJson entry = clipReference(model, static_cast<int>(i));
    if (clip.loop != usual.loop) entry["loop"] = wordOf(words::kLoops, clip.loop);
    if (clip.timeScale != usual.timeScale) entry["timeScale"] = clip.timeScale;
    if (clip.weight != usual.weight) entry["weight"] = clip.weight;
    if (clip.enabled != usual.enabled) entry["enabled"] = clip.enabled;
    if (clip.repetitions) entry["repetitions"] = *clip.repetitions;
    if (clip.clamp != (clip.loop == crossfade::Loop::Once)) entry["clamp"] = clip.clamp;
    if (clip.favorite) entry["favorite"] = true;
    if (clip.root != usual.root)
      entry["root"] = {
          {"mode", wordOf(words::kRoots, clip.root.mode)}, {"height", clip.root.height}, {"turn", clip.root.turn}};
    for (const crossfade::SyncMarker& marker : clip.markers)
      entry["markers"].push_back({{"name", marker.name}, {"time", marker.time}});
    clips.push_back(std::move(entry));
  }
  return clips;
}

OrderedJson fadeJson(const Session& session) {
  const FadeSettings& fade = session.fadeSettings();
  return {{"from", clipReference(session.model(), fade.from)},
          {"to", clipReference(session.model(), fade.to)},
          {"seconds", fade.seconds},
          {"kind", wordOf(kTransitionNames, fade.kind)},
          {"sync", wordOf(kSyncNames, fade.sync)},
          {"warp", fade.warp},
          {"mask", maskReference(session, fade.maskJoint)},
          {"feather", fade.maskFeather},
          {"layers", wordOf(kMaskedLayersNames, fade.layers)},
          {"curve", curveToJson(session.fadeCurve())}};
}

OrderedJson phaseJson(std::optional<double> phase) { return phase ? OrderedJson(*phase) : OrderedJson(nullptr); }

OrderedJson pairJson(const FadePair& pair) {
  return {{"fromPhase", phaseJson(pair.fromPhase)},
          {"toPhase", phaseJson(pair.toPhase)},
          {"leadIn", pair.leadIn},
          {"leadOut", pair.leadOut},
          {"loop", pair.loops},
          {"thereAndBack", pair.thereAndBack}};
}

OrderedJson queueJson(const FadeSequence& queue, const Session& session) {
  const Model& model = session.model();
  OrderedJson clips = OrderedJson::array();
  for (const SequenceItem& item : queue.items) {
    OrderedJson entry = clipReference(model, item.fade.clip);
    entry[item.inLoops ? "loops" : "plays"] = item.plays;
    if (item.fade.entry) entry["entry"] = *item.fade.entry;
    if (item.fade.seconds) entry["seconds"] = *item.fade.seconds;
    if (item.fade.kind) entry["kind"] = wordOf(kTransitionNames, *item.fade.kind);
    if (item.fade.sync) entry["sync"] = wordOf(kSyncNames, *item.fade.sync);
    if (item.fade.maskJoint) entry["mask"] = maskReference(session, *item.fade.maskJoint);
    clips.push_back(std::move(entry));
  }
  return {{"clips", std::move(clips)}, {"loop", queue.loops}};
}

OrderedJson comparisonJson(const SetComparison& comparison) {
  OrderedJson variants = OrderedJson::array();
  for (const FadeVariant& variant : comparison.variants) {
    OrderedJson entry = OrderedJson::object();
    if (variant.kind) entry["kind"] = wordOf(kTransitionNames, *variant.kind);
    if (variant.seconds) entry["seconds"] = *variant.seconds;
    if (variant.sync) entry["sync"] = wordOf(kSyncNames, *variant.sync);
    variants.push_back(std::move(entry));
  }
  return {{"variants", std::move(variants)}, {"overlaid", comparison.overlaid}};
}

OrderedJson morphsJson(const Document& document, const Model& model) {
  const std::vector<std::string> names = poseValueNames(model);
  OrderedJson morphs = OrderedJson::array();
  for (std::size_t i = 0; i < document.heldMorphs.size(); ++i) {
    if (!document.heldMorphs[i]) continue;
    OrderedJson& entry = morphs.emplace_back(poseValueReference(names, i));
    entry["weight"] = shortestNumber(*document.heldMorphs[i]);
  }
  return morphs;
}

OrderedJson pathsJson(const Document& document, const Model& model) {
  OrderedJson paths = OrderedJson::array();
  for (const int joint : document.tracedJoints) paths.push_back(jointReference(model, joint));
  return paths;
}

OrderedJson turnJson(const glm::quat& turn) {
  return {shortestNumber(turn.x), shortestNumber(turn.y), shortestNumber(turn.z), shortestNumber(turn.w)};
}

OrderedJson viewJson(const ViewOptions& view, const Model& model) {
  return {{"meshes", view.meshes},
          {"skeleton", view.skeleton},
          {"bones", wordOf(words::kBones, view.bones)},
          {"jointNames", view.jointNames},
          {"ghosts", view.ghosts},
          {"ghostSeconds", shortestNumber(view.ghostSeconds)},
          {"exposure", shortestNumber(view.exposure)},
          {"grid", view.grid},
          {"dark", view.darkBackground},
          {"mode", wordOf(words::kModes, view.mode)},
          {"transparent", view.transparent},
          {"variant", variantReference(model, view.model.variant)},
          {"fileCamera", cameraReference(model, view.model.camera)},
          {"lights", wordOf(kLightSourceNames, view.model.lights)}};
}

OrderedJson cameraJson(const Camera& camera) {
  return {
      {"target", {shortestNumber(camera.target.x), shortestNumber(camera.target.y), shortestNumber(camera.target.z)}},
      {"distance", shortestNumber(camera.distance)},
      {"yaw", shortestNumber(camera.yaw)},
      {"pitch", shortestNumber(camera.pitch)},
      {"verticalFov", shortestNumber(camera.verticalFov)},
      {"sceneRadius", shortestNumber(camera.sceneRadius)}};
}

OrderedJson timingJson(const TimingSettings& timing) {
  OrderedJson rows = OrderedJson::array();
  for (const TimingRowSettings& row : timing.rows)
    rows.push_back({{"framesPerSecond", row.display.framesPerSecond},
                    {"jitter", row.display.jitter},
                    {"hitches", row.display.hitches},
                    {"shown", row.shown}});
  return {{"stepsPerSecond", timing.stepsPerSecond},
          {"unitsPerSecond", timing.unitsPerSecond},
          {"maxSteps", timing.maxSteps},
          {"edges", wordOf(words::kEdges, timing.edges)},
          {"hitches", {{"seconds", timing.hitches.seconds}, {"every", timing.hitches.every}}},
          {"displays", std::move(rows)},
          {"seed", timing.seed},
          {"speed", timing.speed},
          {"interpolates", timing.interpolates},
          {"character", timing.showsCharacter},
          {"graph", wordOf(words::kGraphs, timing.graph)}};
}

OrderedJson crowdJson(const CrowdSettings& crowd) {
  return {{"characters", crowd.characters},
          {"drawLimit", crowd.drawLimit},
          {"path", wordOf(words::kPaths, crowd.path)},
          {"threads", crowd.threads},
          {"travel", crowd.travel}};
}

OrderedJson curvesJson(const CurvesSettings& curves) {
  OrderedJson keys = OrderedJson::array(), shown = OrderedJson::object();
  for (const PlotKey& key : curves.keys) keys.push_back({{"x", key.x}, {"y", key.y}, {"slope", key.slope}});
  for (std::size_t line = 0; line < kPlotLines; ++line) shown[std::string(kPlotLineNames[line])] = curves.shown[line];
  return {{"picture", wordOf(kCurvesPictureNames, curves.picture)},
          {"keys", std::move(keys)},
          {"shown", std::move(shown)},
          {"handle", curves.handle},
          {"curve", curveToJson(curves.curve)}};
}

OrderedJson regionJson(const std::optional<RecordingRegion>& region) {
  return region ? OrderedJson{region->x, region->y, region->width, region->height} : OrderedJson();
}

OrderedJson recordingJson(const RecordingOptions& options) {
  return {{"path", options.path},           {"width", options.width},
          {"height", options.height},       {"framesPerSecond", options.framesPerSecond},
          {"seconds", options.seconds},     {"live", options.live},
          {"interface", options.interface}, {"transparent", options.transparent},
          {"sheet", options.sheet},         {"region", regionJson(options.region)}};
}

/// Adds members of `earlier` that this version never writes. It writes all that it knows, so those are unknown to it.
void keepUnknown(const OrderedJson& earlier, OrderedJson& now) {
  for (const std::string_view section : words::kSections) {
    const std::string name(section);
    if (!earlier.is_object() || (!name.empty() && !earlier.contains(name))) continue;
    const OrderedJson& from = name.empty() ? earlier : earlier.at(name);
    OrderedJson& to = name.empty() ? now : now[name];
    if (!from.is_object() || !to.is_object()) continue;
    for (auto member = from.begin(); member != from.end(); ++member)
      if (!to.contains(member.key())) to[member.key()] = member.value();
  }
}

}  // namespace

std::string projectText(const Session& session, const ProjectFiles& files, std::string_view earlier) {
  const Document document = documentOf(session);
  const Model& model = session.model();
  const int playing = session.dominantClip();
  OrderedJson json = {
      {"crossfade", kProjectVersion},
      {"model", filesJson(files)},
      {"clipFiles", clipFilesJson(files)},
      {"scene", wordOf(kSceneNames, session.scene())},
      {"playing", clipReference(model, playing)},
      {"speed", document.speed},
      {"travel", wordOf(words::kTravels, document.travel)},
      {"footLock", document.footLock},
      {"clock",
       {{"kind", wordOf(kClockNames, document.clock.kind)},
        {"stepsPerSecond", static_cast<double>(document.clock.rate.steps) / document.clock.rate.seconds}}},
      {"clips", clipsJson(document, model)},
      {"masks", masksJson(document.masks, model)},
      {"layers", layersJson(session)},
      {"fade", fadeJson(session)},
      {"pair", pairJson(document.pair)},
      {"queue", queueJson(document.queue, session)},
      {"comparison", comparisonJson(document.comparison)},
      {"transitions", transitionsJson(document.transitions, session)},
      {"morphs", morphsJson(document, session.model())},
      {"paths", pathsJson(document, model)},
      {"view", viewJson(document.view, model)},
      {"turn", turnJson(document.turn)},
      {"camera", cameraJson(session.cameraOf(SceneKind::Character))},
      {"crowdCamera", cameraJson(session.cameraOf(SceneKind::Crowd))},
      {"timing", timingJson(document.timing)},
      {"crowd", crowdJson(document.crowd)},
      {"curves", curvesJson(document.curves)},
      {"shapes", OrderedJson::parse(shapesJson(document.shapes))},
      {"drawing", OrderedJson::array()},
      {"recording", recordingJson(session.recordingOptions())}};
  for (const glm::dvec2 point : document.drawing) json["drawing"].push_back({point.x, point.y});
  if (!earlier.empty()) keepUnknown(readPartialJson(earlier).value, json);
  return jsonText(json, 1) + "\n";
}

}  // namespace app
