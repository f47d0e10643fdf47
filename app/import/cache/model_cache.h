// Keeps imported models that took long in a folder, so that opening them again is fast. Entries are checked like what
// the import helper sends: whatever lies in that folder, the worst is that a file is imported again.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/import/file/file_bytes.h"
#include "app/import/file/import_watch.h"
#include "app/jobs/background_thread.h"
#include "app/model/file_formats.h"
#include "app/model/model.h"

namespace app {

struct ModelCacheLimits {
  std::uint64_t bytes = 1ull << 30;  // of all entries; one that has more than half of it is not kept
  double seconds = 0.25;             // imports that took less are not kept
};

/// What else an entry depends on, besides the contents of files and the version.
struct ImportFlags {
  bool allInfluences = false;
  bool imageHeadersOnly = false;
  Importer importer = Importer::Own;
};

/// Used by one import after the other, on any thread.
class ModelCache {
 public:
  /// `version`: of everything that makes a model of a file; entries of another one are not found. The folder is created
  /// with the first entry, for the user alone.
  ModelCache(std::filesystem::path folder, std::string version, ModelCacheLimits limits = {});
  /// Does not finish what is being written.
  ~ModelCache();

  /// The model that was imported from the same contents of this file and of all that it names; without name and path.
  /// `watch` learns which files those are. A damaged entry is removed.
  std::optional<Model> find(const std::filesystem::path& file, ImportFlags flags, const ImportWatch& watch);

  /// An import of `file` that began at `began`, took `seconds` and read `files` made `model`. If that was long enough,
  /// writes it on a thread, and removes the entries that were not used for the longest time above the limit. Not if one
  /// of the files may have changed since then, or while an earlier write goes on.
  void keep(const std::filesystem::path& file, ImportFlags flags, std::vector<std::filesystem::path> files,
            std::filesystem::file_time_type began, double seconds, const Model& model);

  /// Waits until what was kept is on the disk.
  void finish();

 private:
  struct Entry {
    std::filesystem::path file;
    ImportFlags flags;
    std::vector<std::filesystem::path> files;
    std::filesystem::file_time_type began;
    Bytes blob;
  };
  std::filesystem::path entryPathOf(std::uint64_t contents, const std::filesystem::path& file, ImportFlags flags) const;
  bool write(const Entry& entry);
  bool replace(const std::filesystem::path& entry, ByteSpan head, ByteSpan blob);
  void removeOldest() const;

  std::filesystem::path folder_;
  std::string version_;
  ModelCacheLimits limits_;
  std::atomic<bool> ends_ = false;
  std::mutex mutex_;
  std::condition_variable written_;
  std::optional<Entry> waiting_;  // guarded by mutex_, as is the next
  bool writing_ = false;
  BackgroundThread thread_;  // last: it uses all of the above
};

}  // namespace app
