// Threads that wait for jobs: what an application hands to BatchSampler, in its smallest form.
#pragma once

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

namespace bench {

/// `helpers` threads beside the caller's. Between two runs they look out for the next one for a while before they sleep, so that a frame begins at once.
class JobThreads {
 public:
  explicit JobThreads(int helpers) {
    for (int i = 0; i < helpers; ++i) threads_.emplace_back([this] { help(); });
  }
  ~JobThreads() {
    quit_ = true;
    round_.fetch_add(1);
    round_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  JobThreads(const JobThreads&) = delete;
  JobThreads& operator=(const JobThreads&) = delete;

  /// job(0) to job(count - 1), also on the caller's thread; comes back when all are done.
  void run(int count, const std::function<void(int)>& job) {
    job_ = &job;
    count_ = count;
    next_ = 0;
    busy_ = static_cast<int>(threads_.size());
    round_.fetch_add(1);
    round_.notify_all();
    work();
    while (busy_.load() > 0) std::this_thread::yield();
  }

 private:
  void work() {
    for (int i = next_.fetch_add(1); i < count_; i = next_.fetch_add(1)) (*job_)(i);
  }
  void help() {
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

  std::vector<std::thread> threads_;
  std::atomic<int> round_{0}, next_{0}, busy_{0};
  std::atomic<bool> quit_{false};
  const std::function<void(int)>* job_ = nullptr;
  int count_ = 0;
};

}  // namespace bench
