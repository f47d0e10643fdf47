#include "app/host/files/text_file.h"

#include <fstream>
#include <iterator>
#include <span>

#include "app/record/pending_file.h"

namespace app {

crossfade::Result<std::string> readTextFile(const std::string& path) {
  std::error_code unknown;
  std::ifstream stream(path, std::ios::binary);
  if (!stream || std::filesystem::is_directory(path, unknown)) return crossfade::Error{path + ": cannot be read"};
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

crossfade::Result<void> writeTextFile(const std::filesystem::path& path, std::string_view text) {
  return writeWholeFile(path, std::as_bytes(std::span(text)));
}

}  // namespace app
