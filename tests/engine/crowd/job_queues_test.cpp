#include "crossfade/crowd/job_queues.h"

#include <gtest/gtest.h>

#include <thread>
#include <utility>
#include <vector>

#include "tests/support/allocation_guard.h"

namespace crossfade {
namespace {

void runOnThreads(int count, const std::function<void(int)>& job) {
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) threads.emplace_back([&job, i] { job(i); });
  for (std::thread& thread : threads) thread.join();
}

TEST(JobQueues, RunEveryItemOnce) {
  for (const int jobs : {1, 2, 3, 7})
    for (const std::size_t count : {0u, 1u, 5u, 64u, 1000u}) {
      JobQueues queues(jobs);
      std::vector<std::atomic<int>> done(count);
      queues.run(count, 3, runOnThreads, [&](int job, std::size_t begin, std::size_t end) {
        EXPECT_LT(job, jobs);
        for (std::size_t i = begin; i < end; ++i) ++done[i];
      });
      for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(done[i], 1) << jobs << " jobs, item " << i << " of " << count;
    }
}

TEST(JobQueues, StartWithARangeForEachJob) {
  JobQueues queues(3);
  std::vector<std::pair<int, std::size_t>> calls;  // job, begin
  const JobRunner lastFirst = [](int count, const std::function<void(int)>& job) {
    for (int i = count; i-- > 0;) job(i);
  };
  queues.run(30, 5, lastFirst, [&](int job, std::size_t begin, std::size_t) { calls.emplace_back(job, begin); });
  const std::vector<std::pair<int, std::size_t>> expected{{2, 20}, {2, 25}, {2, 0}, {2, 5}, {2, 10}, {2, 15}};
  EXPECT_EQ(calls, expected) << "its own range first, then the others'";
}

TEST(JobQueues, StartNoMoreJobsThanThereAreBlocks) {
  JobQueues queues(8);
  int started = 0;
  const JobRunner count = [&](int jobs, const std::function<void(int)>& job) {
    started = jobs;
    runJobsHere(jobs, job);
  };
  queues.run(12, 4, count, [](int, std::size_t, std::size_t) {});
  EXPECT_EQ(started, 3);
  started = 0;
  queues.run(7, 4, count, [](int, std::size_t begin, std::size_t end) { EXPECT_EQ(end - begin, 7u); });
  EXPECT_EQ(started, 0) << "a single job runs inline, in one call";
}

TEST(JobQueues, AllocateNothing) {
  JobQueues queues(4);
  const JobRunner here = runJobsHere;
  std::size_t items = 0;
  const ::test::AllocationGuard guard;
  queues.run(1000, 8, here, [&](int, std::size_t begin, std::size_t end) { items += end - begin; });
  EXPECT_EQ(guard.count(), 0);
  EXPECT_EQ(items, 1000u);
}

}  // namespace
}  // namespace crossfade
