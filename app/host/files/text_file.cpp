#include "app/host/files/text_file.h"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace app {

crossfade::Result<std::string> readTextFile(const std::string& path) {
  std::error_code unknown;
  std::ifstream stream(path, std::ios::binary);
  if (!stream || std::filesystem::is_directory(path, unknown)) return crossfade::Error{path + ": cannot be read"};
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

}  // namespace app
