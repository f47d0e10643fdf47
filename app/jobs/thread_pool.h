// Threads that wait for jobs: what CrowdSampler and a crowd's mixers are shared out to.
#pragma once

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

namespace app {

/// `threads` - 1 of them beside the caller's. Between two runs they look out for the next one for a while before they
/// sleep, so that a frame begins at once.
class ThreadPool {
 public:
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int count() const { return static_cast<int>(workers_.size()) + 1; }
  /// job(0) to job(count - 1), also on the caller's thread; comes back when all are done. Jobs must not throw. No
  /// allocation.
  void run(int count, const std::function<void(int)>& job);

 private:
  void runJobs();
  void workerLoop();

  std::vector<std::thread> workers_;
  std::atomic<int> generation_{0}, next_{0}, busy_{0};
  std::atomic<bool> quit_{false};
  const std::function<void(int)>* job_ = nullptr;
  int count_ = 0;
};

}  // namespace app
