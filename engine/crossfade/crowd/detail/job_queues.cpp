#include "crossfade/crowd/job_queues.h"

#include <algorithm>

namespace crossfade {

void runJobsHere(int count, const std::function<void(int)>& job) {
  for (int i = 0; i < count; ++i) job(i);
}

JobQueues::JobQueues(int jobs)
    : maxJobs_(std::max(1, jobs)), queues_(std::make_unique<Queue[]>(static_cast<std::size_t>(maxJobs_))) {}

int JobQueues::divide(std::size_t itemCount, std::size_t blockSize) {
  const auto count = std::clamp<std::size_t>(itemCount / blockSize, 1, static_cast<std::size_t>(maxJobs_));
  for (std::size_t i = 0; i < count; ++i) {
    queues_[i].next = itemCount * i / count;
    queues_[i].end = itemCount * (i + 1) / count;
  }
  return static_cast<int>(count);
}

}  // namespace crossfade
