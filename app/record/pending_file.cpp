#include "app/record/pending_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>

namespace app {
namespace fs = std::filesystem;
namespace {

/// ".4711-3.part": of no other process and no other write of this one.
std::string temporaryEnding() {
  static std::atomic<int> count = 0;
  return "." + std::to_string(::getpid()) + "-" + std::to_string(++count) + ".part";
}

crossfade::Error cannotWrite(const fs::path& path, int reason) {
  return {"cannot write " + path.string() + ": " + std::generic_category().message(reason)};
}

/// Waits until its bytes are on the disk. Some file systems report a full disk only here.
bool isOnDisk(const fs::path& file) {
  const int opened = ::open(file.c_str(), O_WRONLY | O_CLOEXEC);
  if (opened < 0) return false;
  const bool flushed = ::fsync(opened) == 0 || errno == EINVAL || errno == ENOSYS;  // some file systems cannot
  const int reason = errno;
  ::close(opened);
  errno = reason;
  return flushed;
}

}  // namespace

PendingFile::PendingFile(fs::path wanted) : target_(std::move(wanted)), temporary_(target_) {
  temporary_ += temporaryEnding();
}

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

crossfade::Result<void> writeWholeFile(const fs::path& path, std::span<const std::byte> bytes, Flush flush) {
  auto file = PendingFile::make(path);
  if (!file) return file.error();
  std::ofstream stream(file->temporary(), std::ios::binary);
  stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  stream.close();
  if (!stream || (flush == Flush::Yes && !isOnDisk(file->temporary()))) return cannotWrite(path, errno);
  return file->commit();
}

}  // namespace app
