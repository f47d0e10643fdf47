// Decodes compressed parts of a glTF document into plain buffers, which accessors then point into as if the file had
// them: KHR_draco_mesh_compression, EXT_meshopt_compression and KHR_meshopt_compression.
#pragma once

#include <cstdint>
#include <optional>

#include "app/import/gltf/gltf_document.h"

namespace app {

/// Adds a buffer that holds what a buffer view is compressed from and returns a view of it; nothing if it is not
/// compressed, or is damaged and has an uncompressed copy (reported). Its bytes are taken off `bytesLeft`. Throws
/// ImportError. `fileBuffers` is how many buffers the file itself has.
std::optional<GltfView> readCompressedView(GltfDocument& document, const Json& object, const JsonLocation& location,
                                           std::size_t fileBuffers, std::uint64_t& bytesLeft, ImportReport& report);

/// Decodes the primitives that Draco compressed and points their attributes and indices to new accessors. A primitive
/// that is damaged keeps its uncompressed copy (reported). Throws ImportError if there is none.
void decodeDracoPrimitives(GltfDocument& document, ImportReport& report, const ImportWatch& watch);

}  // namespace app
