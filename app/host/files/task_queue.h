// Work with the disk that the window does not wait for: tasks on a thread, one after the other.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

#include "app/session/command.h"
#include "crossfade/base/result.h"

namespace app {

/// Tasks that return a Done. They must not throw.
template <class Done>
class WorkQueue {
 public:
  using Work = std::function<Done()>;

  WorkQueue() = default;
  /// Does what was asked for and waits.
  ~WorkQueue() = default;
  WorkQueue(const WorkQueue&) = delete;
  WorkQueue& operator=(const WorkQueue&) = delete;

  /// Drops what waits under the same name, if it has one.
  void add(Work work, std::string name = {}) {
    const std::scoped_lock lock(mutex_);
    if (!name.empty()) std::erase_if(waiting_, [&](const Task& each) { return each.name == name; });
    waiting_.push_back({std::move(name), std::move(work)});
    changed_.notify_all();
  }
  /// The first of the results that are not taken yet, in the order of the tasks. Does not wait for any.
  std::optional<Done> poll() {
    const std::scoped_lock lock(mutex_);
    if (done_.empty()) return std::nullopt;
    Done first = std::move(done_.front());
    done_.pop_front();
    return first;
  }
  /// Whether everything is done.
  bool isIdle() {
    const std::scoped_lock lock(mutex_);
    return waiting_.empty() && !busy_;
  }
  /// Waits for that.
  void finish() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return waiting_.empty() && !busy_; });
  }

 private:
  struct Task {
    std::string name;
    Work work;
  };

  void run(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return !waiting_.empty(); })) {
      const Task task = std::move(waiting_.front());
      waiting_.pop_front();
      busy_ = true;
      lock.unlock();
      Done done = task.work();
      lock.lock();
      busy_ = false;
      done_.push_back(std::move(done));
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<Task> waiting_;
  std::deque<Done> done_;
  bool busy_ = false;
  std::jthread thread_{[this](const std::stop_token& stop) { run(stop); }};  // last: it uses all of the above
};

class TaskQueue {
 public:
  /// Returns what the session is told.
  using Task = std::function<Commands()>;

  /// Without memory, the session is told that there is not enough.
  void add(Task task);
  /// Appends the results since the last call. Does not wait.
  void poll(Commands& out);

 private:
  WorkQueue<Commands> queue_;
};

struct WrittenFile {
  std::string path;
  crossfade::Result<void> result;
};

/// Writes text files, so that a slow disk never delays a frame.
class BackgroundWriter {
 public:
  /// Replaces the file as a whole, or leaves it as it was. A write of the same path that has not begun is dropped.
  void write(std::string path, std::string text);
  /// Writes what the file `from` holds by then.
  void copy(std::string from, std::string path);
  /// A finished write, in their order.
  std::optional<WrittenFile> poll() { return queue_.poll(); }
  bool isIdle() { return queue_.isIdle(); }
  void finish() { queue_.finish(); }

 private:
  void add(const std::string& path, std::function<crossfade::Result<void>()> work);

  WorkQueue<WrittenFile> queue_;
};

}  // namespace app
