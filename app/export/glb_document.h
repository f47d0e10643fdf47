// A glTF document under construction, whose data is all in one binary chunk.
#ifndef APP_EXPORT_GLB_DOCUMENT_H
#define APP_EXPORT_GLB_DOCUMENT_H

#include <cstddef>

#include "app/import/codec/component_type.h"
#include "app/import/file/file_bytes.h"
#include "app/import/gltf/json_reading.h"

namespace app {

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

#endif  // APP_EXPORT_GLB_DOCUMENT_H
