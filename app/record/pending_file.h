// Writes a file that appears only when it is complete.
#ifndef APP_RECORD_PENDING_FILE_H
#define APP_RECORD_PENDING_FILE_H

#include <filesystem>
#include <span>

#include "crossfade/base/result.h"

namespace app {

/// Checks that a file of this name can be written: its folder exists, and the name is free or that of a regular file or
/// of a link to one. Changes nothing.
crossfade::Result<void> checkTarget(const std::filesystem::path& wanted);

/// Write to `temporary()`, a file next to the wanted one; `commit()` renames it. Without a commit
/// nothing is left behind, and an older file of that name remains. If the name is a link, its target is replaced.
class PendingFile {
 public:
  /// Creates the folder if needed; fails where checkTarget() does.
  static crossfade::Result<PendingFile> make(const std::filesystem::path& wanted);

  PendingFile(PendingFile&& other) noexcept;
  PendingFile& operator=(PendingFile&& other) noexcept;
  ~PendingFile();

  const std::filesystem::path& wanted() const { return target_; }
  const std::filesystem::path& temporary() const { return temporary_; }
  crossfade::Result<void> commit();

 private:
  explicit PendingFile(std::filesystem::path wanted);

  std::filesystem::path target_;
  std::filesystem::path temporary_;  // empty after the commit
};

/// Whether a loss of power right after a write must leave the old file or the new one; waiting for the disk takes
/// milliseconds. No: for what can be made again.
enum class Flush { Yes, No };

/// Replaces the file `path` with `bytes`, or leaves it untouched when that fails.
crossfade::Result<void> writeWholeFile(const std::filesystem::path& path, std::span<const std::byte> bytes,
                                       Flush flush = Flush::Yes);

/// From now on, signals that end the program (SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU) remove its temporary
/// files before, and a file that would grow past the limit of its size (ulimit -f) is a write that fails.
void removePendingFilesOnSignals();

}  // namespace app

#endif  // APP_RECORD_PENDING_FILE_H
