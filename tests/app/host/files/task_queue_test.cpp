#include "app/host/files/task_queue.h"

#include <chrono>
#include <filesystem>
#include <new>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "tests/support/allocation_guard.h"
#include "tests/support/temporary_folder.h"

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

namespace {

TEST(BackgroundWriter, WithoutMemoryReportsAnError) {
  const ::test::TemporaryFolder folder;
  const std::string from = folder.write("large.json", std::string(std::size_t{8} << 20, ' ')).string();
  const std::string path = (folder / "copy.json").string();
  BackgroundWriter writer;
  {
    const ::test::NoLargeAllocations guard(std::size_t{1} << 20);
    writer.copy(from, path);
    writer.finish();
  }
  const auto refused = writer.poll();
  ASSERT_TRUE(refused);
  ASSERT_FALSE(refused->result);
  EXPECT_EQ(refused->result.error().message, from + ": there is not enough memory to open it");
  EXPECT_FALSE(std::filesystem::exists(path));
  writer.copy(from, path);
  writer.finish();
  EXPECT_TRUE(writer.poll()->result) << "it goes on";
}

}  // namespace

}  // namespace app
