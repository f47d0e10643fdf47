// Writes project files.
#include "app/format/project_json.h"

#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "app/format/curve_json.h"
#include "app/format/field_json.h"
#include "app/format/json_text.h"
#include "app/format/model_references.h"
#include "app/format/script.h"
#include "app/format/shape_json.h"
#include "app/format/transition_json.h"
#include "app/model/fnv1a.h"
#include "app/model/json/event_json.h"
#include "app/model/pose_value_names.h"
#include "app/session/document.h"

namespace app {
namespace {

using namespace std::string_view_literals;

/// Sections whose unknown members survive saving; "" is the file itself.
inline constexpr std::array kSections{""sv,       "clock"sv, "fade"sv,      "view"sv, "camera"sv, "crowdCamera"sv,
                                      "timing"sv, "crowd"sv, "recording"sv, "pair"sv, "queue"sv,  "comparison"sv,
                                      "layers"sv, "curves"sv};

OrderedJson layersJson(const Session& session) {
  const LayerStack& stack = session.character().layers();
  OrderedJson layers = OrderedJson::array();
  for (const LayerSettings& layer : stack.layers) {
    layers.push_back(clipReference(session.model(), layer.clip));
    layers.back().update(fieldsJson(layer, session));
  }
  return {{"baseMuted", stack.baseMuted}, {"baseSolo", stack.baseSolo}, {"stack", std::move(layers)}};
}

/// The clip that plays, or {"space": "Gaits"}.
OrderedJson playingJson(const Document& document, const Session& session) {
  if (const auto space = session.character().player().playingSpace())
    if (const auto* const known = findBlendSpace(document.blendSpaces, space->number)) return {{"space", known->name}};
  const int strongest = session.dominantClip();
  const bool isEnabled = strongest >= 0 && document.clips[static_cast<std::size_t>(strongest)].enabled;
  return clipReference(session.model(), isEnabled ? strongest : -1);  // playing would enable it
}

OrderedJson filesJson(const ProjectFiles& files) {
  if (files.model.empty()) return nullptr;
  OrderedJson json{{"path", files.model},
                   {"fnv1a64", files.hash == 0 ? OrderedJson(nullptr) : OrderedJson(hexOf(files.hash))}};
  if (files.importer != Importer::Own) json["importer"] = kImporterNames[static_cast<std::size_t>(files.importer)];
  return json;
}

/// A path alone, if nothing is set.
OrderedJson clipFilesJson(const ProjectFiles& files) {
  OrderedJson entries = OrderedJson::array();
  for (const ClipFileEntry& file : files.clips) {
    OrderedJson entry = {{"path", file.path}};
    entry.update(fieldsJson(file.settings, differing(RetargetSettings{}, file.settings)));
    if (!file.map.empty()) entry["joints"] = OrderedJson::parse(file.map).at("joints");
    entries.push_back(entry.size() == 1 ? entry.at("path") : std::move(entry));
  }
  return entries;
}

OrderedJson clipsJson(const Document& document, const Session& session) {
  OrderedJson clips = OrderedJson::array();
  for (std::size_t i = 0; i < document.clips.size(); ++i) {
    const ClipSettings& clip = document.clips[i];
    ClipSettings usual;
    if (clip == usual) continue;
    OrderedJson entry = clipReference(session.model(), static_cast<int>(i));
    usual.clamp = clip.loop == crossfade::Loop::Once;
    entry.update(fieldsJson(clip, session, FileStyle::InProject, &usual));
    if (clip.root != usual.root) entry["root"] = fieldsJson(clip.root, session);
    for (const crossfade::SyncMarker& marker : clip.markers)
      entry["markers"].push_back({{"name", marker.name}, {"time", marker.time}});
    if (clip.events) entry["events"] = OrderedJson(clipEventsToJson(*clip.events));
    clips.push_back(std::move(entry));
  }
  return clips;
}

OrderedJson fadeJson(const Session& session) {
  OrderedJson fade = fieldsJson(session.fadeSettings(), session);
  fade["curve"] = curveToJson(session.fadeCurve());
  return fade;
}

OrderedJson queueJson(const FadeSequence& queue, const Session& session) {
  const Model& model = session.model();
  const FadeChoice nothing;
  OrderedJson clips = OrderedJson::array();
  for (const SequenceItem& item : queue.items) {
    OrderedJson entry = clipReference(model, item.fade.clip);
    entry[item.inLoops ? "loops" : "plays"] = item.plays;
    entry.update(fieldsJson(item.fade.how, session, FileStyle::InProject, &nothing));
    clips.push_back(std::move(entry));
  }
  return {{"clips", std::move(clips)}, {"loop", queue.loops}};
}

OrderedJson comparisonJson(const SetComparison& comparison, const Session& session) {
  const FadeChoice nothing;
  OrderedJson variants = OrderedJson::array();
  for (const FadeChoice& variant : comparison.variants)
    variants.push_back(fieldsJson(variant, session, FileStyle::InProject, &nothing));
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

OrderedJson viewJson(const ViewOptions& view, const Session& session) {
  OrderedJson json = fieldsJson(view, session);
  json["variant"] = variantReference(session.model(), view.model.variant);
  json["fileCamera"] = cameraReference(session.model(), view.model.camera);
  json["lights"] = wordOf(view.model.lights);
  return json;
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

/// Adds members of `earlier` that this version never writes. It writes all that it knows, so those are unknown to it.
void keepUnknown(const OrderedJson& earlier, OrderedJson& now) {
  for (const std::string_view section : kSections) {
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
  const Document& document = session.document();
  const Model& model = session.model();
  OrderedJson json = {
      {"crossfade", kProjectVersion},
      {"model", filesJson(files)},
      {"clipFiles", clipFilesJson(files)},
      {"scene", wordOf(session.scene())},
      {"playing", playingJson(document, session)},
      {"speed", document.speed},
      {"travel", wordOf(document.travel)},
      {"footLock", document.footLock},
      {"clock",
       {{"kind", wordOf(document.clock.kind)},
        {"stepsPerSecond", static_cast<double>(document.clock.rate.steps) / document.clock.rate.seconds}}},
      {"clips", clipsJson(document, session)},
      {"masks", masksJson(document.masks, model)},
      {"layers", layersJson(session)},
      {"blendSpaces", blendSpacesJson(document.blendSpaces, session)},
      {"fade", fadeJson(session)},
      {"pair", fieldsJson(document.pair, session)},
      {"queue", queueJson(document.queue, session)},
      {"comparison", comparisonJson(document.comparison, session)},
      {"transitions", transitionsJson(document.transitions, session)},
      {"morphs", morphsJson(document, session.model())},
      {"paths", pathsJson(document, model)},
      {"view", viewJson(document.view, session)},
      {"turn", turnJson(document.turn)},
      {"camera", cameraJson(session.cameraOf(SceneKind::Character))},
      {"crowdCamera", cameraJson(session.cameraOf(SceneKind::Crowd))},
      {"timing", fieldsJson(document.timing)},
      {"crowd", fieldsJson(document.crowd, session)},
      {"curves", fieldsJson(document.curves)},
      {"shapes", OrderedJson::parse(shapesJson(document.shapes))},
      {"drawing", OrderedJson::array()},
      {"recording", fieldsJson(session.recordingOptions())}};
  for (const glm::dvec2 point : document.drawing) json["drawing"].push_back({point.x, point.y});
  if (!earlier.empty()) keepUnknown(readPartialJson(earlier).value, json);
  return jsonText(json, 1) + "\n";
}

std::string workText(std::string_view project, WorkPart part) {
  constexpr std::array kWorkspaces{"timing"sv, "crowd"sv, "curves"sv, "shapes"sv, "drawing"sv};
  constexpr std::array kOfTheFile{"variant"sv, "fileCamera"sv, "lights"sv};
  const OrderedJson all = readPartialJson(project).value;
  OrderedJson kept = OrderedJson::object();
  for (const auto& [name, value] : all.items()) {
    const bool isWorkspace = std::ranges::find(kWorkspaces, name) != kWorkspaces.end();
    const bool isKept = part == WorkPart::Both || isWorkspace == (part == WorkPart::Workspaces);
    if (name == "crossfade" || (isKept && name != "scene" && name != "view")) kept[name] = value;
  }
  if (part != WorkPart::Workspaces && all.contains("view"))
    for (const auto& [name, value] : all["view"].items())
      if (std::ranges::find(kOfTheFile, name) != kOfTheFile.end()) kept["view"][name] = value;
  return jsonText(kept, 1) + "\n";
}

}  // namespace app
