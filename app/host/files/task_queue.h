// Work with the disk that the window does not wait for, one task after the other on a thread.
#ifndef APP_HOST_FILES_TASK_QUEUE_H
#define APP_HOST_FILES_TASK_QUEUE_H

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/session/command.h"
#include "crossfade/base/result.h"

namespace app {

class TaskQueue {
 public:
  /// Returns what the session is told.
  using Task = std::function<Commands()>;

  TaskQueue();
  /// Does what was asked for and waits.
  ~TaskQueue();
  TaskQueue(const TaskQueue&) = delete;
  TaskQueue& operator=(const TaskQueue&) = delete;

  void add(Task task);
  /// Appends the results since the last call. Does not wait.
  void poll(Commands& out);

 private:
  void run(const std::stop_token& stop);

  std::mutex lock_;
  std::condition_variable_any wake_;
  std::deque<Task> waiting_;
  Commands results_;
  std::jthread thread_;  // last: it uses all of the above
};

// Writes text files on a thread, one after the other, so that a slow disk never delays a frame.

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

#endif  // APP_HOST_FILES_TASK_QUEUE_H
