// Poses as JSON, in the format of the golden traces, to compare ours with those of three.js.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "app/format/script.h"
#include "app/session/session.h"

namespace app {

/// One primitive of one mesh instance, and the vertices of it that are written.
struct TracedPrimitive {
  int instance = 0;
  int primitive = 0;
  std::vector<int> vertices;
};

/// Computes the world positions of `traced.vertices` in the session's current pose.
using VertexSource = std::function<std::vector<glm::vec3>(const Session&, const TracedPrimitive& traced)>;
/// Morphed and skinned on the CPU.
std::vector<glm::vec3> verticesOnCpu(const Session& session, const TracedPrimitive& traced);

/// All primitives, in the document order of their nodes, each with 16 vertices spread over it.
std::vector<TracedPrimitive> tracedPrimitives(const Model& model);

/// A trace without entries: nodes, skins, primitives, number of clips.
nlohmann::json traceHeader(const Model& model, std::span<const TracedPrimitive> primitives);

/// The current local, world, morph, palettes and vertices; a matrix is 12 values, three columns and the translation. On
/// the treadmill and in travel also "travel": the position that the character has got to, and its heading in radians.
nlohmann::json poseNow(const Session& session, std::span<const TracedPrimitive> primitives,
                       const VertexSource& vertices = verticesOnCpu);

/// A trace with the rest pose and the poses of a clip at `times`, not looping.
crossfade::Result<nlohmann::json> tracePosesOfClip(Session& session, int clip, std::span<const double> times);

/// A trace with the rest pose and what a script shows at `times`: the poses, and index, time and weight of each clip in
/// them.
crossfade::Result<nlohmann::json> tracePosesOfScript(Session& session, Script script, std::span<const double> times);

/// A trace with the entries, clips, times and fades of `trace`. The error names the entry that does not fit the model.
crossfade::Result<nlohmann::json> tracePosesLike(Session& session, const nlohmann::json& trace,
                                                 const VertexSource& vertices = verticesOnCpu);

}  // namespace app
