// Puts JSON and binary data together as a .glb file (glTF 2.0, 4.4).
#pragma once

#include <cstddef>
#include <string_view>

#include "app/import/codec/component_type.h"
#include "app/import/file/file_bytes.h"
#include "app/import/gltf/json_reading.h"

namespace app {

/// Data in a binary chunk begins at multiples of this many bytes.
inline constexpr std::size_t kGlbAlignment = 4;
/// Appends bytes up to the next multiple.
void padGlb(Bytes& bytes, std::uint8_t with = 0);

/// `json` and `binary` (none if it is empty) as chunks, then `otherChunks`, with their headers. Throws ImportError if
/// that is more than a file can hold.
Bytes glbFile(std::string_view json, ByteSpan binary, ByteSpan otherChunks = {});

// A glTF document under construction, whose data is all in one binary chunk.

/// A member that is a list; whatever else it was is replaced by one without elements.
Json& listIn(Json& object, const char* key);

struct GlbDocument {
  Json json = Json::object();
  Bytes binary;

  /// Appends the data as a new view and returns its index. `target`: what OpenGL will use it for; 0: nothing.
  std::size_t addView(const void* data, std::size_t size, int target = 0);
  /// The same as a new accessor of `count` elements.
  std::size_t addAccessor(const void* data, std::size_t size, std::size_t count, const char* type,
                          ComponentType component = ComponentType::Float, int target = 0);
};

}  // namespace app
