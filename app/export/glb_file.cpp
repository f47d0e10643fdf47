#include "app/export/glb_file.h"

#include <cstring>
#include <utility>

#include "app/import/file/import_error.h"
#include "app/import/gltf/gltf_container.h"

namespace app {
namespace {

void append32(Bytes& bytes, std::uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<std::uint8_t>(value >> shift));
}

void appendGlbChunk(Bytes& file, std::uint32_t type, ByteSpan body) {
  append32(file, static_cast<std::uint32_t>(body.size()));
  append32(file, type);
  file.insert(file.end(), body.begin(), body.end());
}

}  // namespace

void padGlb(Bytes& bytes, std::uint8_t with) {
  while (bytes.size() % kGlbAlignment != 0) bytes.push_back(with);
}

Bytes glbFile(std::string_view json, ByteSpan binary, ByteSpan otherChunks) {
  Bytes text(json.begin(), json.end()), data(binary.begin(), binary.end());
  padGlb(text, ' ');
  padGlb(data);
  const std::size_t size = glb::kHeaderBytes + glb::kChunkHeaderBytes + text.size() +
                           (data.empty() ? 0 : glb::kChunkHeaderBytes + data.size()) + otherChunks.size();
  if (size > 0xFFFFFFFFu) refuse("the result has ", size, " bytes, which a .glb file cannot hold");
  Bytes file;
  file.reserve(size);
  for (const char c : {'g', 'l', 'T', 'F'}) file.push_back(static_cast<std::uint8_t>(c));
  append32(file, 2);
  append32(file, static_cast<std::uint32_t>(size));
  appendGlbChunk(file, glb::kJsonChunk, text);
  if (!data.empty()) appendGlbChunk(file, glb::kBinaryChunk, data);
  file.insert(file.end(), otherChunks.begin(), otherChunks.end());
  return file;
}

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
