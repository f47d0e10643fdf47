#include "app/import/fbx/fbx_made_records.h"

#include <algorithm>
#include <utility>

namespace app {

Bytes& FbxValueMaker::room(std::size_t size) {
  constexpr std::size_t kChunk = 64 << 10;
  if (chunks_.empty() || chunks_.back().capacity() - chunks_.back().size() < size)
    chunks_.emplace_back().reserve(std::max(size, kChunk));
  return chunks_.back();
}

void FbxValueMaker::append(Bytes& bytes, const void* data, std::size_t size) {
  const auto* const first = static_cast<const std::uint8_t*>(data);
  bytes.insert(bytes.end(), first, first + size);
}

ByteSpan FbxValueMaker::keep(const void* data, std::size_t size) {
  Bytes& bytes = room(size);
  const std::size_t begin = bytes.size();
  append(bytes, data, size);
  return ByteSpan(bytes).subspan(begin);
}

FbxProperty fbxLiteral(std::string_view text) {
  return {.type = 'S', .bytes = {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}};
}

FbxRecord fbxRecord(std::string_view name, std::vector<FbxProperty> properties) {
  FbxRecord record;
  record.name = name;
  record.properties = std::move(properties);
  return record;
}

FbxRecord fbxEntry(std::string_view name, std::span<const FbxProperty> values) {
  FbxRecord entry = fbxRecord("P", {fbxLiteral(name), {}, {}, {}});
  entry.properties.insert(entry.properties.end(), values.begin(), values.end());
  return entry;
}

}  // namespace app
