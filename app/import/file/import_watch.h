// The importing side of an ImportProgress: reports progress and stops a canceled import.
#pragma once

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <mutex>
#include <vector>

namespace app {

// Progress and cancellation of an import: the importing thread writes, any other thread may read and cancel.

/// In order; a format may skip some.
enum class ImportStage {
  Reading,     // the file's bytes
  Checking,    // the JSON against the limits; also reads the buffers it names
  Importing,   // vertices and keys
  Converting,  // what assimp read, to our types; of FBX all meshes and clips
  Pictures,    // decodes the images
};

class ImportProgress {
 public:
  /// Makes the import end with an error at its next check. Decoding one image, parsing the JSON and one step of assimp
  /// cannot be interrupted.
  void cancel() { canceled_.store(true, std::memory_order_relaxed); }
  bool isCanceled() const { return canceled_.load(std::memory_order_relaxed); }

  ImportStage stage() const { return stage_.load(std::memory_order_relaxed); }
  /// 0 to 1, never decreasing. Stages are weighted by how long they take for a large file.
  double fraction() const { return fraction_.load(std::memory_order_relaxed); }

  /// The files that were read so far, or that were looked for in vain: the model, its buffers, its pictures.
  std::vector<std::filesystem::path> files() const {
    const std::lock_guard lock(filesLock_);
    return filesRead_;
  }

  /// Call it before importing the first of several files with one ImportProgress; the default is one file.
  void expectFiles(int count) { files_ = count; }

 private:
  friend class ImportWatch;

  std::atomic<bool> canceled_ = false;
  std::atomic<ImportStage> stage_ = ImportStage::Reading;
  std::atomic<double> fraction_ = 0;
  int files_ = 1;  // the importing thread's, as is the next
  int filesDone_ = 0;
  mutable std::mutex filesLock_;
  std::vector<std::filesystem::path> filesRead_;
};

/// Thrown when the import was canceled. Never leaves app/import, like ImportError.
struct ImportCanceled {};

/// A subrange of the progress of an import. Cheap to copy, and threads may share one; a default-constructed one does
/// nothing.
class ImportWatch {
 public:
  ImportWatch() = default;
  /// The whole import of one file. This and all functions below throw ImportCanceled once it is canceled.
  explicit ImportWatch(ImportProgress* progress);

  void throwIfCanceled() const;
  /// `fraction` of this subrange is done, 0 to 1.
  void at(double fraction) const;
  /// `done` of `count` equal steps are done; a count of 0 means all.
  void at(std::size_t done, std::size_t count) const {
    at(count == 0 ? 1.0 : static_cast<double>(done) / static_cast<double>(count));
  }
  /// Step `index` of `count` equal steps, as a subrange of its own.
  ImportWatch subrange(std::size_t index, std::size_t count) const;
  /// For work on another thread beside the stages: it is canceled with them, and reports to `fraction`, 0 to 1.
  ImportWatch beside(std::atomic<double>& fraction) const { return {progress_, &fraction, 0, 1}; }
  /// Starts a stage and returns its subrange. Only for the watch of a whole file, as finishFile().
  ImportWatch enter(ImportStage stage) const;
  void finishFile() const;
  /// The import depends on this file.
  void uses(const std::filesystem::path& file) const;

 private:
  ImportWatch(ImportProgress* progress, std::atomic<double>* fraction, double from, double to)
      : progress_(progress), fraction_(fraction), from_(from), to_(to) {}

  ImportProgress* progress_ = nullptr;
  std::atomic<double>* fraction_ = nullptr;  // what at() raises; null with progress_
  double from_ = 0;
  double to_ = 1;
};

}  // namespace app
