#include "app/jobs/background_thread.h"

#include <utility>

namespace app {

std::atomic<int> BackgroundThread::unfinished_{0};

BackgroundThread::BackgroundThread(std::function<bool()> step) : step_(std::move(step)), thread_([this] { loop(); }) {}

BackgroundThread::~BackgroundThread() {
  quits_ = true;
  wake();
  thread_.join();
}

void BackgroundThread::wake() {
  unfinished_.fetch_add(1);
  wakes_.fetch_add(1);
  wakes_.notify_one();
}

bool BackgroundThread::anyIsBusy() { return unfinished_.load() > 0; }

void BackgroundThread::loop() {
  int done = 0;
  while (!quits_) {
    wakes_.wait(done);
    const int seen = wakes_.load();
    while (!quits_ && step_()) {
    }
    unfinished_.fetch_sub(seen - done);
    done = seen;
  }
  unfinished_.fetch_sub(wakes_.load() - done);
}

/// The thread first: an object that it is destroying belongs to it.
Disposal::~Disposal() {
  thread_.reset();
  objects_.clear();
}

void Disposal::add(Object object) {
  {
    const std::scoped_lock lock(mutex_);
    objects_.push_back(std::move(object));
  }
  if (!thread_) thread_ = std::make_unique<BackgroundThread>([this] { return destroyOne(); });
  thread_->wake();
}

bool Disposal::destroyOne() {
  Object taken(nullptr, [](void*) {});
  {
    const std::scoped_lock lock(mutex_);
    if (objects_.empty()) return false;
    taken = std::move(objects_.back());
    objects_.pop_back();
  }
  return true;
}

}  // namespace app
