#include "app/jobs/thread_pool.h"

namespace app {

ThreadPool::ThreadPool(int threads) {
  for (int i = 1; i < threads; ++i) workers_.emplace_back([this] { workerLoop(); });
}

ThreadPool::~ThreadPool() {
  quit_ = true;
  generation_.fetch_add(1);
  generation_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::run(int count, const std::function<void(int)>& job) {
  job_ = &job;
  count_ = count;
  next_ = 0;
  busy_ = static_cast<int>(workers_.size());
  generation_.fetch_add(1);
  generation_.notify_all();
  runJobs();
  while (busy_.load() > 0) std::this_thread::yield();
}

void ThreadPool::runJobs() {
  for (int i = next_.fetch_add(1); i < count_; i = next_.fetch_add(1)) (*job_)(i);
}

void ThreadPool::workerLoop() {
  constexpr int kSpins = 2000;
  for (int seen = 0;;) {
    for (int i = 0; i < kSpins && generation_.load() == seen; ++i) std::this_thread::yield();
    generation_.wait(seen);
    seen = generation_.load();
    if (quit_) return;
    runJobs();
    busy_.fetch_sub(1);
  }
}

}  // namespace app
