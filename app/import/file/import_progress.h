// How far an import is, and whether it is still wanted: the thread that imports writes, another one reads and may
// abandon.
#pragma once

#include <atomic>

namespace app {

/// In the order in which an import goes through them; a format may skip some.
enum class ImportStage {
  Reading,     // the file's bytes
  Checking,    // its text and numbers against the limits, and the files that it names
  Importing,   // vertices and keys, by our own reading and the importer library's
  Correcting,  // where both are put together
  Pictures,
};

class ImportProgress {
 public:
  /// The import ends at its next look, with an error that nobody needs to see. One picture, the parse of the JSON and a
  /// step of the importer library are ended before that.
  void abandon() { abandoned_.store(true, std::memory_order_relaxed); }
  bool isAbandoned() const { return abandoned_.load(std::memory_order_relaxed); }

  ImportStage stage() const { return stage_.load(std::memory_order_relaxed); }
  /// Of all that is to be done, 0 to 1; never less than it was. Stages count as they last in a large file.
  double fraction() const { return fraction_.load(std::memory_order_relaxed); }

  /// Before the first of several files that are imported with this progress; else it is one.
  void expectFiles(int count) { files_ = count; }

 private:
  friend class ImportWatch;

  std::atomic<bool> abandoned_ = false;
  std::atomic<ImportStage> stage_ = ImportStage::Reading;
  std::atomic<double> fraction_ = 0;
  int files_ = 1;  // these two are the importing thread's own
  int filesDone_ = 0;
};

}  // namespace app
