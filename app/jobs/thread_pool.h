// Work on several threads: that of one frame, and many independent pieces.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <thread>
#include <vector>

namespace app {

// ---- Threads that share the work of one frame. Our own because it must not allocate and must start at once: general
// pools queue each job on the heap and wake their threads from sleep.

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

// ---- Many independent pieces of work on several threads, each thread with a state of its own.

/// Calls use(state, i) for each i below `count`, on up to `threads` threads, the caller's among them; each makes its
/// state by make(). `report` hears on the caller's thread how many are done, and returns whether to go on. False: it
/// was stopped before all were done.
template <class Make, class Use>
bool parallelFor(int count, int threads, const Make& make, const Use& use,
                 const std::function<bool(int done)>& report) {
  std::atomic<int> next = 0, done = 0;
  std::atomic<bool> stopped = false;
  const auto work = [&](bool reports) {
    auto state = make();
    for (int i = next++; i < count && !stopped; i = next++) {
      use(state, i);
      ++done;
      if (reports && !report(done)) stopped = true;
    }
  };
  if (count < 1) return true;
  std::vector<std::thread> others;
  for (int i = 1; i < std::min(threads, count); ++i) others.emplace_back(work, false);
  work(true);
  for (std::thread& each : others) each.join();
  return !stopped;
}

}  // namespace app
