#include "app/jobs/background_thread.h"

#include <utility>

namespace app {

BackgroundThread::BackgroundThread(std::function<bool()> step) : step_(std::move(step)), thread_([this] { loop(); }) {}

BackgroundThread::~BackgroundThread() {
  quits_ = true;
  wake();
  thread_.join();
}

void BackgroundThread::wake() {
  wakes_.fetch_add(1);
  wakes_.notify_one();
}

void BackgroundThread::loop() {
  for (int seen = 0; !quits_;) {
    wakes_.wait(seen);
    seen = wakes_.load();
    while (!quits_ && step_()) {
    }
  }
}

}  // namespace app
