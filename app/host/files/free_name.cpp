#include "app/host/files/free_name.h"

#include <cctype>
#include <cstdio>
#include <filesystem>

#include "app/model/file_formats.h"

namespace app {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kFrameNumber = "-%04d";
constexpr int kMaxNumber = 9999;

/// "film" for "film-007".
std::string withoutNumber(std::string stem) {
  const std::size_t dash = stem.rfind('-');
  if (dash == std::string::npos || stem.size() - dash < 4) return stem;
  for (std::size_t i = dash + 1; i < stem.size(); ++i)
    if (std::isdigit(static_cast<unsigned char>(stem[i])) == 0) return stem;
  return stem.substr(0, dash);
}

}  // namespace

std::string freeName(const std::string& wanted) {
  const fs::path path = fs::absolute(wanted).lexically_normal();
  std::string stem = path.stem().string();
  std::string ending = path.extension().string();
  if (stem.ends_with(kFrameNumber)) {
    stem.resize(stem.size() - kFrameNumber.size());
    ending = std::string(kFrameNumber) + ending;
  }
  stem = withoutNumber(stem);
  std::string name;
  for (int number = 1; number <= kMaxNumber; ++number) {
    char digits[16];
    std::snprintf(digits, sizeof digits, "-%03d", number);
    name = (path.parent_path() / (stem + digits + ending)).string();
    if (!nameIsTaken(name)) break;
  }
  return name;
}

bool nameIsTaken(const std::string& path) {
  std::string name = path;
  if (const std::size_t number = name.rfind(kFrameNumber); number != std::string::npos)
    name.replace(number, kFrameNumber.size(), "-0000");
  std::error_code unknown;
  return fs::exists(name, unknown);
}

}  // namespace app
