#include "app/record/pending_file.h"

#include <cerrno>
#include <fstream>
#include <system_error>
#include <utility>

namespace app {
namespace fs = std::filesystem;

PendingFile::PendingFile(fs::path wanted) : target_(std::move(wanted)), temporary_(target_) { temporary_ += ".part"; }

crossfade::Result<PendingFile> PendingFile::make(const fs::path& wanted) {
  std::error_code code;
  if (wanted.has_parent_path()) fs::create_directories(wanted.parent_path(), code);
  if (code) return crossfade::Error{"cannot make the folder " + wanted.parent_path().string() + ": " + code.message()};
  if (fs::is_directory(wanted, code)) return crossfade::Error{"cannot write " + wanted.string() + ": it is a folder"};
  return PendingFile(wanted);
}

PendingFile::PendingFile(PendingFile&& other) noexcept
    : target_(std::exchange(other.target_, {})), temporary_(std::exchange(other.temporary_, {})) {}

PendingFile& PendingFile::operator=(PendingFile&& other) noexcept {
  std::swap(target_, other.target_);
  std::swap(temporary_, other.temporary_);
  return *this;
}

PendingFile::~PendingFile() {
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove(temporary_, ignored);
}

crossfade::Result<void> PendingFile::commit() {
  std::error_code code;
  fs::rename(temporary_, target_, code);
  if (code) return crossfade::Error{"cannot write " + target_.string() + ": " + code.message()};
  temporary_.clear();
  return {};
}

crossfade::Result<void> writeWholeFile(const fs::path& path, std::span<const std::byte> bytes) {
  auto file = PendingFile::make(path);
  if (!file) return file.error();
  std::ofstream stream(file->temporary(), std::ios::binary);
  stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  stream.close();
  if (!stream) return crossfade::Error{"cannot write " + path.string() + ": " + std::generic_category().message(errno)};
  return file->commit();
}

}  // namespace app
