// Many independent pieces of work on several threads, each thread with a state of its own.
#ifndef APP_JOBS_PARALLEL_FOR_H
#define APP_JOBS_PARALLEL_FOR_H

#include <algorithm>
#include <atomic>
#include <functional>
#include <thread>
#include <vector>

namespace app {

/// Calls use(state, i) for each i below `count`, on up to `threads` threads, the caller's among them; each makes its
/// state by make(). `report` hears on the caller's thread how many are done.
template <class Make, class Use>
void parallelFor(int count, int threads, const Make& make, const Use& use,
                 const std::function<void(int done)>& report) {
  std::atomic<int> next = 0, done = 0;
  const auto work = [&](bool reports) {
    auto state = make();
    for (int i = next++; i < count; i = next++) {
      use(state, i);
      ++done;
      if (reports) report(done);
    }
  };
  if (count < 1) return;
  std::vector<std::thread> others;
  for (int i = 1; i < std::min(threads, count); ++i) others.emplace_back(work, false);
  work(true);
  for (std::thread& each : others) each.join();
}

}  // namespace app

#endif  // APP_JOBS_PARALLEL_FOR_H
