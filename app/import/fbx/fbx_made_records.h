// FBX records that are not in the file: what older versions say otherwise, as version 7 says it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "app/import/fbx/fbx_record.h"

namespace app {

/// Makes property values, as a binary file has them; the document owns their memory (FbxDocument::made) and must
/// outlive this.
class FbxValueMaker {
 public:
  explicit FbxValueMaker(FbxDocument& document) : chunks_(document.made) {}

  FbxProperty integer(std::int64_t value) { return {.type = 'L', .bytes = keep(&value, sizeof value)}; }
  FbxProperty number(double value) { return {.type = 'D', .bytes = keep(&value, sizeof value)}; }
  FbxProperty text(std::string_view value) { return {.type = 'S', .bytes = keep(value.data(), value.size())}; }
  /// `type`: that of an array of T in a binary file.
  template <class T>
  FbxProperty array(char type, const std::vector<T>& values) {
    const std::array<std::uint32_t, 3> header{static_cast<std::uint32_t>(values.size()), 0,
                                              static_cast<std::uint32_t>(values.size() * sizeof(T))};
    Bytes& bytes = room(sizeof header + values.size() * sizeof(T));
    const std::size_t begin = bytes.size();
    append(bytes, header.data(), sizeof header);
    append(bytes, values.data(), values.size() * sizeof(T));
    return {.type = type, .bytes = ByteSpan(bytes).subspan(begin)};
  }

 private:
  /// A chunk with room for so many bytes, so that adding them moves no others.
  Bytes& room(std::size_t size);
  static void append(Bytes& bytes, const void* data, std::size_t size);
  ByteSpan keep(const void* data, std::size_t size);

  std::vector<Bytes>& chunks_;
};

/// `text` must outlive the property.
FbxProperty fbxLiteral(std::string_view text);
/// `name` must outlive the record, here and below.
FbxRecord fbxRecord(std::string_view name, std::vector<FbxProperty> properties);
/// An entry of Properties70: its values follow its name, type, label and flags.
FbxRecord fbxEntry(std::string_view name, std::span<const FbxProperty> values);

}  // namespace app
