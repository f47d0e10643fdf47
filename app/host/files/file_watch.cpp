#include "app/host/files/file_watch.h"

#include <sys/stat.h>

#include <algorithm>
#include <map>
#include <utility>

namespace app {
namespace fs = std::filesystem;
namespace {

constexpr std::chrono::milliseconds kLookEvery{100};

/// The watched files and how they look.
using Look = std::map<fs::path, FileStamp>;

Look lookAt(const std::vector<fs::path>& paths) {
  Look look;
  for (const fs::path& path : paths) {
    std::error_code unreadable;
    if (!fs::is_directory(path, unreadable)) {
      look[path] = stampOf(path);
      continue;
    }
    for (fs::directory_iterator entry(path, unreadable), end; !unreadable && entry != end; entry.increment(unreadable))
      look[entry->path()] = stampOf(entry->path());
  }
  return look;
}

std::vector<FileStamp> stampsOf(const Look& look) {
  std::vector<FileStamp> stamps;
  for (const auto& [path, stamp] : look) stamps.push_back(stamp);
  return stamps;
}

/// `look`, with what was known of the files that were watched before.
std::vector<FileStamp> knownOf(const Look& look, const Look& before, const std::vector<FileStamp>& known) {
  std::vector<FileStamp> stamps;
  for (const auto& [path, stamp] : look) {
    const auto found = before.find(path);
    const auto index = static_cast<std::size_t>(std::distance(before.begin(), found));
    stamps.push_back(found != before.end() && index < known.size() ? known[index] : stamp);
  }
  return stamps;
}

}  // namespace

FileStamp stampOf(const fs::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return {};
  return {.seconds = status.st_mtim.tv_sec,
          .nanoseconds = status.st_mtim.tv_nsec,
          .size = static_cast<std::uint64_t>(status.st_size),
          .inode = static_cast<std::uint64_t>(status.st_ino)};
}

bool SettledChange::update(std::vector<FileStamp> stamps, Clock::time_point now) {
  if (stamps != seen_) {
    seen_ = std::move(stamps);
    since_ = now;
  }
  if (seen_ == known_) return false;
  bool isGone = false;
  for (std::size_t i = 0; i < std::min(seen_.size(), known_.size()); ++i)
    isGone |= known_[i].exists() && !seen_[i].exists();
  if (now - since_ < (isGone ? Clock::duration(kGone) : Clock::duration(kStill))) return false;
  known_ = seen_;
  return true;
}

FileWatch::FileWatch() : thread_([this](const std::stop_token& stop) { run(stop); }) {}

FileWatch::~FileWatch() {
  thread_.request_stop();
  wake_.notify_all();
}

void FileWatch::watch(std::vector<fs::path> paths) {
  const std::lock_guard lock(lock_);
  paths_ = std::move(paths);
  isNew_ = true;
  wake_.notify_all();
}

bool FileWatch::changed() {
  const std::lock_guard lock(lock_);
  return std::exchange(changed_, false);
}

void FileWatch::run(const std::stop_token& stop) {
  std::vector<fs::path> paths;
  Look before;
  SettledChange change;
  std::unique_lock lock(lock_);
  while (!stop.stop_requested()) {
    const bool isNew = std::exchange(isNew_, false);
    if (isNew) paths = paths_;
    lock.unlock();
    Look look = lookAt(paths);
    if (isNew) change = SettledChange(knownOf(look, before, change.known()));
    const bool settled = change.update(stampsOf(look), SettledChange::Clock::now());
    before = std::move(look);
    lock.lock();
    changed_ |= settled;
    if (paths.empty())
      wake_.wait(lock, stop, [this] { return isNew_; });
    else
      wake_.wait_for(lock, stop, kLookEvery, [this] { return isNew_; });
  }
}

}  // namespace app
