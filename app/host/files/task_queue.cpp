#include "app/host/files/task_queue.h"

#include <iterator>
#include <new>
#include <utility>

#include "app/host/files/text_file.h"

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

namespace {

crossfade::Result<void> copyFile(const std::string& from, const std::string& path) {
  const auto text = readTextFile(from);
  return text ? writeTextFile(path, *text) : crossfade::Result<void>(text.error());
}

}  // namespace

BackgroundWriter::BackgroundWriter() : thread_([this] { run(); }) {}

BackgroundWriter::~BackgroundWriter() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
}

void BackgroundWriter::write(std::string path, std::string text) {
  add({.path = std::move(path), .text = std::move(text), .from = {}});
}

void BackgroundWriter::copy(std::string from, std::string path) {
  add({.path = std::move(path), .text = {}, .from = std::move(from)});
}

void BackgroundWriter::add(Task task) {
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(waiting_, [&](const Task& each) { return each.path == task.path; });
    waiting_.push_back(std::move(task));
  }
  changed_.notify_all();
}

std::optional<WrittenFile> BackgroundWriter::poll() {
  const std::lock_guard lock(mutex_);
  if (written_.empty()) return std::nullopt;
  WrittenFile first = std::move(written_.front());
  written_.pop_front();
  return first;
}

bool BackgroundWriter::isIdle() {
  const std::lock_guard lock(mutex_);
  return waiting_.empty() && !busy_;
}

void BackgroundWriter::finish() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return waiting_.empty() && !busy_; });
}

void BackgroundWriter::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return ends_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    const Task task = std::move(waiting_.front());
    waiting_.pop_front();
    busy_ = true;
    lock.unlock();
    auto result = withinMemory(
        task.path,
        [&] { return task.from.empty() ? writeTextFile(task.path, task.text) : copyFile(task.from, task.path); },
        "save");
    lock.lock();
    busy_ = false;
    written_.push_back({task.path, std::move(result)});
    changed_.notify_all();
  }
}

}  // namespace app
