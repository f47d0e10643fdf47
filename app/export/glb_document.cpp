#include "app/export/glb_document.h"

#include <cstring>
#include <utility>

#include "app/export/glb_file.h"

namespace app {

Json& listIn(Json& object, const char* key) {
  Json& list = object[key];
  if (!list.is_array()) list = Json::array();
  return list;
}

std::size_t GlbDocument::addView(const void* data, std::size_t size, int target) {
  padGlb(binary);
  const std::size_t start = binary.size();
  binary.resize(start + size);
  std::memcpy(binary.data() + start, data, size);
  Json view = {{"buffer", 0}, {"byteOffset", start}, {"byteLength", size}};
  if (target != 0) view["target"] = target;
  Json& views = listIn(json, "bufferViews");
  views.push_back(std::move(view));
  return views.size() - 1;
}

std::size_t GlbDocument::addAccessor(const void* data, std::size_t size, std::size_t count, const char* type,
                                     ComponentType component, int target) {
  const std::size_t view = addView(data, size, target);
  Json& accessors = listIn(json, "accessors");
  accessors.push_back(
      {{"bufferView", view}, {"componentType", static_cast<int>(component)}, {"count", count}, {"type", type}});
  return accessors.size() - 1;
}

}  // namespace app
