// Threads that share the work of one frame. Our own because it must not allocate and must start at once: general pools
// queue each job on the heap and wake their threads from sleep.
#ifndef APP_JOBS_THREAD_POOL_H
#define APP_JOBS_THREAD_POOL_H

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

namespace app {

/// `threads` - 1 threads beside the caller's. Between two runs they spin for a while before they sleep.
class ThreadPool {
 public:
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int count() const { return static_cast<int>(workers_.size()) + 1; }
  /// Runs job(0) to job(count - 1), also on the caller's thread, and returns when all are done. Jobs must not throw.
  /// Does not allocate.
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

#endif  // APP_JOBS_THREAD_POOL_H
