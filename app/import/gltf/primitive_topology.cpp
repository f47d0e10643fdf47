#include "app/import/gltf/primitive_topology.h"

#include <numeric>

namespace app {
namespace {

enum Mode { kPoints, kLines, kLineLoop, kLineStrip, kTriangles, kTriangleStrip, kTriangleFan };

using Indices = std::vector<std::uint32_t>;

std::size_t cornersOf(Topology topology) {
  switch (topology) {
    case Topology::Points:
      return 1;
    case Topology::Lines:
      return 2;
    case Topology::Triangles:
      return 3;
  }
  return 1;
}

Indices strip(const Indices& in, bool closed) {
  Indices out;
  for (std::size_t i = 1; i < in.size(); ++i) out.insert(out.end(), {in[i - 1], in[i]});
  if (closed && in.size() > 1) out.insert(out.end(), {in.back(), in.front()});
  return out;
}

Indices triangleStrip(const Indices& in) {
  Indices out;
  for (std::size_t i = 0; i + 2 < in.size(); ++i) out.insert(out.end(), {in[i + i % 2], in[i + 1 - i % 2], in[i + 2]});
  return out;
}

Indices triangleFan(const Indices& in) {
  Indices out;
  for (std::size_t i = 0; i + 2 < in.size(); ++i) out.insert(out.end(), {in[0], in[i + 1], in[i + 2]});
  return out;
}

}  // namespace

Topology topologyOf(int mode) {
  if (mode == kPoints) return Topology::Points;
  return mode <= kLineStrip ? Topology::Lines : Topology::Triangles;
}

std::vector<std::uint32_t> listIndices(int mode, std::optional<Indices> given, std::size_t vertexCount) {
  const std::size_t corners = cornersOf(topologyOf(mode));
  const bool isList = mode == kPoints || mode == kLines || mode == kTriangles;
  if (!given && isList && vertexCount > 0 && vertexCount % corners == 0) return {};
  Indices indices = given ? std::move(*given) : Indices(vertexCount);
  if (!given) std::iota(indices.begin(), indices.end(), 0u);
  switch (mode) {
    case kLineLoop:
      indices = strip(indices, true);
      break;
    case kLineStrip:
      indices = strip(indices, false);
      break;
    case kTriangleStrip:
      indices = triangleStrip(indices);
      break;
    case kTriangleFan:
      indices = triangleFan(indices);
      break;
    default:
      indices.resize(indices.size() / corners * corners);
  }
  return indices.empty() ? Indices(corners, 0u) : indices;
}

bool drawsNothing(const Primitive& primitive) {
  return primitive.topology != Topology::Points && primitive.indices == Indices(cornersOf(primitive.topology), 0u);
}

}  // namespace app
