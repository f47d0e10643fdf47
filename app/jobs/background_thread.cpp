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

}  // namespace app
