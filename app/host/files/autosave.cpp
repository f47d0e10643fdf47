#include "app/host/files/autosave.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <fstream>
#include <iterator>
#include <string_view>

#include "app/host/files/folders.h"
#include "app/host/files/text_file.h"
#include "app/model/fnv1a.h"

namespace app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kWorkEnding = ".crossfade";
constexpr const char* kOwnerEnding = ".owner";
constexpr std::string_view kDamaged = "damaged:";  // before the path, which begins with a slash

std::string runName() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return "unsaved-" + std::to_string(getpid()) + "-" +
         std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

fs::path ownerOf(fs::path work) { return work.replace_extension(kOwnerEnding); }

/// Whether the program that wrote the work is still running.
bool isOwned(const fs::path& work) {
  const int file = open(ownerOf(work).c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) return false;
  const bool owned = flock(file, LOCK_EX | LOCK_NB) != 0;
  close(file);
  return owned;
}

}  // namespace

Autosave::Autosave(fs::path folder) : folder_(std::move(folder)) {
  if (folder_.empty()) return;
  file_ = folder_ / (runName() + kWorkEnding);
  owner_ = ownerOf(file_);
}

Autosave::~Autosave() { remove(); }

bool Autosave::isDue(double delta, std::uint64_t state, bool saved) {
  if (folder_.empty()) return false;
  sinceChange_ = state == std::exchange(state_, state) ? sinceChange_ + delta : 0;
  if (saved) {
    remove();
    keptState_ = state;
  }
  sinceKept_ = state == keptState_ ? 0 : sinceKept_ + delta;
  if (state == keptState_ || (sinceChange_ < kQuietSeconds && sinceKept_ < kMaxSeconds)) return false;
  keptState_ = state;
  sinceKept_ = 0;
  return true;
}

fs::path Autosave::claim(const std::string& project, bool isDamaged) {
  if (lock_ < 0) {
    if (!makeUserFolder(folder_)) return {};
    lock_ = open(owner_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock_ < 0) return {};
    (void)flock(lock_, LOCK_EX | LOCK_NB);
  }
  std::ofstream(owner_, std::ios::binary) << (isDamaged ? kDamaged : "") << project;
  return file_;
}

void Autosave::remove() {
  if (lock_ < 0) return;
  std::error_code ignored;
  fs::remove(file_, ignored);
  fs::remove(owner_, ignored);
  close(std::exchange(lock_, -1));
}

void Autosave::leave() {
  if (lock_ >= 0) close(std::exchange(lock_, -1));
}

std::optional<UnsavedWork> Autosave::find() const {
  std::optional<UnsavedWork> newest;
  fs::file_time_type newestTime = fs::file_time_type::min();
  std::error_code unreadable;
  if (folder_.empty()) return newest;
  for (const auto& entry : fs::directory_iterator(folder_, unreadable)) {
    const fs::path& work = entry.path();
    if (!work.filename().string().starts_with("unsaved-") || work.extension() != kWorkEnding || isOwned(work)) continue;
    const auto time = entry.last_write_time(unreadable);
    if (newest && time <= newestTime) continue;
    newestTime = time;
    std::ifstream owner(ownerOf(work), std::ios::binary);
    std::string project(std::istreambuf_iterator<char>(owner), {});
    const bool isDamaged = project.starts_with(kDamaged);
    if (isDamaged) project.erase(0, kDamaged.size());
    newest = UnsavedWork{.file = work, .project = std::move(project), .isDamaged = isDamaged};
  }
  return newest;
}

void Autosave::discard(const UnsavedWork& work) {
  std::error_code ignored;
  fs::remove(work.file, ignored);
  fs::remove(ownerOf(work.file), ignored);
}

// ---- Work that was left for another model.

namespace {

constexpr int kMostOfOne = 20;  // files for one model; then the last is replaced

/// Or missing.
bool isEmpty(const fs::path& file) {
  std::error_code missing;
  const auto size = fs::file_size(file, missing);
  return missing || size == 0;
}

fs::file_time_type timeOf(const fs::path& file) {
  std::error_code missing;
  return fs::last_write_time(file, missing);
}

}  // namespace

fs::path KeptWork::fileOf(const std::string& of, int number) const {
  const std::string digits = (number < 10 ? "0" : "") + std::to_string(number);
  return folder_ / ("kept-" + hexOf(fnv1a(of)) + "-" + digits + kWorkEnding);
}

fs::path KeptWork::find(const std::string& of) const {
  fs::path newest;
  if (folder_.empty()) return newest;
  for (int number = 1; number <= kMostOfOne; ++number) {
    fs::path file = fileOf(of, number);
    if (!isEmpty(file) && (newest.empty() || timeOf(file) > timeOf(newest))) newest = std::move(file);
  }
  return newest;
}

void KeptWork::take(const fs::path& file) {
  taken_ = file;
  takenTime_ = timeOf(file);
}

fs::path KeptWork::claim(const std::string& of) {
  const fs::path taken = std::exchange(taken_, {});
  if (folder_.empty() || !makeUserFolder(folder_)) return {};
  if (!taken.empty() && timeOf(taken) == takenTime_) return taken;
  for (int number = 1; number <= kMostOfOne; ++number) {
    fs::path file = fileOf(of, number);
    const int made = open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);  // no other program gets it
    if (made < 0 && errno == EEXIST) continue;
    if (made < 0) return {};
    close(made);
    return file;
  }
  return fileOf(of, kMostOfOne);
}

void KeptWork::forgetTaken() {
  std::error_code ignored;
  if (!taken_.empty() && timeOf(taken_) == takenTime_) fs::remove(taken_, ignored);
  taken_.clear();
}

}  // namespace app
