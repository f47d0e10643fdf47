#include "app/session/crowd/job_threads.h"

namespace app {

JobThreads::JobThreads(int threads) {
  for (int i = 1; i < threads; ++i) helpers_.emplace_back([this] { help(); });
}

JobThreads::~JobThreads() {
  quit_ = true;
  round_.fetch_add(1);
  round_.notify_all();
  for (std::thread& helper : helpers_) helper.join();
}

void JobThreads::run(int count, const std::function<void(int)>& job) {
  job_ = &job;
  count_ = count;
  next_ = 0;
  busy_ = static_cast<int>(helpers_.size());
  round_.fetch_add(1);
  round_.notify_all();
  work();
  while (busy_.load() > 0) std::this_thread::yield();
}

void JobThreads::work() {
  for (int i = next_.fetch_add(1); i < count_; i = next_.fetch_add(1)) (*job_)(i);
}

void JobThreads::help() {
  constexpr int kLooks = 2000;
  for (int seen = 0;;) {
    for (int i = 0; i < kLooks && round_.load() == seen; ++i) std::this_thread::yield();
    round_.wait(seen);
    seen = round_.load();
    if (quit_) return;
    work();
    busy_.fetch_sub(1);
  }
}

}  // namespace app
