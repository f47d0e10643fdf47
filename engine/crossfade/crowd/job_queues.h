// Divides a crowd among threads.
#ifndef CROSSFADE_CROWD_JOB_QUEUES_H
#define CROSSFADE_CROWD_JOB_QUEUES_H

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>

#include "crossfade/base/export.h"

namespace crossfade {

/// Runs job(0) .. job(count - 1), in any order and on any threads, and returns when all are done.
using JobRunner = std::function<void(int count, const std::function<void(int)>& job)>;

/// Runs the jobs one after the other on the calling thread.
CROSSFADE_API void runJobsHere(int count, const std::function<void(int)>& job);

/// Divides items among jobs. Each job starts with an equal range of its own, the same in every frame, so that one
/// processor keeps writing the same memory. A job that has finished its range helps the others, whose threads may have
/// been held up.
class CROSSFADE_API JobQueues {
 public:
  /// For up to `jobs` jobs at once, at least one.
  explicit JobQueues(int jobs);
  int maxJobs() const { return maxJobs_; }

  /// Calls work(job, begin, end) until all of [0, itemCount) is done, in blocks of `blockSize` items (0 counts as 1; a
  /// range may end with a shorter one): CrowdSampler takes four rows of SIMD lanes, 32 characters with AVX2. Calls with
  /// equal `job`, which is below maxJobs(), never overlap. Starts fewer jobs if there is not a block for each, and
  /// without `run` if one is enough or `run` is empty. Ignores jobs that `run` makes up. Allocates nothing.
  template <class Work>
  void run(std::size_t itemCount, std::size_t blockSize, const JobRunner& run, const Work& work);

 private:
  struct alignas(64) Queue {  // a cache line each
    std::atomic<std::size_t> next{0};
    std::size_t end = 0;
  };
  /// Gives each job its range; returns how many jobs have one.
  int divide(std::size_t itemCount, std::size_t blockSize);
  template <class Work>
  void workOff(int job, int jobCount, std::size_t blockSize, const Work& work);

  int maxJobs_;
  std::unique_ptr<Queue[]> queues_;
};

template <class Work>
void JobQueues::run(std::size_t itemCount, std::size_t blockSize, const JobRunner& run, const Work& work) {
  if (blockSize == 0) blockSize = 1;
  const int jobCount = divide(itemCount, blockSize);
  if (jobCount == 1 || !run) return work(0, std::size_t(0), itemCount);
  struct Call {
    JobQueues& queues;
    int jobCount;
    std::size_t blockSize;
    const Work& work;
  } call{*this, jobCount, blockSize, work};
  // One captured pointer fits into std::function without an allocation.
  const std::function<void(int)> job = [&call](int index) {
    if (index < 0 || index >= call.jobCount) return;
    call.queues.workOff(index, call.jobCount, call.blockSize, call.work);
  };
  run(jobCount, job);
}

template <class Work>
void JobQueues::workOff(int job, int jobCount, std::size_t blockSize, const Work& work) {
  for (int i = 0; i < jobCount; ++i) {
    Queue& queue = queues_[static_cast<std::size_t>((job + i) % jobCount)];
    for (std::size_t begin = queue.next.fetch_add(blockSize); begin < queue.end;
         begin = queue.next.fetch_add(blockSize))
      work(job, begin, begin + blockSize < queue.end ? begin + blockSize : queue.end);
  }
}

}  // namespace crossfade

#endif  // CROSSFADE_CROWD_JOB_QUEUES_H
