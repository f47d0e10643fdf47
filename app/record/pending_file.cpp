#include "app/record/pending_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <system_error>
#include <utility>

namespace app {
namespace fs = std::filesystem;
namespace {

/// ".4711-3" and the extension: of no other process and no other write of this one.
std::string temporaryEnding(const std::string& extension) {
  static std::atomic<int> count = 0;
  return "." + std::to_string(::getpid()) + "-" + std::to_string(++count) + extension;
}

/// Names of temporary files and of new folders, for a signal handler, which may not allocate or lock. Those for which
/// there is no room are not removed.
struct PendingName {
  std::atomic<bool> isTaken = false;
  std::atomic<bool> isThere = false;
  bool isFolder = false;
  std::array<char, 4096> name{};
};
std::array<PendingName, 16> pendingNames;

void rememberName(const std::string& name, bool isFolder = false) {
  if (name.size() >= pendingNames[0].name.size()) return;
  for (PendingName& each : pendingNames) {
    if (each.isTaken.exchange(true)) continue;
    std::copy_n(name.c_str(), name.size() + 1, each.name.begin());
    each.isFolder = isFolder;
    each.isThere = true;
    return;
  }
}

void forgetName(const std::string& name) {
  for (PendingName& each : pendingNames)
    if (each.isThere && name == each.name.data()) {
      each.isThere = false;
      each.isTaken = false;
      return;
    }
}

/// What stays, as a whole line.
struct Farewell {
  std::array<char, 1024> line{};
  std::atomic<std::size_t> length = 0;
};
Farewell farewell;

void removeAndEnd(int signal) {
  const ::ssize_t said = ::write(STDERR_FILENO, farewell.line.data(), farewell.length);
  (void)said;
  for (const PendingName& each : pendingNames)
    if (each.isThere && !each.isFolder) ::unlink(each.name.data());
  for (const PendingName& each : pendingNames)
    if (each.isThere && each.isFolder) ::rmdir(each.name.data());  // only if it is empty
  ::signal(signal, SIG_DFL);
  ::raise(signal);
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
  temporary_ += temporaryEnding(".part");
  rememberName(temporary_.native());
}

crossfade::Result<void> checkTarget(const fs::path& wanted) {
  const auto refused = [&](const std::string& why) {
    return crossfade::Error{"cannot write " + wanted.string() + ": " + why};
  };
  std::error_code code;
  const fs::path folder = wanted.has_parent_path() ? wanted.parent_path() : fs::path(".");
  const fs::file_status status = fs::status(folder, code);
  if (status.type() == fs::file_type::not_found) return refused("there is no folder " + folder.string());
  if (!fs::is_directory(status)) return refused(folder.string() + " is not a folder");
  const fs::file_status there = fs::status(wanted, code);
  if (fs::is_directory(there)) return refused("it is a folder");
  if (fs::exists(there) && !fs::is_regular_file(there)) return refused("it is not a regular file");
  if (fs::is_symlink(fs::symlink_status(wanted, code)) && !fs::exists(there))
    return refused("it is a link that leads nowhere");
  return {};
}

crossfade::Result<PendingFile> PendingFile::make(const fs::path& wanted) {
  std::error_code code;
  if (wanted.has_parent_path()) fs::create_directories(wanted.parent_path(), code);
  if (code) return crossfade::Error{"cannot make the folder " + wanted.parent_path().string() + ": " + code.message()};
  if (auto ok = checkTarget(wanted); !ok) return ok.error();
  if (!fs::is_symlink(fs::symlink_status(wanted, code))) return PendingFile(wanted);
  std::error_code failure;
  fs::path target = fs::canonical(wanted, failure);
  if (failure) return crossfade::Error{"cannot write " + wanted.string() + ": " + failure.message()};
  return PendingFile(std::move(target));
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
  if (temporary_.empty()) return;
  fs::remove(temporary_, ignored);
  forgetName(temporary_.native());
}

crossfade::Result<void> PendingFile::commit() {
  std::error_code code;
  fs::rename(temporary_, target_, code);
  if (code) return crossfade::Error{"cannot write " + target_.string() + ": " + code.message()};
  forgetName(temporary_.native());
  temporary_.clear();
  return {};
}

ScratchFile::ScratchFile(const fs::path& folder, const std::string& extension)
    : path_(folder / temporaryEnding(extension)) {
  rememberName(path_.native());
}

ScratchFile::~ScratchFile() {
  std::error_code ignored;
  fs::remove(path_, ignored);
  forgetName(path_.native());
}

ResultFolder::ResultFolder(fs::path made) : made_(std::move(made)) {
  if (!made_.empty()) rememberName(made_.native(), true);
}

crossfade::Result<ResultFolder> ResultFolder::make(const fs::path& wanted) {
  std::error_code failure;
  ResultFolder folder(fs::exists(wanted, failure) ? fs::path() : wanted);  // known to signals before it is there
  const bool isNew = fs::create_directory(wanted, failure);
  if (failure) return crossfade::Error{wanted.string() + ": cannot be created: " + failure.message()};
  if (!isNew && !folder.made_.empty()) forgetName(std::exchange(folder.made_, {}).native());
  return folder;
}

ResultFolder::ResultFolder(ResultFolder&& other) noexcept : made_(std::exchange(other.made_, {})) {}

ResultFolder::~ResultFolder() {
  if (made_.empty()) return;
  ::rmdir(made_.c_str());
  forgetName(made_.native());
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

void removePendingFilesOnSignals() {
  for (const int signal :
       {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2})
    if (const auto before = ::signal(signal, removeAndEnd); before != SIG_DFL)
      ::signal(signal, before);  // nohup ignores it, or a preloaded library handles it
  ::signal(SIGXFSZ, SIG_IGN);    // a file past the limit of its size is a write that fails, with a sentence
}

void sayOnSignals(std::string_view sentence) {
  farewell.length = 0;
  const std::string line = sentence.empty() ? "" : "crossfade: " + std::string(sentence.substr(0, 1000)) + "\n";
  std::copy(line.begin(), line.end(), farewell.line.begin());
  farewell.length = line.size();
}

}  // namespace app
