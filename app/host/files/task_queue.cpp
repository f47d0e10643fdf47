#include "app/host/files/task_queue.h"

#include <iterator>
#include <new>
#include <utility>

namespace app {
namespace {

Commands resultsOf(const TaskQueue::Task& task) {
  try {
    return task();
  } catch (const std::bad_alloc&) {  // what was asked for has been freed, so there may be enough for a message
    return {ShowMessage{"there is not enough memory for that", true}};
  }
}

}  // namespace

TaskQueue::TaskQueue() : thread_([this](const std::stop_token& stop) { run(stop); }) {}

TaskQueue::~TaskQueue() {
  thread_.request_stop();
  wake_.notify_all();
}

void TaskQueue::add(Task task) {
  const std::lock_guard lock(lock_);
  waiting_.push_back(std::move(task));
  wake_.notify_all();
}

void TaskQueue::poll(Commands& out) {
  const std::lock_guard lock(lock_);
  out.insert(out.end(), std::make_move_iterator(results_.begin()), std::make_move_iterator(results_.end()));
  results_.clear();
}

void TaskQueue::run(const std::stop_token& stop) {
  std::unique_lock lock(lock_);
  while (wake_.wait(lock, stop, [this] { return !waiting_.empty(); }) || !waiting_.empty()) {
    const Task task = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    Commands results = resultsOf(task);
    lock.lock();
    results_.insert(results_.end(), std::make_move_iterator(results.begin()), std::make_move_iterator(results.end()));
  }
}

}  // namespace app
