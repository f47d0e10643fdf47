#include "app/host/files/task_queue.h"

#include <chrono>
#include <new>
#include <thread>

#include <gtest/gtest.h>

namespace app {
namespace {

/// The first results, or none within a minute.
Commands resultsOf(TaskQueue& queue) {
  Commands results;
  for (int i = 0; i < 60'000 && results.empty(); ++i) {
    queue.poll(results);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return results;
}

TEST(TaskQueue, WithoutMemorySaysSoAndGoesOn) {
  TaskQueue queue;
  queue.add([]() -> Commands { throw std::bad_alloc(); });
  const Commands refused = resultsOf(queue);
  ASSERT_EQ(refused.size(), 1u);
  const auto* message = refused[0].as<ShowMessage>();
  ASSERT_NE(message, nullptr);
  EXPECT_EQ(message->text, "there is not enough memory for that");
  EXPECT_TRUE(message->isError);
  queue.add([] { return Commands{DismissMessage{}}; });
  EXPECT_EQ(resultsOf(queue).size(), 1u);
}

}  // namespace
}  // namespace app
