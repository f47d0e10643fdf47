#include "app/host/files/text_file.h"

#include <fstream>
#include <span>
#include <vector>

#include "app/import/file/file_bytes.h"
#include "app/model/fnv1a.h"
#include "app/record/pending_file.h"

namespace app {

crossfade::Result<std::string> readTextFile(const std::string& path) {
  return withinMemory(path, [&]() -> crossfade::Result<std::string> {
    const auto bytes = tryReadRegularFile(path, kTextBytes);
    if (!bytes) return bytes.error();
    return std::string(bytes->begin(), bytes->end());
  });
}

crossfade::Result<void> writeTextFile(const std::filesystem::path& path, std::string_view text) {
  return writeWholeFile(path, std::as_bytes(std::span(text)));
}

std::uint64_t fileHash(const std::filesystem::path& file) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(file, unknown)) return 0;  // opening a pipe would wait for a writer
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return 0;
  if (const std::uintmax_t size = std::filesystem::file_size(file, unknown); !unknown && size > kHashedBytes)
    return fnv1a(std::to_string(size));
  std::vector<char> block(1u << 20);
  std::uint64_t hash = kFnvBasis;
  do {
    stream.read(block.data(), static_cast<std::streamsize>(block.size()));
    hash = fnv1a({block.data(), static_cast<std::size_t>(stream.gcount())}, hash);
  } while (stream);
  return hash;
}

}  // namespace app
