#include "app/format/pose_json.h"

#include <algorithm>
#include <cassert>
#include <string>

#include <nlohmann/json.hpp>

#include "crossfade/base/number_text.h"

#include "app/format/json_text.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;
using Json = nlohmann::json;

constexpr int kVerticesPerPrimitive = 16;

Json valuesOf(const glm::mat4& m) {
  Json values = Json::array();
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 3; ++row) values.push_back(m[column][row]);
  return values;
}

Json valuesOf(const crossfade::Transform& t) {
  return {t.translation.x, t.translation.y, t.translation.z, t.rotation.x, t.rotation.y,
          t.rotation.z,    t.rotation.w,    t.scale.x,       t.scale.y,    t.scale.z};
}

const Primitive& primitiveOf(const Model& model, const TracedPrimitive& traced) {
  const MeshInstance& instance = model.instances[static_cast<std::size_t>(traced.instance)];
  return model.meshes[static_cast<std::size_t>(instance.mesh)].primitives[static_cast<std::size_t>(traced.primitive)];
}

void show(Session& session, std::initializer_list<Command> commands) {
  FrameProfiler unused;
  for (const Command& command : commands) {
    [[maybe_unused]] const auto applied = session.apply(command);
    assert(applied);
  }
  session.advance(0, unused);
}

/// A time of a trace, clamped to the clip. One that is not a number belongs to a clip without length: its last key.
double timeOr(const Json& time, double duration) {
  return time.is_number() ? std::clamp(time.get<double>(), 0.0, duration) : duration;
}

void showClip(Session& session, int clip, double time) {
  show(session, {StopAll{}, SetClip{clip, &ClipSettings::loop, crossfade::Loop::Once}, PlayClip{clip},
                 SetClipTime{clip, std::clamp(time, 0.0, session.action(clip).duration())}});
}

/// The primitives of a trace, and what computes their vertices.
struct Traced {
  std::span<const TracedPrimitive> primitives;
  const VertexSource& vertices;
};

Json poseWith(const Session& session, const Traced& traced, Json members) {
  members.update(poseNow(session, traced.primitives, traced.vertices));
  return members;
}

/// What the last advance sampled. A fade that works on poses samples its target alone.
Json shownClips(const Session& session) {
  Json clips = Json::array();
  for (const crossfade::BlendEntry& entry : session.character().player().transitions().shown())
    clips.push_back({{"clip", entry.clipId.index}, {"time", entry.time}, {"weight", entry.weight}});
  return clips;
}

/// A cross-fade at three fractions, each with the clip times of the trace.
Json crossFadeLike(Session& session, const Json& entry, const Traced& traced) {
  const int from = entry.at("clips").at(0).get<int>();
  const int to = entry.at("clips").at(1).get<int>();
  const double seconds = entry.at("fadeDuration").get<double>();
  const auto duration = [&](int clip) { return session.action(clip).duration(); };
  const auto setTimes = [&](const Json& times) {
    show(session,
         {SetClipTime{from, timeOr(times.at(0), duration(from))}, SetClipTime{to, timeOr(times.at(1), duration(to))}});
  };
  show(session, {StopAll{}, SetClip{from, &ClipSettings::loop, crossfade::Loop::Repeat},
                 SetClip{to, &ClipSettings::loop, crossfade::Loop::Repeat}, PlayClip{from}, PlayClip{to}});
  setTimes(entry.at("startTimes"));
  show(session, {ClassicCrossFade{from, to, seconds, false}});

  Json result = {{"kind", "crossFade"},
                 {"clips", entry.at("clips")},
                 {"fadeDuration", seconds},
                 {"startTimes", entry.at("startTimes")},
                 {"poses", Json::array()}};
  FrameProfiler unused;
  double before = 0;
  for (const Json& pose : entry.at("poses")) {
    const double fraction = pose.at("fraction").get<double>();
    session.advance((fraction - before) * seconds, unused);
    before = fraction;
    setTimes(pose.at("times"));
    result["poses"].push_back(
        poseWith(session, traced,
                 {{"fraction", fraction},
                  {"times", {session.action(from).time, session.action(to).time}},
                  {"weights", {session.action(from).getEffectiveWeight(), session.action(to).getEffectiveWeight()}}}));
  }
  return result;
}

Json clipEntry(const Session& session, int clip) {
  const crossfade::AnimationClip& data = session.model().clips[static_cast<std::size_t>(clip)];
  return {{"kind", "clip"},
          {"clip", clip},
          {"name", data.name()},
          {"duration", data.duration()},
          {"trackCount", data.tracks().size()},
          {"poses", Json::array()}};
}

Json restEntry(Session& session, const Traced& traced) {
  show(session, {StopAll{}});
  return poseWith(session, traced, {{"kind", "rest"}});
}

/// The instance that shows the mesh of a node of the file: its own, or else the first that EXT_mesh_gpu_instancing
/// makes of it, which hangs on a node of its own.
std::vector<MeshInstance>::const_iterator instanceOf(const Model& model, int node) {
  const std::vector<MeshInstance>& all = model.instances;
  const auto own = std::ranges::find(all, node, &MeshInstance::node);
  if (own != all.end()) return own;
  return std::ranges::find_if(all, [&](const MeshInstance& instance) {
    const auto joint = static_cast<std::size_t>(instance.node);
    return node >= 0 && instance.skin < 0 && model.skeleton.parents()[joint] == node &&
           model.skeleton.documentIndexOf(instance.node) > model.skeleton.documentIndexOf(node) &&
           model.skeleton.name(instance.node).empty();
  });
}

/// The model's primitives that a trace names.
Result<std::vector<TracedPrimitive>> primitivesLike(const Model& model, const Json& trace) {
  std::vector<TracedPrimitive> result;
  for (const Json& wanted : trace.at("primitives")) {
    const int document = wanted.at("node").get<int>();
    const int node = document >= 0 && document < model.skeleton.jointCount() ? model.skeleton.jointAt(document) : -1;
    const auto found = instanceOf(model, node);
    const int index = static_cast<int>(found - model.instances.begin());
    const TracedPrimitive traced{index, wanted.at("primitive").get<int>(),
                                 wanted.at("indices").get<std::vector<int>>()};
    const bool exists = found != model.instances.end() && traced.primitive >= 0 &&
                        model.meshes[static_cast<std::size_t>(found->mesh)].primitives.size() >
                            static_cast<std::size_t>(traced.primitive);
    const int count = exists ? static_cast<int>(primitiveOf(model, traced).positions.size()) : 0;
    for (const int vertex : traced.vertices)
      if (vertex < 0 || vertex >= count)
        return Error{"primitive " + std::to_string(result.size()) + ": there is no vertex " + std::to_string(vertex)};
    if (!exists || primitiveOf(model, traced).positions.size() != wanted.at("vertexCount").get<std::size_t>())
      return Error{"the model has no primitive like " + quoted(wanted)};
    result.push_back(traced);
  }
  return result;
}

}  // namespace

std::vector<TracedPrimitive> tracedPrimitives(const Model& model) {
  std::vector<TracedPrimitive> result;
  for (std::size_t i = 0; i < model.instances.size(); ++i) {
    const Mesh& mesh = model.meshes[static_cast<std::size_t>(model.instances[i].mesh)];
    for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
      TracedPrimitive traced{static_cast<int>(i), static_cast<int>(p), {}};
      const int count = static_cast<int>(mesh.primitives[p].positions.size());
      const int stride = std::max(1, count / kVerticesPerPrimitive);
      for (int v = 0; v < std::min(count, kVerticesPerPrimitive); ++v) traced.vertices.push_back(v * stride);
      result.push_back(std::move(traced));
    }
  }
  std::stable_sort(result.begin(), result.end(), [&model](const TracedPrimitive& a, const TracedPrimitive& b) {
    const auto order = [&model](const TracedPrimitive& t) {
      return model.skeleton.documentIndexOf(model.instances[static_cast<std::size_t>(t.instance)].node);
    };
    return order(a) < order(b);
  });
  return result;
}

Json traceHeader(const Model& model, std::span<const TracedPrimitive> primitives) {
  Json header = {{"format", "oracle-pose-1"},         {"producer", "crossfade"}, {"model", model.name},
                 {"clipsInFile", model.clips.size()}, {"nodes", Json::array()},  {"skins", Json::array()},
                 {"primitives", Json::array()}};
  const int count = model.skeleton.jointCount();
  std::vector<Json> children(static_cast<std::size_t>(count), Json::array());
  for (int document = 0; document < count; ++document) {
    const int parent = model.skeleton.parents()[static_cast<std::size_t>(model.skeleton.jointAt(document))];
    if (parent != crossfade::kNoJoint)
      children[static_cast<std::size_t>(model.skeleton.documentIndexOf(parent))].push_back(document);
  }
  for (int document = 0; document < count; ++document)
    header["nodes"].push_back({{"name", model.skeleton.name(model.skeleton.jointAt(document))},
                               {"children", children[static_cast<std::size_t>(document)]}});
  for (const Skin& skin : model.skins) {
    Json joints = Json::array();
    for (const int joint : skin.joints) joints.push_back(model.skeleton.documentIndexOf(joint));
    header["skins"].push_back({{"name", skin.name}, {"joints", joints}});
  }
  for (const TracedPrimitive& traced : primitives) {
    const MeshInstance& instance = model.instances[static_cast<std::size_t>(traced.instance)];
    Json entry = {{"node", model.skeleton.documentIndexOf(instance.node)},
                  {"primitive", traced.primitive},
                  {"vertexCount", primitiveOf(model, traced).positions.size()},
                  {"indices", traced.vertices}};
    if (instance.skin >= 0) entry["skin"] = instance.skin;
    header["primitives"].push_back(std::move(entry));
  }
  return header;
}

glm::mat4 inModelSpace(glm::mat4 matrix, const glm::dvec3& origin) {
  matrix[3] = glm::vec4(glm::vec3(glm::dvec3(glm::vec3(matrix[3])) + origin), matrix[3].w);
  return matrix;
}

std::vector<glm::vec3> verticesOnCpu(const Session& session, const TracedPrimitive& traced) {
  std::vector<glm::vec3> positions;
  for (const int vertex : traced.vertices)
    positions.push_back(glm::vec3(
        glm::dvec3(skinnedVertex(session.model(), session.posed(), traced.instance, traced.primitive, vertex)) +
        session.posed().origin));
  return positions;
}

Json poseNow(const Session& session, std::span<const TracedPrimitive> primitives, const VertexSource& vertices) {
  const Model& model = session.model();
  const PosedModel posed = session.posed();
  Json pose = {{"local", Json::array()},
               {"world", Json::array()},
               {"morph", Json::array()},
               {"palettes", Json::array()},
               {"vertices", Json::array()}};
  for (int document = 0; document < model.skeleton.jointCount(); ++document) {
    const auto joint = static_cast<std::size_t>(model.skeleton.jointAt(document));
    pose["local"].push_back(valuesOf(session.pose().locals[joint]));
    pose["world"].push_back(valuesOf(inModelSpace(posed.worlds[joint], posed.origin)));
  }
  for (std::size_t i = 0; i < model.skins.size(); ++i) {
    Json palette = Json::array();
    for (std::size_t j = 0; j < model.skins[i].joints.size(); ++j)
      palette.push_back(
          valuesOf(inModelSpace(posed.palettes[static_cast<std::size_t>(posed.paletteOffsets[i]) + j], posed.origin)));
    pose["palettes"].push_back(std::move(palette));
  }
  for (const TracedPrimitive& traced : primitives) {
    const MeshInstance& instance = model.instances[static_cast<std::size_t>(traced.instance)];
    const auto morphs =
        static_cast<std::size_t>(primitiveOf(model, traced).morphTargets.empty() ? 0 : instance.morphCount);
    pose["morph"].push_back(posed.morphWeights.subspan(static_cast<std::size_t>(instance.morphOffset), morphs));
    Json values = Json::array();
    for (const glm::vec3& position : vertices(session, traced))
      for (int i = 0; i < 3; ++i) values.push_back(position[i]);
    pose["vertices"].push_back(std::move(values));
  }
  if (session.character().ground().travel() != TravelMode::InFile) {
    const crossfade::RootDelta& at = session.character().player().travel().at;
    pose["travel"] = {{"position", {at.translation.x, at.translation.y, at.translation.z}}, {"heading", at.turn}};
  }
  return pose;
}

Result<Json> tracePosesOfClip(Session& session, int clip, std::span<const double> times) {
  const auto primitives = tracedPrimitives(session.model());
  const VertexSource vertices = verticesOnCpu;
  const Traced traced{primitives, vertices};
  Json trace = traceHeader(session.model(), primitives);
  show(session, {SetLayers{}});
  trace["entries"] = Json::array({restEntry(session, traced)});
  Json entry = clipEntry(session, clip);
  for (const double time : times) {
    showClip(session, clip, time);
    entry["poses"].push_back(poseWith(session, traced, {{"time", time}}));
  }
  trace["entries"].push_back(std::move(entry));
  return trace;
}

Result<Json> tracePosesOfScript(Session& session, Script script, std::span<const double> times) {
  const auto primitives = tracedPrimitives(session.model());
  const VertexSource vertices = verticesOnCpu;
  const Traced traced{primitives, vertices};
  Json trace = traceHeader(session.model(), primitives);
  const LayerStack layers = session.character().layers();
  show(session, {SetLayers{}});
  trace["entries"] = Json::array({restEntry(session, traced)});
  show(session, {SetLayers{layers}});
  Json entry = {{"kind", "script"}, {"poses", Json::array()}};
  ScriptPlayer player(std::move(script));
  FrameProfiler unused;
  for (const double time : times) {
    if (auto moved = player.advanceTo(time, session, unused); !moved) return moved.error();
    entry["poses"].push_back(poseWith(session, traced, {{"time", time}, {"clips", shownClips(session)}}));
  }
  trace["entries"].push_back(std::move(entry));
  return trace;
}

Result<Json> tracePosesLike(Session& session, const Json& trace, const VertexSource& vertices) try {
  const auto primitives = primitivesLike(session.model(), trace);
  if (!primitives) return primitives.error();
  const Traced traced{*primitives, vertices};
  Json result = traceHeader(session.model(), *primitives);
  result["entries"] = Json::array();
  show(session, {SetLayers{}});
  for (std::size_t i = 0; i < trace.at("entries").size(); ++i) {
    const Json& entry = trace.at("entries")[i];
    const std::string kind = entry.at("kind");
    const Json clips = kind == "crossFade" ? entry.at("clips")
                       : kind == "clip"    ? Json::array({entry.at("clip")})
                                           : Json::array();
    for (const Json& clip : clips)
      if (clip.get<int>() < 0 || clip.get<int>() >= session.clipCount())
        return Error{"entry " + std::to_string(i) + ": there is no clip " + quoted(clip) + "; the model has " +
                     std::to_string(session.clipCount())};
    const double fadeSeconds = kind == "crossFade" ? entry.at("fadeDuration").get<double>() : 1;
    if (!(fadeSeconds >= 0 && fadeSeconds <= 3600))
      return Error{"entry " + std::to_string(i) + ": a fade of " + crossfade::formatNumber(fadeSeconds) + " s"};
    if (kind == "rest")
      result["entries"].push_back(restEntry(session, traced));
    else if (kind == "crossFade")
      result["entries"].push_back(crossFadeLike(session, entry, traced));
    else if (kind == "clip") {
      const int clip = entry.at("clip").get<int>();
      Json ours = clipEntry(session, clip);
      for (const Json& pose : entry.at("poses")) {
        showClip(session, clip, timeOr(pose.at("time"), session.action(clip).duration()));
        ours["poses"].push_back(poseWith(session, traced, {{"time", pose.at("time")}}));
      }
      result["entries"].push_back(std::move(ours));
    } else {
      return Error{"entry " + std::to_string(i) + ": there is no kind '" + kind + "'"};
    }
  }
  return result;
} catch (const Json::exception& wrong) {  // a member is missing or has another type
  return Error{std::string("the trace is malformed: ") + wrong.what()};
}

}  // namespace app
