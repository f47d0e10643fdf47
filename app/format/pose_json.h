// Poses as JSON, in the format of the golden traces, so that ours and three.js's can be laid side by side.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/format/script.h"
#include "app/session/session.h"

namespace app {

/// One primitive of one mesh instance, and which of its vertices are written.
struct TracedPrimitive {
  int instance = 0;
  int primitive = 0;
  std::vector<int> vertices;
};

/// Where a trace's vertices come from: the world positions of `traced.vertices` as the session shows them now.
using VertexSource = std::function<std::vector<glm::vec3>(const Session&, const TracedPrimitive& traced)>;
/// Morphed and skinned on the CPU.
std::vector<glm::vec3> verticesOnCpu(const Session& session, const TracedPrimitive& traced);

/// All primitives in the document order of their nodes, 16 vertices spread over each.
std::vector<TracedPrimitive> tracedPrimitives(const Model& model);

/// Everything of a trace but its entries: nodes, skins, primitives, the count of clips.
nlohmann::json traceHeader(const Model& model, std::span<const TracedPrimitive> primitives);

/// local, world, morph, palettes and vertices as they are now; matrices as 12 numbers (three columns and the
/// translation).
nlohmann::json poseNow(const Session& session, std::span<const TracedPrimitive> primitives,
                       const VertexSource& vertices = verticesOnCpu);

/// A trace with the rest pose and a clip at `times` (not looping: from the end on its last key).
crossfade::Result<nlohmann::json> tracePosesOfClip(Session& session, int clip, std::span<const double> times);

/// A trace of what a script shows at `times`.
crossfade::Result<nlohmann::json> tracePosesOfScript(Session& session, Script script, std::span<const double> times);

/// A trace with the same entries, clips, times and fades as `trace`. The error says which entry does not fit the model.
crossfade::Result<nlohmann::json> tracePosesLike(Session& session, const nlohmann::json& trace,
                                                 const VertexSource& vertices = verticesOnCpu);

}  // namespace app
