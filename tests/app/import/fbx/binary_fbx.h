// Writes binary FBX files byte by byte.
#ifndef TESTS_APP_IMPORT_FBX_BINARY_FBX_H
#define TESTS_APP_IMPORT_FBX_BINARY_FBX_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "app/import/file/file_bytes.h"

namespace app::test {

inline ByteSpan spanOf(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

template <class T>
std::string raw(T value) {
  std::string bytes(sizeof value, '\0');
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

inline std::string binaryHeader(std::uint32_t version = 7400) {
  return std::string("Kaydara FBX Binary  \0\x1A\0", 23) + raw(version);
}

/// A record at byte `at` of a file of version 7400.
inline std::string binaryRecord(std::size_t at, const std::string& name, int count, const std::string& properties) {
  const auto end = static_cast<std::uint32_t>(at + 13 + name.size() + properties.size());
  return raw(end) + raw(static_cast<std::uint32_t>(count)) + raw(static_cast<std::uint32_t>(properties.size())) +
         raw(static_cast<std::uint8_t>(name.size())) + name + properties;
}

}  // namespace app::test

#endif  // TESTS_APP_IMPORT_FBX_BINARY_FBX_H
