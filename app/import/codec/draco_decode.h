// Decodes a mesh that Draco compressed (KHR_draco_mesh_compression). The only user of that library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "app/import/codec/component_type.h"
#include "app/import/file/file_bytes.h"

namespace app {

/// An attribute that is wanted, by its unique id in the stream, as numbers of one type.
struct DracoAttribute {
  std::uint32_t id = 0;
  ComponentType component = ComponentType::Float;
};

struct DracoValues {
  int components = 0;  // per vertex
  Bytes bytes;         // packed
};

struct DracoMesh {
  std::size_t vertexCount = 0;
  std::vector<std::uint32_t> indices;   // of triangles; each is below vertexCount
  std::vector<DracoValues> attributes;  // in the order they were asked for
};

/// What a stream may decode to. It is checked before memory is allocated for it.
struct DracoLimits {
  std::uint64_t vertices = 0;
  std::uint64_t triangles = 0;
  std::uint64_t bytes = 0;  // of all attributes in the stream
};

/// Throws ImportError for a stream that is damaged, above the limits, or without a wanted attribute.
DracoMesh decodeDraco(ByteSpan stream, std::span<const DracoAttribute> wanted, const DracoLimits& limits);

}  // namespace app
