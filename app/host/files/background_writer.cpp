#include "app/host/files/background_writer.h"

#include <span>
#include <utility>

#include "app/record/pending_file.h"

namespace app {

BackgroundWriter::BackgroundWriter() : thread_([this] { run(); }) {}

BackgroundWriter::~BackgroundWriter() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
}

void BackgroundWriter::write(std::string path, std::string text) {
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(waiting_, [&](const Task& task) { return task.path == path; });
    waiting_.push_back({std::move(path), std::move(text)});
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
    auto result = writeWholeFile(task.path, std::as_bytes(std::span(task.text)));
    lock.lock();
    busy_ = false;
    written_.push_back({task.path, std::move(result)});
    changed_.notify_all();
  }
}

}  // namespace app
