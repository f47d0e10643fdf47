// Progress and cancellation of an import: the importing thread writes, any other thread may read and cancel.
#ifndef APP_IMPORT_FILE_IMPORT_PROGRESS_H
#define APP_IMPORT_FILE_IMPORT_PROGRESS_H

#include <atomic>
#include <filesystem>
#include <mutex>
#include <vector>

namespace app {

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

}  // namespace app

#endif  // APP_IMPORT_FILE_IMPORT_PROGRESS_H
