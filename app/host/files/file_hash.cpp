#include "app/host/files/file_hash.h"

#include <fstream>
#include <vector>

namespace app {

std::uint64_t fileHash(const std::filesystem::path& file) {
  std::error_code unknown;
  std::ifstream stream(file, std::ios::binary);
  if (!stream || !std::filesystem::is_regular_file(file, unknown)) return 0;
  std::vector<char> block(1u << 20);
  std::uint64_t hash = kFnvBasis;
  do {
    stream.read(block.data(), static_cast<std::streamsize>(block.size()));
    hash = fnv1a({block.data(), static_cast<std::size_t>(stream.gcount())}, hash);
  } while (stream);
  return hash;
}

}  // namespace app
