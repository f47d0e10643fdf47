// Writes text files on a thread, one after the other, so that a slow disk never delays a frame.
#ifndef APP_HOST_FILES_BACKGROUND_WRITER_H
#define APP_HOST_FILES_BACKGROUND_WRITER_H

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "crossfade/base/result.h"

namespace app {

struct WrittenFile {
  std::string path;
  crossfade::Result<void> result;
};

class BackgroundWriter {
 public:
  BackgroundWriter();
  /// Finishes all writes.
  ~BackgroundWriter();
  BackgroundWriter(const BackgroundWriter&) = delete;
  BackgroundWriter& operator=(const BackgroundWriter&) = delete;

  /// Replaces the file as a whole, or leaves it as it was. A write of the same path that has not begun is dropped.
  void write(std::string path, std::string text);
  /// Writes what the file `from` holds by then.
  void copy(std::string from, std::string path);
  /// A finished write, in their order.
  std::optional<WrittenFile> poll();
  /// Whether everything is written.
  bool isIdle();
  /// Waits for that.
  void finish();

 private:
  struct Task {
    std::string path, text;
    std::string from;  // the file to copy; empty: `text` is written
  };
  void add(Task task);
  void run();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> waiting_;
  std::deque<WrittenFile> written_;
  bool busy_ = false;
  bool ends_ = false;
  std::jthread thread_;  // last: it uses all of the above
};

}  // namespace app

#endif  // APP_HOST_FILES_BACKGROUND_WRITER_H
