// Work with the disk that the window does not wait for, one task after the other on a thread.
#ifndef APP_HOST_FILES_TASK_QUEUE_H
#define APP_HOST_FILES_TASK_QUEUE_H

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "app/session/command.h"

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

}  // namespace app

#endif  // APP_HOST_FILES_TASK_QUEUE_H
