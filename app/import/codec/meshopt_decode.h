// Decodes a buffer view that meshoptimizer compressed (EXT_meshopt_compression, KHR_meshopt_compression). The only
// user of its decoders.
#pragma once

#include <cstddef>
#include <cstdint>

#include "app/import/file/file_bytes.h"

namespace app {

// The attribute codec of KHR_meshopt_compression (its appendix A, "Mode 0: attributes") in versions 0 and 1. Ours,
// because the meshoptimizer of Debian 12 knows version 0 only.

/// Decodes result.size() / stride elements; `stride` is a multiple of 4, from 4 to 256. False if the stream is damaged;
/// then `result` is undefined.
bool decodeMeshoptAttributes(ByteSpan stream, std::size_t stride, Bytes& result);

/// The filter COLOR (appendix B): YCoCg of as many bits as alpha tells becomes RGBA, 8 or 16 bits each for a stride of
/// 4 or 8.
void applyMeshoptColorFilter(Bytes& elements, std::size_t stride);

enum class MeshoptMode { Attributes, Triangles, Indices };
enum class MeshoptFilter { None, Octahedral, Quaternion, Exponential, Color };

/// `count` elements of `stride` bytes, and how they are stored.
struct MeshoptStream {
  ByteSpan bytes;
  std::uint64_t count = 0;
  std::uint64_t stride = 0;
  MeshoptMode mode = MeshoptMode::Attributes;
  MeshoptFilter filter = MeshoptFilter::None;
};

/// The count * stride bytes. Throws ImportError for a stream that is damaged, and, before it allocates anything, for a
/// count or a stride that its mode and filter do not allow, or more than `byteLimit` bytes.
Bytes decodeMeshopt(const MeshoptStream& stream, std::uint64_t byteLimit);

}  // namespace app
