// FNV-1a, 64 bits: a hash that tells whether a file is still the same. It resists no attacks.
#ifndef APP_HOST_FILES_FILE_HASH_H
#define APP_HOST_FILES_FILE_HASH_H

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace app {

/// http://www.isthe.com/chongo/tech/comp/fnv: offset basis 14695981039346656037, prime 1099511628211.
constexpr std::uint64_t kFnvBasis = 14695981039346656037u;
constexpr std::uint64_t fnv1a(std::string_view bytes, std::uint64_t hash = kFnvBasis) {
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211u;
  return hash;
}

/// Of the file's bytes; 0 if it cannot be read. About a second per gigabyte.
std::uint64_t fileHash(const std::filesystem::path& file);

}  // namespace app

#endif  // APP_HOST_FILES_FILE_HASH_H
