// Writes a file that appears only when it is complete.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

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

/// A file with a name of its own in a folder, such as ".4711-3.webm", for what must be written only to be read back.
/// It is removed when this ends, or when a signal ends the program.
class ScratchFile {
 public:
  ScratchFile(const std::filesystem::path& folder, const std::string& extension);
  ~ScratchFile();
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// A folder for results. One that was not there is removed again, when this ends or when a signal ends the program,
/// if nothing was put into it.
class ResultFolder {
 public:
  /// Uses the folder that is there, or makes it. Its parent must exist.
  static crossfade::Result<ResultFolder> make(const std::filesystem::path& wanted);

  ResultFolder(ResultFolder&& other) noexcept;
  ResultFolder& operator=(ResultFolder&&) = delete;
  ~ResultFolder();

 private:
  explicit ResultFolder(std::filesystem::path made);

  std::filesystem::path made_;  // empty: it was there
};

/// Whether a loss of power right after a write must leave the old file or the new one; waiting for the disk takes
/// milliseconds. No: for what can be made again.
enum class Flush { Yes, No };

/// Replaces the file `path` with `bytes`, or leaves it untouched when that fails.
crossfade::Result<void> writeWholeFile(const std::filesystem::path& path, std::span<const std::byte> bytes,
                                       Flush flush = Flush::Yes);

/// From now on, signals that end the program remove its temporary files and empty folders before, and a file that would
/// grow past the limit of its size (ulimit -f) is a write that fails. Not SIGKILL, and not those of a crash.
void removePendingFilesOnSignals();

/// What those signals say first, in one line on stderr: what stays. At most 1,000 bytes; empty: nothing.
void sayOnSignals(std::string_view sentence);

}  // namespace app
