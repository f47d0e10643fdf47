// Notices that files were written, once they are whole: for the open model and for --shader-dir.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <thread>
#include <vector>

namespace app {

/// What tells two versions of a file apart. All 0: there is no such file.
struct FileStamp {
  std::int64_t seconds = 0, nanoseconds = 0;  // of the last change
  std::uint64_t size = 0, inode = 0;
  bool exists() const { return inode != 0; }
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};
FileStamp stampOf(const std::filesystem::path& file);

/// Decides when a change is over, from what the files look like now and then.
class SettledChange {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kStill{300};  // nothing changed for so long: the files are whole
  static constexpr std::chrono::seconds kGone{2};          // the same while a file is missing, as between two versions

  /// `known`: the files as they were read.
  explicit SettledChange(std::vector<FileStamp> known = {}) : known_(known), seen_(std::move(known)) {}

  /// True once for each change that is over at `now`. `stamps` in the order of `known`; a new length is a change.
  bool update(std::vector<FileStamp> stamps, Clock::time_point now);
  const std::vector<FileStamp>& known() const { return known_; }

 private:
  std::vector<FileStamp> known_;
  std::vector<FileStamp> seen_;
  Clock::time_point since_{};
};

/// Looks at the files ten times a second, on a thread of its own.
class FileWatch {
 public:
  FileWatch();
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  /// Watches these instead of the earlier ones; a folder stands for the files in it. A file that was watched before
  /// is compared to what was known of it, so no change is missed between two calls.
  void watch(std::vector<std::filesystem::path> paths);
  /// True once after each change. Does not touch the disk.
  bool changed();

 private:
  void run(const std::stop_token& stop);

  std::mutex lock_;
  std::condition_variable_any wake_;
  std::vector<std::filesystem::path> paths_;
  bool isNew_ = false;  // `paths_` was set and not looked at yet
  bool changed_ = false;
  std::jthread thread_;  // last: it uses all of the above
};

}  // namespace app
